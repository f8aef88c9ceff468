import Patterns
import Testing

@Suite struct PatternTests {
    @Test func groupsAreFound() throws {
        let pattern = try Pattern(#"token=(\w+)(;x)?"#)
        #expect(pattern.match(in: "a token=abc b") == .found(["token=abc", "abc", nil]))
        #expect(pattern.match(in: "a") == .none)
        #expect(try Pattern("ü.").match(in: "grüße") == .found(["üß"]))
        #expect(try Pattern("^$").match(in: "") == .found([""]))
    }

    @Test func anErrorHasAPlace() {
        let error = #expect(throws: PatternProblem.self) { try Pattern("a(b") }
        #expect(error?.description.contains("at character 4") == true)
    }

    /// An expression that would try a billion ways is given up.
    @Test func aHopelessSearchEnds() throws {
        let pattern = try Pattern(#"^(a|aa)+$"#)
        #expect(pattern.match(in: String(repeating: "a", count: 60) + "b") == .tooLong)
    }

    /// A token of a login is longer than the stack of a compiled expression lets a group repeat.
    @Test(arguments: [1_000, 4_000, 40_000])
    func aLongValueIsFound(length: Int) throws {
        let token = String(repeating: "x", count: length)
        let pattern = try Pattern(#""token":"((?:[^"\\]|\\.)*)""#)
        #expect(pattern.match(in: #"{"token":"\#(token)"}"#) == .found([#""token":"\#(token)""#, token]))
    }

    @Test func aCacheFindsWhatItsPatternsFind() {
        let cache = PatternCache()
        for _ in 0..<2 {
            #expect(cache.match(in: "id 42", #"\d+"#) == .found(["42"]))
            #expect(cache.match(in: "id", #"\d+"#) == .none)
        }
        #expect(cache.match(in: "id", "(") == .none)
    }
}
