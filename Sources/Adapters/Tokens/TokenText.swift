import FoundationEssentials

/// Text of tokens: Base64URL without padding (RFC 7515 §2).
enum TokenText {
    /// The bytes of canonical Base64URL without padding; nil for any other text.
    static func decoded(_ part: some Collection<UInt8>) -> [UInt8]? {
        var text = part.map { byte in
            switch byte {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="): UInt8(0)
            default: byte
            }
        }
        while !text.count.isMultiple(of: 4) { text.append(UInt8(ascii: "=")) }
        // Unused bits of the last letter must be zero, or several texts would stand for the same token.
        guard let data = Data(base64Encoded: Data(text)), data.base64EncodedData() == Data(text) else { return nil }
        return [UInt8](data)
    }

    static func encoded(_ bytes: [UInt8]) -> [UInt8] {
        Data(bytes).base64EncodedData().compactMap { byte in
            switch byte {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            case UInt8(ascii: "="): nil
            default: byte
            }
        }
    }
}
