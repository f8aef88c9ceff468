import PagingRoom

/// A digest on the wire: sixteen lower-case hexadecimal digits.
extension FieldReader {
    func digest(_ name: StaticString = "digest") throws(Fault) -> Digest {
        let text = try string(name, bytes: 16)
        let isHexadecimal = text.utf8.allSatisfy { byte in
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
        }
        guard text.utf8.count == 16, isHexadecimal, let value = UInt64(text, radix: 16) else {
            throw fault(name, "sixteen lower-case hexadecimal digits are due")
        }
        return Digest(value: value)
    }
}

extension JSONWriter {
    mutating func field(_ name: StaticString, _ value: Digest) {
        let digits = String(value.value, radix: 16)
        field(name, String(repeating: "0", count: 16 - digits.utf8.count) + digits)
    }
}
