public import PagingEngine

/// What the server must do for a room after a call, in this order.
public enum RoomEffect: Hashable, Sendable {
    /// To everybody, none may miss it.
    case event(Event)
    /// To everybody who wants offsets, or, a frame, only to those who want frames; a newer one replaces it.
    case offset(Offset, isFrame: Bool)
    /// To one member.
    case answer(MemberID, Answer)
}
