import JSONCodec
import Testing

@Suite struct JSONContentTests {
    /// Each object takes a hundred bytes and more.
    @Test func aMessageOfVeryManyObjectsIsNone() {
        for (count, value) in [(JSONContent.containers - 1, "7" as String?), (JSONContent.containers, nil)] {
            let message = "[7" + String(repeating: ",{}", count: count) + "]"
            #expect(JSONContent.values(at: ["/0"], in: message) == [value])
        }
    }

    private let message = #"{"a":{"b/c":[1,{"d":"x\"y"}],"~":true},"n":null,"":7,"f":1.50,"u":"a/b"}"#

    /// The examples of RFC 6901 in other words.
    @Test(arguments: [
        ("/a/b~1c/0", "1"), ("/a/b~1c/1/d", "x\"y"), ("/a/~0", "true"), ("/", "7"), ("/f", "1.50"),
        ("/u", "a/b"), ("/a/b~1c", #"[1,{"d":"x\"y"}]"#),
    ])
    func pointersFindValues(pointer: String, value: String) {
        #expect(JSONContent.values(at: [pointer, "/none"], in: message) == [value, nil])
    }

    @Test(arguments: ["/n", "/b", "/a/b~1c/2", "/a/b~1c/-", "/f/x", "a", "/a/b~1c/x"])
    func otherPointersFindNothing(pointer: String) {
        #expect(JSONContent.values(at: [pointer, "/f"], in: message) == [nil, "1.50"])
    }

    @Test func otherMessagesHaveNoValues() {
        for message in ["no", "", "{", String(repeating: "[", count: 100_000)] {
            #expect(JSONContent.values(at: ["/a", "/b"], in: message) == [nil, nil])
        }
    }

    @Test func fieldsKeepTheirOrder() throws {
        let fields = try #require(JSONContent.fields(of: Array(#"{"b":1,"a":"x","c":[2]}"#.utf8)))
        #expect(fields.map(\.name) == ["b", "a", "c"] && fields.map(\.value) == ["1", "x", "[2]"])
        #expect(JSONContent.fields(of: Array("[1]".utf8)) == nil)
    }
}
