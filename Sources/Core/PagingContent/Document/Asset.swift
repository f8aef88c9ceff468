/// A file that pages refer to, as it travels and as homes keep it: a picture.
package struct Asset: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case png
        case jpeg
    }

    /// Bytes of one file: a photograph that fills a large window.
    package static let mostBytes = 1 << 20
    /// Characters of Base64 for `mostBytes`.
    package static let mostCharacters = (mostBytes + 2) / 3 * 4

    package let name: AssetName
    package let kind: Kind
    /// The bytes in Base64 with padding (RFC 4648). Nobody but the window that draws needs them in another form.
    package let base64: [UInt8]

    /// Nil where `base64` is empty, no Base64, or more than `mostBytes` bytes. Nobody here compares the name with the bytes.
    package init?(name: AssetName, kind: Kind, base64: [UInt8]) {
        guard !base64.isEmpty, base64.count <= Asset.mostCharacters, base64.count.isMultiple(of: 4) else { return nil }
        let padding = base64.suffix(2).count { $0 == UInt8(ascii: "=") }
        guard padding != 1 || base64.last == UInt8(ascii: "="),
            base64.dropLast(padding).allSatisfy(Asset.isBase64)
        else { return nil }
        (self.name, self.kind, self.base64) = (name, kind, base64)
    }

    private static func isBase64(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
            true
        default: false
        }
    }

    /// Bytes that count for a room: the text, and as much as a home takes besides, so that many small files have a limit, too.
    package var bytesHeld: Int { base64.count + 512 }

    /// Bytes of the file.
    package var byteCount: Int { base64.count / 4 * 3 - base64.suffix(2).count { $0 == UInt8(ascii: "=") } }
}
