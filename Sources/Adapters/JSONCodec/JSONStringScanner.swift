/// Checks one string of JSON and hashes the text it stands for, escapes resolved.
///
/// Two spellings of one name get the same hash (FNV-1a). A forged collision only gets its own message refused.
struct JSONStringScanner {
    private let bytes: UnsafeRawBufferPointer
    /// Offset of the next byte; after `hash`, of the first byte after the closing quote.
    private(set) var place: Int

    /// Starts at the opening quote, which is at `place`.
    init(_ bytes: UnsafeRawBufferPointer, at place: Int) {
        self.bytes = bytes
        self.place = place
    }

    private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    private func error(_ reason: String) -> DecodeError { DecodeError(place: .byte(place), reason: reason) }

    /// Skips the string and returns its hash.
    mutating func hash() throws(DecodeError) -> UInt64 {
        var hash: UInt64 = 14_695_981_039_346_656_037
        place += 1
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                place += 1
                return hash
            case UInt8(ascii: "\\"):
                let scalar = try escape()
                for unit in scalar.utf8 { JSONStringScanner.mix(unit, into: &hash) }
            case 0..<0x20:
                throw error("a control character in a string must be escaped")
            case 0x20..<0x80:
                JSONStringScanner.mix(byte, into: &hash)
                place += 1
            default:
                for _ in 0..<(try sequenceLength(first: byte)) {
                    JSONStringScanner.mix(bytes[place], into: &hash)
                    place += 1
                }
            }
        }
        throw error("the line ends inside a string")
    }

    private static func mix(_ byte: UInt8, into hash: inout UInt64) {
        hash = (hash ^ UInt64(byte)) &* 1_099_511_628_211
    }

    /// Skips an escape sequence and returns its character.
    private mutating func escape() throws(DecodeError) -> Unicode.Scalar {
        let start = place
        place += 1
        guard let letter = next else { throw error("the line ends inside a string") }
        place += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
        case UInt8(ascii: "b"): return "\u{08}"
        case UInt8(ascii: "f"): return "\u{0C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try unicodeEscape(from: start)
        default: throw DecodeError(place: .byte(start), reason: "there is no such escape")
        }
    }

    /// Skips the digits of `\uXXXX`, and the second half of a surrogate pair.
    private mutating func unicodeEscape(from start: Int) throws(DecodeError) -> Unicode.Scalar {
        let high = try fourHexDigits()
        guard high != 0 else { throw DecodeError(place: .byte(start), reason: "NUL has no place in a string") }
        if let scalar = Unicode.Scalar(high) { return scalar }
        guard high < 0xDC00, next == UInt8(ascii: "\\"), place + 1 < bytes.count,
            bytes[place + 1] == UInt8(ascii: "u")
        else { throw DecodeError(place: .byte(start), reason: "a surrogate stands alone") }
        place += 2
        let low = try fourHexDigits()
        guard (0xDC00..<0xE000).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
        else { throw DecodeError(place: .byte(start), reason: "a surrogate stands alone") }
        return scalar
    }

    private mutating func fourHexDigits() throws(DecodeError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = JSONStringScanner.hexDigit(byte) else {
                throw error("four hexadecimal digits are due")
            }
            value = value << 4 | digit
            place += 1
        }
        return value
    }

    private static func hexDigit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }

    /// Length of the UTF-8 sequence at `place`, checked against table 3-7 of the Unicode standard: no overlong
    /// forms, no surrogates, nothing above U+10FFFF.
    private func sequenceLength(first: UInt8) throws(DecodeError) -> Int {
        let (length, second): (Int, ClosedRange<UInt8>) =
            switch first {
            case 0xC2...0xDF: (2, 0x80...0xBF)
            case 0xE0: (3, 0xA0...0xBF)
            case 0xE1...0xEC, 0xEE, 0xEF: (3, 0x80...0xBF)
            case 0xED: (3, 0x80...0x9F)
            case 0xF0: (4, 0x90...0xBF)
            case 0xF1...0xF3: (4, 0x80...0xBF)
            case 0xF4: (4, 0x80...0x8F)
            default: throw error("not UTF-8")
            }
        guard place + length <= bytes.count, second.contains(bytes[place + 1]) else { throw error("not UTF-8") }
        for index in 2..<max(length, 2) where bytes[place + index] & 0xC0 != 0x80 { throw error("not UTF-8") }
        return length
    }
}
