/// An answer of a terminal about itself; it comes in the same stream as the keys.
package enum TerminalAnswer: Hashable, Sendable {
    /// Whether it has kitty's graphics (its answer to a query, within `ESC _ G` and `ESC \`).
    case kittyGraphics(Bool)
    /// Pixels of a cell (xterm's answer to `CSI 16 t`).
    case cellSize(width: Int, height: Int)
    /// Numbers of what it can do (its answer to DA1, `CSI c`), which every terminal gives.
    case attributes([Int])
    /// The cursor's column, counted from 1 (CPR, the answer to `CSI 6 n`).
    case cursor(column: Int)

    /// The question: about graphics, about cells, and last about attributes, so that no answer is missing once those are there.
    package static let question = Array("\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[16t\u{1B}[c".utf8)

    /// The question about letters of double size, as their protocol has it: a blank of double size, and where the cursor is
    /// then. What it leaves on the screen is erased.
    package static let titleQuestion = Array("\u{1B}[1;1H\u{1B}]66;s=2; \u{1B}\\\u{1B}[6n\u{1B}[1;1H\u{1B}[2X".utf8)

    /// The column of the cursor on a terminal that knows letters of double size.
    package static let columnAfterScaledBlank = 3

    /// Whether it is the last one to its question.
    var isLast: Bool {
        switch self {
        case .attributes, .cursor: true
        case .kittyGraphics, .cellSize: false
        }
    }

    /// The attribute of DA1 for sixels.
    package static let sixels = 4

    /// Nil for a sequence that is no answer.
    init?(_ sequence: some Collection<UInt8>) {
        let text = String(decoding: sequence, as: UTF8.self)
        if text.hasPrefix("\u{1B}_G") {
            self = .kittyGraphics(text.hasPrefix("\u{1B}_Gi=31;OK"))
        } else if text.hasPrefix("\u{1B}[?"), text.hasSuffix("c") {
            self = .attributes(TerminalAnswer.numbers(text.dropFirst(3).dropLast()))
        } else if text.hasPrefix("\u{1B}[6;"), text.hasSuffix("t") {
            let numbers = TerminalAnswer.numbers(text.dropFirst(2).dropLast())
            // Nonsense is of no use.
            guard numbers.count == 3, (1...200).contains(numbers[1]), (1...200).contains(numbers[2]) else { return nil }
            self = .cellSize(width: numbers[2], height: numbers[1])
        } else if text.hasPrefix("\u{1B}["), text.hasSuffix("R") {
            let numbers = TerminalAnswer.numbers(text.dropFirst(2).dropLast())
            guard numbers.count == 2 else { return nil }
            self = .cursor(column: numbers[1])
        } else {
            return nil
        }
    }

    private static func numbers(_ text: Substring) -> [Int] { text.split(separator: ";").compactMap { Int($0) } }
}

extension TerminalAnswer {
    /// Longest answer within `ESC _` and `ESC \`.
    private static let mostBytes = 256

    /// The length of such an answer at the beginning of the bytes: 0 while its end is missing, nil for anything else.
    static func stringLength(_ bytes: ArraySlice<UInt8>) -> Int? {
        let start = Array("\u{1B}_G".utf8)
        guard bytes.count >= 2, bytes.starts(with: start.prefix(bytes.count)) else { return nil }
        if let end = bytes.firstRange(of: Array("\u{1B}\\".utf8)) { return end.upperBound - bytes.startIndex }
        return bytes.count < mostBytes ? 0 : nil
    }
}
