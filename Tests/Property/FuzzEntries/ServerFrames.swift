/// Frames that a server may send after an upgrade (RFC 6455, section 5): without masks and reserved bits, of known
/// kinds, control frames short and whole, text in UTF-8, nothing after a close.
enum ServerFrames {
    /// Checks a stream of frames; the last may be truncated, because the peer has hung up.
    static func check(_ stream: ArraySlice<UInt8>) {
        var rest = stream
        while rest.count >= 2 {
            let (first, second) = (rest[rest.startIndex], rest[rest.startIndex + 1])
            let opcode = first & 15
            precondition(first & 0x70 == 0 && second & 0x80 == 0, "no reserved bits, no mask")
            precondition([0, 1, 2, 8, 9, 10].contains(opcode), "a known kind of frame")
            let (digits, short) = (second == 126 ? 2 : second == 127 ? 8 : 0, Int(second))
            if opcode >= 8 { precondition(first & 0x80 != 0 && digits == 0, "control frames are short and whole") }
            rest = rest.dropFirst(2)
            guard rest.count >= digits else { return }
            let count = digits == 0 ? short : rest.prefix(digits).reduce(0) { $0 << 8 | Int($1) }
            precondition(count >= 0 && count <= 65_536, "no message is longer than what was taken")
            rest = rest.dropFirst(digits)
            guard rest.count >= count else { return }
            if opcode == 1, first & 0x80 != 0 {
                precondition(String(validating: rest.prefix(count), as: UTF8.self) != nil, "text is UTF-8")
            }
            rest = rest.dropFirst(count)
            if opcode == 8 { precondition(rest.isEmpty, "nothing follows a close") }
        }
    }
}
