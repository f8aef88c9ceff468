/// An answer of a terminal about itself; it comes in the same stream as the keys.
package enum TerminalAnswer: Hashable, Sendable {
    /// Whether it has kitty's graphics (its answer to a query, within `ESC _ G` and `ESC \`).
    case kittyGraphics(Bool)
    /// Pixels of a cell (xterm's answer to `CSI 16 t`).
    case cellSize(width: Int, height: Int)
    /// Numbers of what it can do (its answer to DA1, `CSI c`), which every terminal gives.
    case attributes([Int])

    /// The question: about graphics, about cells, and last about attributes, so that no answer is missing once those are there.
    package static let question = Array("\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[16t\u{1B}[c".utf8)

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
