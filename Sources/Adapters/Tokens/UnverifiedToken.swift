import JSONCodec

/// Parts of a token before its signature is checked.
struct UnverifiedToken {
    let algorithm: String
    let keyID: String?
    /// Header `typ`.
    let type: String?
    let claims: Claims
    let signature: [UInt8]
    /// Signed part: header and claims as received.
    let signed: [UInt8]

    init(_ token: String) throws(TokenRefusal) {
        let bytes = Array(token.utf8)
        guard bytes.count <= TokenKeys.mostTokenBytes else {
            throw .malformed("expected at most \(TokenKeys.mostTokenBytes) bytes, got \(bytes.count)")
        }
        let dots = bytes.indices.filter { bytes[$0] == UInt8(ascii: ".") }
        guard dots.count == 2 else { throw .malformed("expected three parts separated by dots, got \(dots.count + 1)") }
        let ends = [0] + dots.map { $0 + 1 }
        let parts = zip(ends, dots + [bytes.count]).map { TokenText.decoded(bytes[$0..<$1]) }
        guard let head = parts[0], let body = parts[1] else {
            throw .malformed("expected Base64URL without padding")
        }
        let header = try TokenFields(head)
        claims = try Claims(try TokenFields(body))
        guard let algorithm = try header.text("alg") else {
            throw .malformed("expected an algorithm in the header, got none")
        }
        // Critical extensions (RFC 7515 §4.1.11): none is supported.
        guard !header.has("crit") else { throw .malformed("expected no critical extension, got one") }
        keyID = try header.text("kid")
        guard !header.has("kid") || keyID != nil else { throw .malformed("expected a text as `kid`") }
        guard let signature = parts[2] else { throw .badSignature }
        self.algorithm = algorithm
        type = try header.text("typ")
        self.signature = signature
        signed = Array(bytes[..<dots[1]])
    }
}

/// The header or the claims of a token.
struct TokenFields {
    private let fields: [String: JSONValue]

    init(_ json: [UInt8]) throws(TokenRefusal) {
        do {
            fields = try JSONValue.fields(of: json)
        } catch  where error.isRepeated {
            throw .malformed("expected each name once")
        } catch {
            throw Self.malformed
        }
    }

    /// Says nothing of the place, as that would repeat parts of the token.
    private static let malformed = TokenRefusal.malformed("expected a header and claims in JSON")

    /// Whether the field is there, perhaps as `null`.
    func has(_ name: String) -> Bool { fields[name] != nil }

    /// Nil where the field is missing or `null`.
    func text(_ name: String) throws(TokenRefusal) -> String? {
        switch fields[name] {
        case nil, .null: return nil
        case .string(let text): return text
        default: throw Self.malformed
        }
    }

    /// A text, or a list of texts.
    func texts(_ name: String) throws(TokenRefusal) -> [String] {
        guard case .list(let entries) = fields[name] else { return try text(name).map { [$0] } ?? [] }
        var texts: [String] = []
        for entry in entries {
            guard case .string(let text) = entry else { throw Self.malformed }
            texts.append(text)
        }
        return texts
    }

    func boolean(_ name: String) throws(TokenRefusal) -> Bool? {
        switch fields[name] {
        case nil, .null: return nil
        case .boolean(let value): return value
        default: throw Self.malformed
        }
    }

    /// NumericDate: seconds that may have a fraction. Refuses years after 9999: such a time is a mistake, mostly milliseconds.
    func time(_ name: String) throws(TokenRefusal) -> UnixTime? {
        switch fields[name] {
        case nil, .null: return nil
        case .number(let value):
            guard abs(value) < 253_402_300_800 else { throw .malformed("expected times up to the year 9999") }
            return UnixTime(seconds: Int64(value.rounded(.down)))
        default: throw Self.malformed
        }
    }
}
