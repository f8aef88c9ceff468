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
