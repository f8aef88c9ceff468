import PagingContent
import PagingEngine
import PagingRoom
import PagingWire
import Testing

@testable import JSONCodec

/// Documents on the wire: flat lists of strings.
@Suite struct DocumentWriterTests {
    private static func entries(_ blocks: [Document.Block]) throws -> [String] {
        try #require(try JSONValue(DocumentWriter.encode(Document(blocks))).list).map { try #require($0.string) }
    }

    @Test func everyElementIsWritten() throws {
        let line: [Document.Inline] = [
            .text("a\"\n"), .softBreak, .lineBreak, .code("(b"), .emphasis([.text(")")]), .strong([.text("c")]),
            .struck([]), .link([.text("d")], address: "javascript:e f"), .image("g"),
        ]
        let words = [
            "=a\"\n", "!soft", "!break", "(literal", "=(b", ")", "(emphasis", "=)", ")", "(strong", "=c", ")",
            "(struck", ")", "(link javascript:e f", "=d", ")", "(image", "=g", ")",
        ]
        #expect(try Self.entries([.paragraph(line)]) == ["(paragraph"] + words + [")"])
        #expect(
            try Self.entries([.heading(level: 2, [.text("h")]), .rule, .pause]) == [
                "(heading 2", "=h", ")", "!rule", "!pause",
            ])
        #expect(
            try Self.entries([
                .code(Document.CodeBlock(language: "", text: "x")),
                .code(Document.CodeBlock(language: "swift", text: "")),
            ])
                == ["(code", "=x", ")", "(code swift", "=", ")"])
        #expect(
            try Self.entries([.picture(Document.PictureBlock(address: "a b.png", alternative: "words"))]) == [
                "(paragraph", "(picture a b.png", "=words", ")", ")",
            ])
        var code = Document.CodeBlock(language: "c", attributes: "{1|2}", text: "int é;")
        code.spans = [CodeSpan(length: 3, token: .type), CodeSpan(length: 1, token: nil)]
        let inside = ["(token type", "=int", ")", "= ", "=é;", ")", "!pause"]
        #expect(try Self.entries([.code(code)]) == ["(code c", "!lines 1|2"] + inside)
        code.attributes = "{ 1, 3-5 | all } +line_numbers"
        #expect(try Self.entries([.code(code)]) == ["(code c", "!numbers", "!lines 1,3-5|all"] + inside)
        var document = Document([.rule])
        document.footer = PageFooter("a | {page}")
        let entries = try #require(try JSONValue(DocumentWriter.encode(document)).list).map(\.string)
        #expect(entries == ["!footer a | {page}", "!rule"])
        #expect(
            try Self.entries([
                .alert(.tip, [.rule]), .aligned(.trailing, [.rule]),
                .columns([Document.Column(weight: 3, [.rule]), Document.Column(weight: 1, [])]), .middle,
            ]) == [
                "(alert tip", "!rule", ")", "(aligned r", "!rule", ")", "(columns", "(column 3", "!rule", ")",
                "(column 1", ")", ")",
            ])
        let items = [Document.Item([.rule]), Document.Item([], isDone: true), Document.Item([], isDone: false)]
        #expect(
            try Self.entries([.quote([.list(start: 3, isTight: true, items)]), .list(start: nil, isTight: false, [])])
                == [
                    "(quote", "(list tight 3", "(item", "!rule", ")", "(item done", ")", "(item open", ")", ")", ")",
                    "(list loose", ")",
                ])
        #expect(
            try Self.entries([
                .table(columns: [.leading, .centre, .trailing], header: [[.text("a")], [], []], rows: [[[], [], []]])
            ])
                == [
                    "(table lcr", "(row", "(cell", "=a", ")", "(cell", ")", "(cell", ")", ")", "(row", "(cell", ")",
                    "(cell", ")", "(cell", ")", ")", ")",
                ])
        #expect(try Self.entries([]).isEmpty)
    }

    /// Documents come beside the source, until they would make the message too long.
    @Test func documentsAreBoundedInAMessage() throws {
        let pages = (0..<3).map {
            WindowPage(index: PageIndex(Int64($0)), item: $0, page: Page(id: PageID("\($0)"), title: "", body: "b"))
        }
        func documents(of bytes: Int) throws -> [Bool] {
            var line: [UInt8] = []
            let document = Array("[\"=".utf8) + [UInt8](repeating: 97, count: bytes - 5) + Array("\"]".utf8)
            ServerMessageWriter.encode(.pages(RequestID(1), pages), into: &line) { $0.id.text == "1" ? nil : document }
            #expect(try ServerMessageReader.read(line[...]) == .pages(RequestID(1), pages))
            let fields = try #require(try JSONValue(line)["pages"]?.list)
            return fields.map { $0["document"] != nil }
        }
        #expect(try documents(of: 100) == [true, false, true])
        #expect(try documents(of: JSONLimits.documentBytes / 2) == [true, false, true])
        #expect(try documents(of: JSONLimits.documentBytes / 2 + 1) == [true, false, false])
        #expect(try documents(of: JSONLimits.documentBytes + 1) == [false, false, false])
    }
}
