import FoundationEssentials

/// Strict reading of the parts of a token.
enum TokenText {
    /// The bytes of canonical Base64URL without padding (RFC 7515 §2); nil for any other text.
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

    /// A claim or header field that occurs twice in the outermost JSON object, by its kind only; nil when there is none.
    static func repeatedName(in json: [UInt8]) -> String? {
        var names: Set<String> = []
        var depth = 0
        var index = json.startIndex
        while index < json.endIndex {
            switch json[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: "\""):
                let end = endOfText(in: json, from: index)
                if depth == 1, isName(endingAt: end, in: json) {
                    guard let name = text(json[index..<end]), names.insert(name).inserted else { return "each name" }
                }
                index = end
                continue
            default: break
            }
            index += 1
        }
        return nil
    }

    /// The place after the closing quotation mark of the text that begins at `start`.
    private static func endOfText(in json: [UInt8], from start: Int) -> Int {
        var index = start + 1
        while index < json.endIndex, json[index] != UInt8(ascii: "\"") {
            index += json[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(index + 1, json.endIndex)
    }

    /// The text of a JSON string with its quotation marks; nil if it is malformed.
    private static func text(_ quoted: ArraySlice<UInt8>) -> String? {
        guard quoted.contains(UInt8(ascii: "\\")) else {
            return String(validating: quoted.dropFirst().dropLast(), as: UTF8.self)
        }
        return try? JSONDecoder().decode([String].self, from: Data("[".utf8 + quoted + "]".utf8)).first
    }

    private static func isName(endingAt end: Int, in json: [UInt8]) -> Bool {
        json[end...].first { ![0x20, 0x09, 0x0a, 0x0d].contains($0) } == UInt8(ascii: ":")
    }
}
