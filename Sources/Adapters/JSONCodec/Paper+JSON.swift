import PagingRoom
package import PagingWire
package import Paper

/// Decodes what `riffle-paper` draws, line by line (docs/paper.md).
package enum PaperReader {
    /// Reads the first line.
    package static func header(_ line: UnsafeRawBufferPointer) throws(Malformed) -> PaperHeader {
        try read(line) { fields throws(DecodeError) in
            let type = try fields.string("type", bytes: JSONLimits.wordBytes)
            guard type == "paper" else { throw fields.error("type", "expected paper in the first line, got \(type)") }
            let version = try fields.integer("version", 0...JSONLimits.exactInteger)
            guard version == PaperHeader.version else {
                throw fields.error(
                    "version", "expected \(PaperHeader.version), got \(version); both programs must be of one version")
            }
            var header = PaperHeader(title: try fields.text("title", bytes: PaperLimits.textBytes, .line))
            header.author = try fields.textIfAny("author", bytes: PaperLimits.textBytes, .line)
            header.font = try fields.textIfAny("font", bytes: JSONLimits.wordBytes, .line) ?? PaperHeader.standardFont
            let points = Int64(PaperLimits.points.lowerBound)...Int64(PaperLimits.points.upperBound)
            if let width = try fields.integerIfAny("width", points) { header.width = Int(width) }
            if let height = try fields.integerIfAny("height", points) { header.height = Int(height) }
            return header
        }
    }

    /// Reads any other line.
    package static func sheet(_ line: UnsafeRawBufferPointer) throws(Malformed) -> PaperSheet {
        try read(line) { fields throws(DecodeError) in
            let type = try fields.string("type", bytes: JSONLimits.wordBytes)
            guard type == "page" else { throw fields.error("type", "expected page, got \(type)") }
            let name = try fields.string("name", bytes: JSONLimits.wordBytes)
            guard PaperSheet.isName(name) else {
                throw fields.error("name", "expected letters a to z, digits and hyphens")
            }
            var sheet = PaperSheet(
                name: name, title: try fields.textIfAny("title", bytes: PaperLimits.textBytes, .line),
                columns: try fields.cells("columns", from: 1), rows: try fields.cells("rows", from: 1),
                ground: try fields.colourIfAny("ground") ?? .white)
            sheet.runs = try fields.list("runs", limit: PaperLimits.runs) { fields throws(DecodeError) in
                try fields.run()
            }
            if fields.has("pictures") {
                sheet.pictures = try fields.list("pictures", limit: PaperLimits.pictures) {
                    fields throws(DecodeError) in try fields.picture()
                }
            }
            return sheet
        }
    }

    private static func read<Value>(
        _ line: UnsafeRawBufferPointer, _ body: (borrowing FieldReader) throws(DecodeError) -> Value
    ) throws(Malformed) -> Value {
        do throws(DecodeError) {
            guard line.count <= PaperLimits.lineBytes else { throw MessageReader.tooLarge(PaperLimits.lineBytes) }
            return try JSONTree.read(line, containers: PaperLimits.runs + PaperLimits.pictures + 8, body)
        } catch {
            throw Malformed(id: nil, refusal: error.refusal)
        }
    }
}

extension FieldReader {
    fileprivate func cells(_ name: StaticString, from least: Int64 = 0) throws(DecodeError) -> Int {
        Int(try integer(name, least...Int64(PaperLimits.side)))
    }

    fileprivate func colourIfAny(_ name: StaticString) throws(DecodeError) -> PaperColour? {
        try integerIfAny(name, 0...0xFFFFFF).map { PaperColour(UInt32($0)) }
    }

    fileprivate func run() throws(DecodeError) -> PaperRun {
        var run = PaperRun(
            column: try cells("column"), row: try cells("row"), columns: try cells("columns", from: 1),
            text: try text("text", bytes: PaperLimits.textBytes, .line), ink: try colourIfAny("ink") ?? .black)
        run.ground = try colourIfAny("ground")
        if let scale = try integerIfAny("scale", 1...16) { run.scale = Int(scale) }
        for (name, mark) in PaperRun.Marks.named where try booleanIfAny(name) == true { run.marks.insert(mark) }
        if let link = try stringIfAny("link", bytes: PaperLimits.textBytes) {
            guard link.utf8.allSatisfy({ (0x21..<0x7F).contains($0) }) else {
                throw error("link", "expected printable ASCII characters")
            }
            run.link = link
        }
        return run
    }

    fileprivate func picture() throws(DecodeError) -> PaperPicture {
        PaperPicture(
            column: try cells("column"), row: try cells("row"), columns: try cells("columns", from: 1),
            rows: try cells("rows", from: 1), format: try word("format"),
            base64: try string("data", bytes: PaperLimits.lineBytes))
    }
}

extension PaperRun.Marks {
    /// The marks by their names in the format.
    fileprivate static let named: [(StaticString, PaperRun.Marks)] = [
        ("bold", .bold), ("italic", .italic), ("underlined", .underlined), ("struck", .struck),
    ]
}

/// Encodes what `riffle-paper` draws: one JSON object per line, the header first.
package enum PaperWriter {
    /// Appends the first line with its line feed.
    package static func encode(_ header: PaperHeader, into bytes: inout [UInt8]) {
        line(into: &bytes) { writer in
            writer.field("type", "paper")
            writer.field("version", PaperHeader.version)
            writer.field("title", header.title)
            if let author = header.author { writer.field("author", author) }
            writer.field("font", header.font)
            writer.field("width", Int64(header.width))
            writer.field("height", Int64(header.height))
        }
    }

    /// Appends the line of a sheet with its line feed.
    package static func encode(_ sheet: PaperSheet, into bytes: inout [UInt8]) {
        line(into: &bytes) { writer in
            writer.field("type", "page")
            writer.field("name", sheet.name)
            if let title = sheet.title { writer.field("title", title) }
            writer.field("columns", Int64(sheet.columns))
            writer.field("rows", Int64(sheet.rows))
            writer.field("ground", Int64(sheet.ground.number))
            writer.list("runs", sheet.runs) { writer, run in writer.object { write(run, to: &$0) } }
            guard !sheet.pictures.isEmpty else { return }
            writer.list("pictures", sheet.pictures) { writer, picture in writer.object { write(picture, to: &$0) } }
        }
    }

    private static func line(into bytes: inout [UInt8], _ body: (inout JSONWriter) -> Void) {
        var writer = JSONWriter()
        writer.object(body)
        bytes += writer.bytes
        bytes.append(UInt8(ascii: "\n"))
    }

    private static func write(_ run: PaperRun, to writer: inout JSONWriter) {
        writer.field("column", Int64(run.column))
        writer.field("row", Int64(run.row))
        writer.field("columns", Int64(run.columns))
        writer.field("text", run.text)
        writer.field("ink", Int64(run.ink.number))
        if let ground = run.ground { writer.field("ground", Int64(ground.number)) }
        for (name, mark) in PaperRun.Marks.named where run.marks.contains(mark) { writer.field(name, true) }
        if let link = run.link { writer.field("link", link) }
        if run.scale > 1 { writer.field("scale", Int64(run.scale)) }
    }

    private static func write(_ picture: PaperPicture, to writer: inout JSONWriter) {
        writer.field("column", Int64(picture.column))
        writer.field("row", Int64(picture.row))
        writer.field("columns", Int64(picture.columns))
        writer.field("rows", Int64(picture.rows))
        writer.field("format", picture.format.rawValue)
        writer.field("data", picture.base64)
    }
}
