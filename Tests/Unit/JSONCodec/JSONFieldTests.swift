import JSONCodec
import Testing

@Suite struct JSONFieldTests {
    private func text(_ name: String, _ message: String) -> String? {
        Array(message.utf8).withUnsafeBytes { JSONField.text(name, in: $0) }
    }

    @Test func stringsAndNumbersAreFound() {
        let message = #"{"id":"a\"b","n":42,"t":1700000000000123,"f":1.50,"deep":{"id":1}}"#
        #expect(text("id", message) == "a\"b")
        #expect(text("n", message) == "42")
        #expect(text("t", message) == "1700000000000123")
        #expect(text("f", message) == "1.50")
    }

    @Test(arguments: ["", "[1]", "7", "no", "{", #"{"id":null}"#, #"{"id":[]}"#, #"{"other":1}"#])
    func aMissingFieldIsNil(message: String) {
        #expect(text("id", message) == nil)
    }

    @Test func deepTextsAreNoMessages() {
        let brackets = String(repeating: "[", count: 100_000)
        #expect(text("id", #"{"id":1,"x":\#(brackets)"#) == nil)
    }
}
