import PagingContent

/// Text of a fragment of HTML: tags, comments, scripts and styles are removed, pauses stay.
struct HTMLText {
    /// A paragraph of the remaining text or a pause, or a command.
    enum PagePart {
        case block(Document.Block)
        case command(PageCommand)
    }

    private(set) var parts: [PagePart] = []

    private let bytes: [UInt8]
    /// Text outside of tags since the last pause.
    private var text: [UInt8] = []
    /// End marks that do not occur in the rest. Each is searched for in vain only once, so the time stays linear.
    private var missing: Set<String> = []

    init(_ html: String) {
        bytes = Array(html.utf8)
        var place = 0
        while place < bytes.count {
            guard bytes[place] == UInt8(ascii: "<") else {
                text.append(bytes[place])
                place += 1
                continue
            }
            place = readMark(at: place)
        }
        endParagraph()
    }

    /// Whether `html` is a tag `<br>`.
    static func isLineBreak(_ html: String) -> Bool {
        let name = html.dropFirst().prefix { $0.isLetter }
        return name.lowercased() == "br"
    }

    /// Reads the markup that begins with `<` at `place`. Returns the offset after it.
    private mutating func readMark(at place: Int) -> Int {
        let rest = bytes[place...]
        if rest.starts(with: "<!--".utf8) { return readComment(at: place) }
        if rest.starts(with: "<![CDATA[".utf8) { return end(of: "]]>", from: place) ?? bytes.count }
        if rest.starts(with: "<?".utf8) { return end(of: "?>", from: place) ?? bytes.count }
        let isClosing = rest.dropFirst().first == UInt8(ascii: "/")
        let name = String(decoding: rest.dropFirst(isClosing ? 2 : 1).prefix(while: HTMLText.isLetter), as: UTF8.self)
        guard !name.isEmpty || rest.starts(with: "<!".utf8), let end = end(of: ">", from: place) else {
            text.append(bytes[place])
            return place + 1
        }
        switch name.lowercased() {
        case "script" where !isClosing: return self.end(of: "</script>", from: end) ?? bytes.count
        case "style" where !isClosing: return self.end(of: "</style>", from: end) ?? bytes.count
        case "br", "p", "div", "li", "tr": text.append(UInt8(ascii: "\n"))
        default: break
        }
        return end
    }

    private mutating func readComment(at place: Int) -> Int {
        guard let end = end(of: "-->", from: place + 4) else { return bytes.count }
        let lineStart = text.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let isFirst = text[lineStart...].allSatisfy(HTMLText.isBlank)
        let behind = bytes[end...].prefix { $0 != UInt8(ascii: "\n") }
        let comment = Substring(String(decoding: bytes[place..<end], as: UTF8.self))
        guard isFirst, behind.allSatisfy(HTMLText.isBlank) else { return end }
        if PauseLine.isPause(comment) {
            endParagraph()
            parts.append(.block(.pause))
        } else if let command = PageCommand(comment: comment) {
            endParagraph()
            parts.append(.command(command))
        }
        return end
    }

    /// Offset after the next `mark`; nil when there is none.
    private mutating func end(of mark: String, from place: Int) -> Int? {
        guard !missing.contains(mark) else { return nil }
        guard let range = bytes[place...].firstRange(of: Array(mark.utf8)) else {
            missing.insert(mark)
            return nil
        }
        return range.upperBound
    }

    private mutating func endParagraph() {
        let lines = text.split(separator: UInt8(ascii: "\n"))
            .map { String(decoding: $0, as: UTF8.self).joinedLines }.filter { !$0.isEmpty }
        text = []
        guard !lines.isEmpty else { return }
        let inlines = lines.map { [Document.Inline.text($0)] }.joined(separator: [.softBreak])
        parts.append(.block(.paragraph(Array(inlines))))
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
}
