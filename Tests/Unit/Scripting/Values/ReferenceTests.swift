import Testing

@testable import Scripting

@Suite struct ReferenceTests {
    private func fill(_ text: String, _ values: [String: String]) throws -> String {
        try ReferenceText(text).filled { reference in values[reference.name] ?? "?" }
    }

    @Test func referencesAreFilled() throws {
        let text = "a ${x} ${p.name}${x}$ $5 {x}"
        #expect(try fill(text, ["x": "1", "p.name": "Ann"]) == "a 1 Ann1$ $5 {x}")
        #expect(try ReferenceText(text).references.map(\.name) == ["x", "p.name", "x"])
        #expect(try ReferenceText(text).description == text)
    }

    /// A value never becomes a reference, and a text may have the signs of one.
    @Test func valuesAndEscapesStandForThemselves() throws {
        #expect(try fill("$${x} ${x}", ["x": "${y}"]) == "${x} ${y}")
        #expect(try ReferenceText("$${x}").literal == "${x}")
        #expect(try ReferenceText("$${x}${y}").description == "$${x}${y}")
    }

    @Test func valuesFitIntoStringsOfJSON() throws {
        #expect(try fill(#"{"n": "${n|json}"}"#, ["n": "a\"b\\\n"]) == #"{"n": "a\"b\\\n"}"#)
    }

    @Test(arguments: [("${x", "expected } behind"), ("${}", "expected a name"), ("${a b}", "expected a name")])
    func faultsAreNamed(text: String, message: String) {
        let error = #expect(throws: ReferenceProblem.self) { try ReferenceText(text) }
        #expect(error?.message.hasPrefix(message) == true)
    }
}
