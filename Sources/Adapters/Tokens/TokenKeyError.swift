/// Error of using or creating a secret file. The text never contains a secret.
package enum TokenKeyError: Error, Hashable, Sendable, CustomStringConvertible {
    case unreadable(path: String, detail: String)
    case badLine(path: String, line: Int, detail: String)
    /// The file has no secret, or more than it may have.
    case wrongCount(path: String, found: Int, most: Int)
    /// Both lines are the same secret.
    case twice(path: String)
    /// The file has only public keys, which check tokens and cannot sign them.
    case cannotSign
    case exists(path: String)
    case unwritable(path: String, detail: String)
    /// Error of the library when signing.
    case signing(String)

    package var description: String {
        switch self {
        case .unreadable(let path, let detail): "\(path): \(detail)"
        case .badLine(let path, let line, let detail): "\(path):\(line): \(detail)"
        case .wrongCount(let path, 0, _):
            "\(path): expected a secret, got none; make one with `riffle token new-secret`"
        case .wrongCount(let path, let found, 2):
            "\(path): expected one or two secrets, got \(found); keep the newest two"
        case .wrongCount(let path, let found, let most): "\(path): expected at most \(most) keys, got \(found)"
        case .twice(let path): "\(path): expected two different secrets, got the same twice; remove one"
        case .cannotSign: "expected a secret that signs, got only public keys; use the file with the private key"
        case .exists(let path): "\(path): expected a new file, got an existing one; a secret is never overwritten"
        case .unwritable(let path, let detail): "\(path): \(detail)"
        case .signing(let detail): "cannot sign: \(detail)"
        }
    }
}

/// Reason to refuse a token. The text is for its bearer and the log, and never contains a part of the token.
package enum TokenRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    case expired
    /// The token is not valid yet or was issued in the future: a clock is wrong.
    case notYet
    /// The token was changed, signed with another secret, or signed with another algorithm than the key's.
    case badSignature
    case wrongRoom
    /// The text is no token, or lacks a required part; with the reason.
    case malformed(String)
    /// The token is signed with a secret that this server does not have, or is not signed.
    case unknownKey
    /// A claim or header field that the server requires (`TokenRules`) is missing or is another.
    case wrongClaim(String)

    package var description: String {
        switch self {
        case .expired: "the token has expired; ask for a new one"
        case .notYet: "the token is not valid yet; check the clocks"
        case .badSignature: "the token's signature is wrong"
        case .wrongRoom: "the token is for another room"
        case .malformed(let reason): "not a valid token: \(reason)"
        case .wrongClaim(let name): "the token is for another service: `\(name)` is not what this server expects"
        case .unknownKey: "the token is signed with a secret this server does not have; ask for a new one"
        }
    }
}
