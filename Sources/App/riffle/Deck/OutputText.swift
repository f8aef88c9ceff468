/// Output of a program as text that is safe in a deck.
enum OutputText {
    private static let mostRows = 500
    private static let mostBytes = 16_384

    /// Rows without escape sequences and control characters, and without blank rows at the end. The end of a long text is a
    /// row that says how much is missing.
    static func rows(of bytes: [UInt8]) -> [String] {
        var rows = plain(String(decoding: bytes, as: UTF8.self))
            .split(separator: "\n", omittingEmptySubsequences: false)
            .map { row in String(row.reversed().drop { $0 == " " }.reversed()) }
        while rows.last?.isEmpty == true { rows.removeLast() }
        var kept: [String] = []
        var size = 0
        for row in rows {
            size += row.utf8.count + 1
            guard kept.count < mostRows, size <= mostBytes else {
                return kept + ["… (\(rows.count - kept.count) more lines)"]
            }
            kept.append(row)
        }
        return kept
    }

    /// The text without what a terminal takes as a command. A line that overwrites itself keeps its last state.
    static func plain(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var scalars = Substring(text).unicodeScalars
        while let scalar = scalars.popFirst() {
            switch scalar.value {
            case 0x1B: skipSequence(&scalars)
            // One-character forms of ESC [ and ESC ].
            case 0x9B: skipControl(&scalars)
            case 0x90, 0x98, 0x9D...0x9F: skipString(&scalars)
            case 0x0A: result.append(scalar)
            case 0x09: result.append(contentsOf: "    ".unicodeScalars)
            case 0x0D where scalars.first != "\n" && scalars.first != nil:
                while let last = result.last, last != "\n" { result.removeLast() }
            case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: break
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    private static func skipSequence(_ scalars: inout Substring.UnicodeScalarView) {
        switch scalars.popFirst() {
        case "[": skipControl(&scalars)
        case "]", "P", "X", "^", "_": skipString(&scalars)
        case "(", ")", "*", "+", "#", "%": _ = scalars.popFirst()
        default: break
        }
    }

    private static func skipControl(_ scalars: inout Substring.UnicodeScalarView) {
        while let next = scalars.first, (0x20..<0x40).contains(next.value) { scalars.removeFirst() }
        if let last = scalars.first, (0x40..<0x7F).contains(last.value) { scalars.removeFirst() }
    }

    /// Skips to the end of a string for the terminal. One without an end goes to the end of its line.
    private static func skipString(_ scalars: inout Substring.UnicodeScalarView) {
        while let next = scalars.first, next != "\n" {
            scalars.removeFirst()
            if next.value == 0x07 || next.value == 0x9C { return }
            if next.value == 0x1B {
                if scalars.first == "\\" { scalars.removeFirst() }
                return
            }
        }
    }
}
