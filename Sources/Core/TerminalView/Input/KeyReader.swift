package import PagingEngine

/// Reads keys from the bytes of a terminal, in pieces of any length.
///
/// An escape may be a key or the beginning of a sequence; a timeout decides. The caller asks for `deadline` and calls
/// `timedOut` when it has come.
package struct KeyReader: Hashable, Sendable {
    /// Longest sequence; a longer one is broken.
    private static let sequenceBytes = 32
    private static let answerBytes = 128

    private let escapeMilliseconds: Int64
    private var pending: [UInt8] = []
    private var lastByteAt = Instant(milliseconds: 0)
    /// Whether the bytes are pasted text, which is dropped up to its end mark.
    private var isPasting = false

    /// Questions to the terminal that wait for their last answers. Without one, answers would be read as keys.
    private var questions = 0
    private var answers: [TerminalAnswer] = []

    private static let pasteStart = Array("\u{1B}[200~".utf8)
    private static let pasteEnd = Array("\u{1B}[201~".utf8)
    /// A paste without an end mark ends after this time without another byte.
    private static let pasteMilliseconds: Int64 = 1_000

    /// A lone escape counts as the key after `escapeMilliseconds` without another byte.
    package init(escapeMilliseconds: Int64 = 50) {
        self.escapeMilliseconds = escapeMilliseconds
    }

    /// Takes note that the terminal was asked about itself.
    package mutating func expectAnswers() { questions += 1 }

    /// The answers that have come since the last call.
    package mutating func takeAnswers() -> [TerminalAnswer] {
        defer { answers = [] }
        return answers
    }

    /// The time at which an incomplete sequence is read as it is; nil without one.
    package var deadline: Instant? {
        guard !isPasting else { return lastByteAt.advanced(byMilliseconds: KeyReader.pasteMilliseconds) }
        return pending.isEmpty ? nil : lastByteAt.advanced(byMilliseconds: escapeMilliseconds)
    }

    /// The keys that are complete with these bytes.
    package mutating func read(_ bytes: [UInt8], at now: Instant) -> [Key] {
        guard !bytes.isEmpty else { return [] }
        pending += bytes
        lastByteAt = now
        var keys: [Key] = []
        var rest = pending[...]
        while skipPaste(&rest) {
            if questions > 0, let length = TerminalAnswer.stringLength(rest) {
                guard length > 0 else { break }
                _ = takeAnswer(rest.prefix(length))
                rest = rest.dropFirst(length)
                continue
            }
            guard let (key, length) = KeyReader.key(at: rest) else { break }
            rest = rest.dropFirst(length)
            if case .unknown(let sequence) = key, takeAnswer(sequence) { continue }
            isPasting = key == .unknown(KeyReader.pasteStart)
            keys.append(isPasting ? .paste : key)
        }
        pending = Array(rest)
        return keys
    }

    /// The keys of a sequence that has timed out at `now`.
    package mutating func timedOut(at now: Instant) -> [Key] {
        guard let deadline, now >= deadline else { return [] }
        defer { (pending, isPasting) = ([], false) }
        if isPasting { return [] }
        // The beginning of an answer, or a key.
        if pending == Array("\u{1B}_".utf8) { return [.alternate("_")] }
        return [pending == [0x1B] ? .escape : .unknown(pending)]
    }

    /// Takes a sequence as an answer, if one is expected.
    private mutating func takeAnswer(_ sequence: some Collection<UInt8>) -> Bool {
        guard questions > 0, let answer = TerminalAnswer(sequence) else { return false }
        answers.append(answer)
        if answer.isLast { questions -= 1 }
        return true
    }

    /// Drops pasted text; returns whether keys follow. Keeps the beginning of what may be the end mark.
    private mutating func skipPaste(_ rest: inout ArraySlice<UInt8>) -> Bool {
        guard isPasting else { return true }
        guard let end = rest.firstRange(of: KeyReader.pasteEnd) else {
            rest = rest.suffix(KeyReader.pasteEnd.count - 1)
            return false
        }
        rest = rest[end.upperBound...]
        isPasting = false
        return true
    }

    /// The first key and its length, or nil when it is not complete.
    private static func key(at bytes: ArraySlice<UInt8>) -> (key: Key, length: Int)? {
        guard let first = bytes.first else { return nil }
        switch first {
        case 0x1B: return escape(bytes)
        case 0x0A, 0x0D: return (.enter, 1)
        case 0x08, 0x7F: return (.backspace, 1)
        case 0x09: return (.tab, 1)
        case 0x00: return (.control(" "), 1)
        case 0x01...0x1A: return (.control(Character(Unicode.Scalar(first + 0x60))), 1)
        case 0x1C...0x1F: return (.control(Character(Unicode.Scalar(first + 0x40))), 1)
        default: return character(bytes)
        }
    }

    private static func character(_ bytes: ArraySlice<UInt8>) -> (key: Key, length: Int)? {
        var parser = Unicode.UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        switch parser.parseScalar(from: &iterator) {
        case .emptyInput: return nil
        case .valid(let encoded):
            return (.character(Character(Unicode.UTF8.decode(encoded))), Array(encoded).count)
        case .error(let length):
            if length == bytes.count, mayGoOn(bytes) { return nil }
            return (.unknown(Array(bytes.prefix(length))), length)
        }
    }

    /// Whether the bytes may be the beginning of a longer character.
    private static func mayGoOn(_ bytes: ArraySlice<UInt8>) -> Bool {
        switch bytes.first ?? 0 {
        case 0xC2...0xDF: bytes.count < 2
        case 0xE0...0xEF: bytes.count < 3
        case 0xF0...0xF4: bytes.count < 4
        default: false
        }
    }

    private static func escape(_ bytes: ArraySlice<UInt8>) -> (key: Key, length: Int)? {
        guard let second = bytes.dropFirst().first else { return nil }
        switch second {
        case 0x1B: return (.escape, 1)
        case UInt8(ascii: "["): return controlSequence(bytes)
        case UInt8(ascii: "O"):
            guard let final = bytes.dropFirst(2).first else { return nil }
            // The key pad's Enter.
            if final == UInt8(ascii: "M") { return (.enter, 3) }
            return (cursorKey(final) ?? .unknown(Array(bytes.prefix(3))), 3)
        default:
            guard let (key, length) = key(at: bytes.dropFirst()) else { return nil }
            guard case .character(let character) = key else { return (.escape, 1) }
            return (.alternate(character), length + 1)
        }
    }

    /// `ESC [`, parameters, and a final byte (ECMA-48, §5.4); modifiers of cursor keys are left out.
    private static func controlSequence(_ bytes: ArraySlice<UInt8>) -> (key: Key, length: Int)? {
        let parameters = bytes.dropFirst(2).prefix { (0x20...0x3F).contains($0) }
        let length = parameters.count + 3
        // Terminals tell what they can do in longer ones.
        let most = parameters.first == UInt8(ascii: "?") ? answerBytes : sequenceBytes
        guard length <= most else { return (.unknown(Array(bytes.prefix(length - 1))), length - 1) }
        guard let final = bytes.dropFirst(length - 1).first else { return nil }
        guard (0x40...0x7E).contains(final) else {
            return (.unknown(Array(bytes.prefix(length - 1))), length - 1)
        }
        let whole = Array(bytes.prefix(length))
        if let report = MouseReport(parameters: parameters, final: final) { return (.mouse(report), length) }
        if parameters.isEmpty, final == UInt8(ascii: "I") || final == UInt8(ascii: "O") {
            return (.focus(final == UInt8(ascii: "I")), length)
        }
        let isCursor = parameters.isEmpty || parameters.starts(with: Array("1;".utf8))
        if isCursor, let key = cursorKey(final) { return (key, length) }
        guard final == UInt8(ascii: "~") else { return (.unknown(whole), length) }
        return (editingKey(parameters.prefix { $0 != UInt8(ascii: ";") }) ?? .unknown(whole), length)
    }

    private static func cursorKey(_ final: UInt8) -> Key? {
        switch final {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "F"): .end
        default: nil
        }
    }

    private static func editingKey(_ number: ArraySlice<UInt8>) -> Key? {
        switch Int(String(decoding: number, as: UTF8.self)) {
        case 1, 7: .home
        case 2: .insert
        case 3: .delete
        case 4, 8: .end
        case 5: .pageUp
        case 6: .pageDown
        default: nil
        }
    }
}
