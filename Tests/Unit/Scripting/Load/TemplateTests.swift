import Scripting
import Testing

@Suite struct TemplateTests {
    @Test func placesAreFilled() throws {
        let template = try Template(#"{"id":{{id}},"who":{"n":{{user}}}} {{time}}{{seq}}"#)
        #expect(template.filled { $0.rawValue.uppercased() } == #"{"id":ID,"who":{"n":USER}} TIMESEQ"#)
        #expect(template.hasID)
        #expect(template.description == #"{"id":{{id}},"who":{"n":{{user}}}} {{time}}{{seq}}"#)
    }

    @Test func textWithoutPlaceholdersIsLiteral() throws {
        let template = try Template("a { b } }} {id}")
        #expect(template.pieces == [.text("a { b } }} {id}")])
        #expect(!template.hasID)
        #expect(try Template("").pieces == [])
    }

    @Test func faultsAreNamed() {
        #expect(throws: Template.Problem.unknownPlaceholder("ID")) { try Template("{{ID}}") }
        #expect(throws: Template.Problem.unknownPlaceholder(" id ")) { try Template("{{ id }}") }
        #expect(throws: Template.Problem.unclosed("{{id}")) { try Template("a{{id}") }
    }
}
