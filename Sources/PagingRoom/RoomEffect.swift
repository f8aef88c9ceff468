public import PagingEngine

/// What the server must do for a room after a call, in this order.
public enum RoomEffect: Hashable, Sendable {
    /// To everybody, none may miss it.
    case event(Event)
    /// To everybody who wants it; a newer one replaces it. Without `by` only to those who want frames.
    case offset(Offset)
    /// To one member.
    case answer(MemberID, Answer)
}
