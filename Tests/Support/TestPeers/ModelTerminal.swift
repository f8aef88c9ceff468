package import TerminalView

/// A terminal that knows just enough of ECMA-48 to show what the bytes written to it make of its cells.
///
/// Anything it does not know is a failure. Like a real one it clears the other half of a wide cluster when one half
/// is overwritten, and it may take clusters that terminals disagree on for wider or narrower than they are.
package struct ModelTerminal {
    package struct Cell: Equatable {
        package var text: String
        package var style: Rendition
        /// A first, and a second column of a wide cluster.
        var isWide = false
        var isContinuation = false
        /// The number of the letter of double size that it is a part of; 0 without one.
        package internal(set) var letter = 0

        static let blank = Cell(text: " ", style: .plain)
        /// A cell that no program writes: it marks the places that a program has left unwritten.
        static let rubbish = Cell(text: "?", style: Rendition([.bold, .reversed]))
    }

    package internal(set) var columns: Int
    package internal(set) var rows: Int
    /// Columns this terminal gives a cluster.
    let width: (Character) -> Int
    package internal(set) var cells: [Cell]
    /// As some other program left it.
    package internal(set) var style = Rendition(.underlined)
    package internal(set) var failures: [String] = []
    /// Addresses of links in the order in which they were written.
    package internal(set) var links: [String] = []
    /// Private modes that are switched on, by their numbers.
    package internal(set) var modes: Set<Int> = []
    var column = 0
    var row = 0
    var margins: Range<Int>
    /// Whether what leads out of the screen ends at its edge, as with every real terminal, and is no failure.
    let isForgiving: Bool
    /// Whether the last column of a row has been written and the next cluster begins another row.
    var isPastEdge = false
    /// The screen that waits while the other one is shown.
    var mainScreen: (cells: [Cell], column: Int, row: Int)?
    /// Knowledge of letters of double size.
    package var scaling = Scaling.unknown
    /// Texts of letters of double size, by their numbers.
    var letters: [Int: String] = [:]
    /// The halves of letters that rows of double size show (`3` and `4`, as DECDHL has them).
    var halves: [Int: Character] = [:]
    /// Answers to questions.
    var answers: [UInt8] = []
    /// Bytes of a sequence or a cluster the rest of which has not come yet.
    private var unread: [UInt8] = []

    /// A terminal full of rubbish, so that what is not written is seen.
    package init(columns: Int, rows: Int, width: @escaping (Character) -> Int = { $0.columns }) {
        self.columns = columns
        self.rows = rows
        self.width = width
        isForgiving = false
        // As some other program left them.
        margins = 0..<max(1, rows - 1)
        cells = Array(repeating: .rubbish, count: columns * rows)
    }

    /// A terminal that has just been switched on: blank, wrapping, with a cursor.
    package init(freshWithColumns columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        width = { $0.columns }
        isForgiving = true
        margins = 0..<rows
        cells = Array(repeating: .blank, count: columns * rows)
        style = .plain
        modes = Mode.fresh
    }

    /// Bytes as a program wrote them, in pieces of any length.
    package mutating func write(_ bytes: [UInt8]) {
        let all = unread + bytes
        unread = []
        var place = 0
        while place < all.count {
            switch all[place] {
            case 0x1B:
                guard let end = run(all, from: place) else {
                    unread = Array(all[place...])
                    return
                }
                place = end
            case ..<0x20:
                control(all[place])
                place += 1
            default:
                let end = all[place...].firstIndex { $0 < 0x20 } ?? all.count
                let text = end == all.count ? place..<wholeEnd(of: all, from: place) : place..<end
                guard !text.isEmpty else {
                    unread = Array(all[place...])
                    return
                }
                print(all[text])
                place = text.upperBound
            }
        }
    }

    /// Where the last whole UTF-8 sequence ends.
    private func wholeEnd(of bytes: [UInt8], from start: Int) -> Int {
        var last = bytes.count - 1
        while last > start, bytes[last] & 0xC0 == 0x80 { last -= 1 }
        let length = bytes[last] < 0x80 ? 1 : bytes[last] < 0xE0 ? 2 : bytes[last] < 0xF0 ? 3 : 4
        return last + length <= bytes.count ? bytes.count : last
    }

    private mutating func print(_ bytes: ArraySlice<UInt8>) {
        if bytes.allSatisfy({ $0 < 0x80 }) {
            for byte in bytes { print(String(UnicodeScalar(byte)), width: 1) }
            return
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            failures.append("bytes are not UTF-8")
            return
        }
        for character in text { print(String(character), width: width(character)) }
    }

    private mutating func control(_ byte: UInt8) {
        switch byte {
        case 0x07: break
        case 0x08: column = max(0, column - 1)
        case 0x09: column = min((column / 8 + 1) * 8, columns - 1)
        case 0x0A: lineFeed()
        case 0x0D: column = 0
        default: failures.append("unknown control \(byte)")
        }
        isPastEdge = false
    }

    /// Runs the sequence that begins at `start` and returns where it ends; nil while it is not complete.
    private mutating func run(_ bytes: [UInt8], from start: Int) -> Int? {
        guard start + 1 < bytes.count else { return nil }
        if bytes[start + 1] == UInt8(ascii: "]") {
            guard let end = bytes[(start + 2)...].firstRange(of: [0x1B, UInt8(ascii: "\\")]) else { return nil }
            operate(String(decoding: bytes[start + 2..<end.lowerBound], as: UTF8.self))
            return end.upperBound
        }
        if bytes[start + 1] == UInt8(ascii: "#") {
            guard start + 2 < bytes.count else { return nil }
            setRow(Character(UnicodeScalar(bytes[start + 2])))
            return start + 3
        }
        // A command for kitty's graphics, which other terminals pass over.
        if bytes[start + 1] == UInt8(ascii: "_"), start + 2 == bytes.count || bytes[start + 2] == UInt8(ascii: "G") {
            return bytes[(start + 2)...].firstRange(of: [0x1B, UInt8(ascii: "\\")])?.upperBound
        }
        guard bytes[start + 1] == UInt8(ascii: "[") else {
            failures.append("broken sequence")
            return start + 2
        }
        guard let end = bytes[(start + 2)...].firstIndex(where: { (0x40...0x7E).contains($0) }) else { return nil }
        let parameters = String(decoding: bytes[start + 2..<end], as: UTF8.self)
        perform(parameters, Character(UnicodeScalar(bytes[end])))
        isPastEdge = false
        return end + 1
    }
}
