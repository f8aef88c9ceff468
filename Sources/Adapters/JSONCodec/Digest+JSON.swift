import PagingRoom

/// A digest on the wire: sixteen lower-case hexadecimal digits.
extension FieldReader {
    func digest(_ name: StaticString = "digest") throws(DecodeError) -> Digest {
        guard let digest = Digest(text: try string(name, bytes: 16)) else {
            throw fault(name, "sixteen lower-case hexadecimal digits are due")
        }
        return digest
    }
}

extension JSONWriter {
    mutating func field(_ name: StaticString, _ value: Digest) { field(name, value.text) }
}
