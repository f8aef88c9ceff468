/// What a room says to the one who asked.
public enum Answer: Hashable, Sendable {
    /// Done; `sequence` is the last event it caused, or the newest when it caused none.
    case accepted(RequestID, Sequence)
    /// Nothing changed; `sequence` says which state the request met.
    case refused(RequestID?, Refusal, Sequence)
}

/// Why a request was refused, as on the wire.
public struct Refusal: Error, Hashable, Sendable {
    public enum Code: String, Hashable, Sendable, CaseIterable {
        case held
        case coalesced
        case forbidden
        case stale
        case disabled
        case empty
        case moving
        case badRequest
        case tooLarge
        case rate
        case unknownType
        case unknownPage
    }

    public let code: Code
    /// A sentence for people: what is wrong, and where.
    public let reason: String

    public init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }
}
