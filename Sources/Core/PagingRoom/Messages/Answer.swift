import PagingEngine

/// The answer of a room to a request.
package enum Answer: Hashable, Sendable {
    /// Performed; `sequence` is the last event it caused, or the newest when it caused none: then `changed` is false,
    /// unless the request changed something for its sender alone.
    case accepted(RequestID, Sequence, changed: Bool = true)
    /// Not performed, nothing changed; `sequence` is the last event before the request.
    case refused(RequestID?, Refusal, Sequence)

    /// The request; nil for one that could not be read.
    package var id: RequestID? {
        switch self {
        case .accepted(let id, _, _): id
        case .refused(let id, _, _): id
        }
    }
}

/// The reason why a request was refused, as on the wire.
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
        case unknownAsset
    }

    package let code: Code
    /// A sentence for people: the field, what is wrong with it, what is possible.
    package let reason: String

    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }
}

extension Refusal {
    /// The pager's rejection in the words of the wire.
    init(_ rejection: Rejection, holderName: String?) {
        switch rejection {
        case .held(let member): self.init(.held, "held by \(holderName ?? "member \(member.number)")")
        case .coalesced: self.init(.coalesced, "somebody else's step from that page came first")
        case .stale: self.init(.stale, "the content has a newer revision")
        case .disabled: self.init(.disabled, "drags are switched off")
        case .empty: self.init(.empty, "there are no pages")
        case .moving: self.init(.moving, "the pager is moving")
        case .unknownPage: self.init(.unknownPage, "there is no such page")
        case .badRequest(let reason): self.init(.badRequest, reason)
        }
    }
}
