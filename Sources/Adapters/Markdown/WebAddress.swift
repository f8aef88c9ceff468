import PagingContent

/// Bare web addresses in a text (GitHub Flavored Markdown 0.29, §6.9, without mail addresses).
///
/// Replaces the library's extension, which in the version of Debian 12 takes seconds for a page of `www.a))))` or
/// `a@a@a@`. This code reads each byte a constant number of times.
struct WebAddress {
    private static let beginnings = ["http://", "https://", "www."].map { Array($0.utf8) }

    /// Splits `text` into links for its addresses and plain text for the rest.
    static func links(in text: String) -> [Document.Inline] {
        let bytes = Array(text.utf8)
        guard let first = next(in: bytes, from: 0) else { return [.text(text)] }
        var inlines: [Document.Inline] = []
        var written = 0
        var found: Range<Int>? = first
        while let range = found {
            if range.lowerBound > written { inlines.append(.text(string(bytes[written..<range.lowerBound]))) }
            let shown = string(bytes[range])
            let address = bytes[range].starts(with: beginnings[2]) ? "http://" + shown : shown
            inlines.append(.link([.text(shown)], address: address))
            written = range.upperBound
            found = next(in: bytes, from: written)
        }
        if written < bytes.count { inlines.append(.text(string(bytes[written...]))) }
        return inlines
    }

    private static func next(in bytes: [UInt8], from start: Int) -> Range<Int>? {
        var place = start
        while place < bytes.count {
            defer { place += 1 }
            guard bytes[place] == UInt8(ascii: "h") || bytes[place] == UInt8(ascii: "w"),
                place == 0 || isBoundary(bytes[place - 1]),
                let beginning = beginnings.first(where: { bytes[place...].starts(with: $0) }),
                let end = end(in: bytes, from: place + beginning.count)
            else { continue }
            return place..<end
        }
        return nil
    }

    /// End of the address whose scheme ends at `start`; nil when no name follows.
    private static func end(in bytes: [UInt8], from start: Int) -> Int? {
        guard start < bytes.count, isNameByte(bytes[start]) else { return nil }
        var end = start
        var openings = 0
        var closings = 0
        while end < bytes.count, bytes[end] > 0x20, bytes[end] != UInt8(ascii: "<") {
            openings += bytes[end] == UInt8(ascii: "(") ? 1 : 0
            closings += bytes[end] == UInt8(ascii: ")") ? 1 : 0
            end += 1
        }
        // The name's first byte is none of these, so the address is not empty.
        while true {
            switch bytes[end - 1] {
            case UInt8(ascii: ")") where closings > openings: closings -= 1
            case UInt8(ascii: "("): openings -= 1
            case let byte where "?!.,:;*_~'\"".utf8.contains(byte): break
            default: return end
            }
            end -= 1
        }
    }

    /// Whether an address may follow the byte: white space or punctuation, no letter or digit.
    private static func isBoundary(_ byte: UInt8) -> Bool { !isNameByte(byte) }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...0xFF:
            true
        default: false
        }
    }

    private static func string(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}
