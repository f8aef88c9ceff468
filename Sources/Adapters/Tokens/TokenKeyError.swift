/// Why a secret file cannot be used or made. The text never holds a secret.
package enum TokenKeyError: Error, Hashable, Sendable, CustomStringConvertible {
    case unreadable(path: String, detail: String)
    case badLine(path: String, line: Int, detail: String)
    /// No secret at all, or more than two.
    case wrongCount(path: String, found: Int)
    /// Both lines are the same secret.
    case twice(path: String)
    /// There are only public keys: they check tokens and make none.
    case cannotSign
    case exists(path: String)
    case unwritable(path: String, detail: String)
    /// What the library said when it signed.
    case signing(String)

    package var description: String {
        switch self {
        case .unreadable(let path, let detail): "\(path): \(detail)"
        case .badLine(let path, let line, let detail): "\(path):\(line): \(detail)"
        case .wrongCount(let path, 0): "\(path): there is no secret in it; make one with `riffle token new-secret`"
        case .wrongCount(let path, let found): "\(path): \(found) secrets; one, or two while the older one runs out"
        case .twice(let path): "\(path): the same secret twice"
        case .cannotSign: "only public keys are here; they check tokens and make none"
        case .exists(let path): "\(path): exists already, and a secret is never overwritten"
        case .unwritable(let path, let detail): "\(path): \(detail)"
        case .signing(let detail): "cannot sign: \(detail)"
        }
    }
}

/// Why a token opens nothing. The text is for its bearer and for the log, and never holds a part of the token.
package enum TokenRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    case expired
    /// Not valid yet, or issued in the future: one of the clocks is wrong.
    case notYet
    /// Changed by somebody, signed with another secret, or by another algorithm than the key's.
    case badSignature
    case wrongRoom
    /// Not a token, or one without what it needs; the text says what.
    case malformed(String)
    /// Signed with a secret this server does not have, or not any more, or not signed at all.
    case unknownKey

    package var description: String {
        switch self {
        case .expired: "the token has expired; ask for a new one"
        case .notYet: "the token is not valid yet; check the clocks"
        case .badSignature: "the token's signature is wrong"
        case .wrongRoom: "the token is for another room"
        case .malformed(let reason): "not a token that can be used: \(reason)"
        case .unknownKey: "the token is signed with a secret this server does not have; ask for a new one"
        }
    }
}
