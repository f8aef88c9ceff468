import Scripting
import Support
import Testing

@Suite struct TemplateTests {
    @Test func placesAreFilled() throws {
        let template = try Template(#"{"id":{{id}},"who":{"n":{{user}}}} {{time}}{{seq}}"#)
        var random = SeedStream(seed: 1)
        let filled = try template.filled(with: UserValues(user: 0), using: &random) { $0.rawValue.uppercased() }
        #expect(filled == #"{"id":ID,"who":{"n":USER}} TIMESEQ"#)
        #expect(template.hasID)
        #expect(template.description == #"{"id":{{id}},"who":{"n":{{user}}}} {{time}}{{seq}}"#)
    }

    @Test func textWithoutPlaceholdersIsLiteral() throws {
        let template = try Template("a { b } }} {id}")
        #expect(template.pieces == [.text("a { b } }} {id}")])
        #expect(!template.hasID)
        #expect(try Template("").pieces == [])
    }

    @Test func sizesAreChosen() throws {
        let template = try Template("<{{random:uniform(3, 9)}}>")
        var (one, again) = (SeedStream(seed: 1), SeedStream(seed: 1))
        let texts = try (0..<200).map { _ in try template.filled(with: UserValues(user: 0), using: &one) { _ in "" } }
        #expect(Set(texts.map(\.count)) == Set(5...11))
        #expect(texts.allSatisfy { $0.hasPrefix("<") && $0.hasSuffix(">") && $0.utf8.count == $0.count })
        #expect(try template.filled(with: UserValues(user: 0), using: &again) { _ in "" } == texts[0])
        #expect(template.description == "<{{random:uniform(3, 9)}}>")
        #expect(throws: Template.Problem.noAmount("-1")) { try Template("{{random:-1}}") }
        #expect(throws: Template.Problem.noAmount("70000")) { try Template("{{random:70000}}") }
    }

    @Test func faultsAreNamed() {
        #expect(throws: Template.Problem.unknownPlaceholder("ID")) { try Template("{{ID}}") }
        #expect(throws: Template.Problem.unknownPlaceholder(" id ")) { try Template("{{ id }}") }
        #expect(throws: Template.Problem.unclosed("{{id}")) { try Template("a{{id}") }
    }
}
