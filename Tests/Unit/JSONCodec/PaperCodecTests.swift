import PagingWire
import Paper
import Testing

@testable import JSONCodec

/// The format of `riffle-paper`.
@Suite struct PaperCodecTests {
    private func header(_ text: String) throws -> PaperHeader {
        try Array(text.utf8).withUnsafeBytes { bytes in try Result { try PaperReader.header(bytes) }.get() }
    }

    private func sheet(_ text: String) throws -> PaperSheet {
        try Array(text.utf8).withUnsafeBytes { bytes in try Result { try PaperReader.sheet(bytes) }.get() }
    }

    private func objection(_ read: () throws -> Void) -> String {
        do {
            try read()
            return "none"
        } catch {
            return (error as? Malformed)?.refusal.reason ?? "\(error)"
        }
    }

    @Test func whatIsWrittenIsRead() throws {
        var first = PaperHeader(title: "A \"talk\"")
        (first.author, first.font, first.width, first.height) = ("Ann", "Fira Mono", 595, 842)
        var page = PaperSheet(
            name: "page-001", title: "One", columns: 80, rows: 24, ground: PaperColour(0x1E1E2E))
        var run = PaperRun(column: 3, row: 2, columns: 4, text: "宽字", ink: PaperColour(0xCDD6F4))
        run.ground = .black
        run.marks = [.bold, .italic, .underlined, .struck]
        run.link = "https://example.org/a'b"
        run.scale = 2
        page.runs = [run, PaperRun(column: 0, row: 0, columns: 1, text: "x", ink: .black)]
        page.pictures = [PaperPicture(column: 1, row: 1, columns: 9, rows: 5, format: .jpeg, base64: "AAAA")]
        var bytes: [UInt8] = []
        PaperWriter.encode(first, into: &bytes)
        PaperWriter.encode(page, into: &bytes)
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        #expect(lines.count == 2)
        #expect(try header(String(lines[0])) == first)
        #expect(try sheet(String(lines[1])) == page)
    }

    @Test func whatIsLeftOutHasAnOrdinaryValue() throws {
        let plain = try header(#"{"type":"paper","version":1,"title":"T"}"#)
        #expect(plain == PaperHeader(title: "T"))
        let page = try sheet(
            #"{"type":"page","name":"a","columns":2,"rows":1,"runs":[{"column":0,"row":0,"columns":1,"text":"x"}]}"#)
        #expect(
            page.ground == .white && page.runs[0].ink == .black && page.runs[0].ground == nil && page.pictures == [])
    }

    /// Each text is wrong in one place, and the message names it.
    @Test(arguments: [
        (#""columns":2,"rows":1,"runs":[{"column":0,"row":0,"columns":1,"text":"a\u001b[2J"}]"#, "runs[0].text"),
        (#""columns":2,"rows":1,"runs":[{"column":0,"row":0,"columns":1,"text":"a\u009b2J"}]"#, "runs[0].text"),
        (#""columns":2,"rows":1,"runs":[{"column":0,"row":0,"columns":1,"text":"a","ink":16777216}]"#, "runs[0].ink"),
        (#""columns":2,"rows":1,"runs":[{"column":0,"row":0,"columns":1,"text":"a","link":"a b"}]"#, "runs[0].link"),
        (#""columns":2,"rows":1,"runs":[{"column":-1,"row":0,"columns":1,"text":"a"}]"#, "runs[0].column"),
        (#""columns":0,"rows":1,"runs":[]"#, "columns"), (#""columns":1,"rows":1001,"runs":[]"#, "rows"),
        (#""columns":1,"rows":1,"title":"a\nb","runs":[]"#, "title"), (#""columns":1,"rows":1"#, "runs"),
        (
            #""columns":1,"rows":1,"runs":[],"pictures":[{"column":0,"row":0,"columns":1,"rows":1,"format":"svg","data":""}]"#,
            "pictures[0].format"
        ),
    ])
    func wrongPagesAreRefused(fields: String, place: String) {
        let text = objection { _ = try sheet(#"{"type":"page","name":"a","# + fields + "}") }
        #expect(text.hasPrefix(place), "\(text)")
    }

    @Test func wrongHeadersAndNamesAreRefused() {
        #expect(objection { _ = try header(#"{"type":"paper","version":2,"title":""}"#) }.hasPrefix("version"))
        #expect(objection { _ = try header(#"{"type":"page","version":1}"#) }.hasPrefix("type"))
        #expect(objection { _ = try header(#"{"type":"paper","version":1,"title":"","width":9}"#) }.hasPrefix("width"))
        #expect(
            objection { _ = try sheet(#"{"type":"page","name":"../x","columns":1,"rows":1,"runs":[]}"#) }
                .hasPrefix("name"))
        // A name of 64 characters at most.
        for (count, isName) in [(0, false), (1, true), (64, true), (65, false)] {
            let name = String(repeating: "a", count: count)
            let text = objection { _ = try sheet(#"{"type":"page","name":"\#(name)","columns":1,"rows":1,"runs":[]}"#) }
            #expect(isName ? text == "none" : text.hasPrefix("name"), "\(count): \(text)")
        }
    }
}
