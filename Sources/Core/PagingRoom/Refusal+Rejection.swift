import PagingEngine

extension Refusal {
    /// The pager's rejection in the wire's words.
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
