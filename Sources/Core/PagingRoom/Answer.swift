/// What a room says to the one who asked.
package enum Answer: Hashable, Sendable {
    /// Done; `sequence` is the last event it caused, or the newest when it caused none.
    case accepted(RequestID, Sequence)
    /// Nothing changed; `sequence` says which state the request met.
    case refused(RequestID?, Refusal, Sequence)
}

/// Why a request was refused, as on the wire.
package struct Refusal: Error, Hashable, Sendable {
    package enum Code: String, Hashable, Sendable, CaseIterable {
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

    package let code: Code
    /// A sentence for people: what is wrong, and where.
    package let reason: String

    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }
}
