import JSONCodec

/// Keys in JSON: a JWK, or a JWKS, which is a set of them (RFC 7517, RFC 7518 §6, RFC 8037 §2).
enum JSONWebKey {
    /// The keys in `text`. Of a set, keys that are for something else than signatures of tokens are left out, each with a
    /// warning, as RFC 7517 §5 says.
    static func keys(in text: String) throws(UnreadableKey) -> (keys: [TokenKey], warnings: [String]) {
        let fields: [String: JSONValue]
        do {
            fields = try JSONValue.fields(of: Array(text.utf8))
        } catch {
            throw UnreadableKey("expected a JWK or a JWKS in JSON: \(error)")
        }
        guard let list = fields["keys"] else { return ([try key(fields)], []) }
        guard case .list(let entries) = list else { throw UnreadableKey("keys: expected a list") }
        var keys: [TokenKey] = []
        var warnings: [String] = []
        for (index, entry) in entries.enumerated() {
            guard case .object(let fields) = entry else { throw UnreadableKey("keys[\(index)]: expected an object") }
            do throws(UnreadableKey) {
                keys.append(try key(fields))
            } catch {
                warnings.append("keys[\(index)] is left out: \(error.reason)")
            }
        }
        return (keys, warnings)
    }

    private static func key(_ fields: [String: JSONValue]) throws(UnreadableKey) -> TokenKey {
        let id = try text("kid", of: fields).map(TokenKey.Identifier.named) ?? .none
        if let use = try text("use", of: fields), use != "sig" {
            throw UnreadableKey("use: expected sig, got another use")
        }
        switch try text("kty", of: fields) {
        case "oct":
            _ = try algorithm(of: fields, [.hs256])
            return try TokenKey(secret: try number("k", of: fields), id: id)
        case "OKP":
            _ = try algorithm(of: fields, [.eddsa])
            try expect("crv", of: fields, "Ed25519")
            let x = try number("x", of: fields)
            guard fields["d"] != nil else { return try TokenKey(ed25519: x, isPrivate: false, id: id) }
            let key = try TokenKey(ed25519: try number("d", of: fields), isPrivate: true, id: id)
            guard key.ed25519Public == x else {
                throw UnreadableKey("expected a private key and its public key, got two that do not belong together")
            }
            return key
        case "EC":
            _ = try algorithm(of: fields, [.es256])
            try expect("crv", of: fields, "P-256")
            let (x, y) = (try coordinate("x", of: fields), try coordinate("y", of: fields))
            return try TokenKey(x: x, y: y, d: fields["d"] == nil ? nil : try coordinate("d", of: fields), id: id)
        case "RSA":
            // `oth` and private keys without their factors are rare; OpenSSL is given all factors or none.
            let names = fields["d"] == nil ? ["n", "e"] : ["n", "e", "d", "p", "q", "dp", "dq", "qi"]
            var numbers: [[UInt8]] = []
            for name in names { numbers.append(try number(name, of: fields)) }
            guard fields["oth"] == nil else { throw UnreadableKey("oth: expected a key of two primes, got more") }
            return try TokenKey(rsa: numbers, try algorithm(of: fields, [.rs256, .ps256]), id: id)
        default: throw UnreadableKey("kty: expected oct, OKP, EC or RSA")
        }
    }

    /// The algorithm that the key states, or else the first of those it can have.
    private static func algorithm(
        of fields: [String: JSONValue], _ possible: [SignatureAlgorithm]
    ) throws(UnreadableKey) -> SignatureAlgorithm {
        guard let stated = try text("alg", of: fields) else { return possible[0] }
        guard let algorithm = possible.first(where: { $0.rawValue == stated }) else {
            let names = possible.map(\.rawValue).joined(separator: " or ")
            throw UnreadableKey("alg: expected \(names), got another algorithm")
        }
        return algorithm
    }

    private static func expect(
        _ name: String, of fields: [String: JSONValue], _ expected: String
    ) throws(UnreadableKey) {
        guard try text(name, of: fields) == expected else { throw UnreadableKey("\(name): expected \(expected)") }
    }

    private static func text(_ name: String, of fields: [String: JSONValue]) throws(UnreadableKey) -> String? {
        switch fields[name] {
        case nil: return nil
        case .string(let text): return text
        default: throw UnreadableKey("\(name): expected a string")
        }
    }

    /// A number of RFC 7518: Base64URL of its big-endian bytes.
    private static func number(_ name: String, of fields: [String: JSONValue]) throws(UnreadableKey) -> [UInt8] {
        guard let text = try text(name, of: fields), let bytes = TokenText.decoded(text.utf8), !bytes.isEmpty else {
            throw UnreadableKey("\(name): expected Base64URL without padding")
        }
        return bytes
    }

    /// A number of exactly 32 bytes (RFC 7518 §6.2.1.2).
    private static func coordinate(_ name: String, of fields: [String: JSONValue]) throws(UnreadableKey) -> [UInt8] {
        let bytes = try number(name, of: fields)
        guard bytes.count == 32 else { throw UnreadableKey("\(name): expected 32 bytes, got \(bytes.count)") }
        return bytes
    }
}
