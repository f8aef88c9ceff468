/// The string literals of a source text. Interpolations are code: their own literals count, their expressions do not.
struct LiteralScanner {
    private let bytes: [UInt8]
    private var place = 0
    private var line = 1
    private(set) var literals: [(number: Int, text: String)] = []

    init(_ text: String) {
        bytes = Array(text.utf8)
        while place < bytes.count { scanCode() }
    }

    private func next(_ offset: Int = 0) -> UInt8? {
        place + offset < bytes.count ? bytes[place + offset] : nil
    }

    private func begins(_ text: StaticString) -> Bool {
        bytes[place...].starts(with: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private mutating func step() {
        if next() == UInt8(ascii: "\n") { line += 1 }
        place += 1
    }

    /// Reads code up to the end, or to the parenthesis that closes an interpolation.
    private mutating func scanCode() {
        var depth = 0
        while let byte = next() {
            switch byte {
            case UInt8(ascii: "/") where begins("//"):
                while let byte = next(), byte != UInt8(ascii: "\n") { step() }
            case UInt8(ascii: "\""), UInt8(ascii: "#"):
                let hashes = bytes[place...].prefix { $0 == UInt8(ascii: "#") }.count
                place += hashes
                if begins("\"") { scanLiteral(hashes) }
            case UInt8(ascii: "("):
                depth += 1
                step()
            case UInt8(ascii: ")"):
                depth -= 1
                step()
                if depth < 0 { return }
            default: step()
            }
        }
    }

    private mutating func scanLiteral(_ hashes: Int) {
        let start = line
        let isLong = begins("\"\"\"")
        let quotes = isLong ? 3 : 1
        place += quotes
        var text: [UInt8] = []
        while let byte = next() {
            // A literal on one line ends with it; a lone quotation mark in a regular expression begins no other.
            if byte == UInt8(ascii: "\n"), !isLong { break }
            if byte == UInt8(ascii: "\""), isAt(quotes, UInt8(ascii: "\""), then: hashes) {
                place += quotes + hashes
                break
            }
            guard byte == UInt8(ascii: "\\"), isAt(1, byte, then: hashes) else {
                text.append(byte)
                step()
                continue
            }
            place += 1 + hashes
            text.append(UInt8(ascii: " "))
            let isInterpolation = next() == UInt8(ascii: "(")
            step()
            if isInterpolation { scanCode() }
        }
        literals.append((start, String(decoding: text, as: UTF8.self).inOneLine))
    }

    /// Whether `count` times `byte` stand here, followed by so many number signs.
    private func isAt(_ count: Int, _ byte: UInt8, then hashes: Int) -> Bool {
        let found = bytes[place...].prefix(count + hashes)
        return found.count == count + hashes && found.prefix(count).allSatisfy { $0 == byte }
            && found.dropFirst(count).allSatisfy { $0 == UInt8(ascii: "#") }
    }
}

extension String {
    /// The words with one space between them, so that a phrase is found across the end of a line.
    var inOneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
