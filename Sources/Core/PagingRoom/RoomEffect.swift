package import PagingEngine

/// What the server must do for a room after a call, in this order.
package enum RoomEffect: Hashable, Sendable {
    /// To everybody, none may miss it.
    case event(Event)
    /// To those who want offsets, or to some of them; a newer one replaces it.
    case offset(Offset, for: OffsetAudience)
    /// To one member.
    case answer(MemberID, Answer)
    /// The notes of the window as it now is, to these presenters and nobody else.
    case notes([PageNotes], to: [MemberID])
    /// Who is in step, to these presenters and nobody else.
    case inStep(InStep, to: [MemberID])
    /// The member has been removed: its connection ends and its session is void.
    case removed(MemberID)
}
