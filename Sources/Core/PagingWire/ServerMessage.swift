package import PagingEngine
package import PagingRoom

/// One object from the server (protocol.md §3 and §4).
package enum ServerMessage: Hashable, Sendable {
    case welcome(Welcome)
    case snapshot(Snapshot)
    case answer(Answer)
    case pong(RequestID, now: Instant)
    case pages(RequestID, [WindowPage])
    /// The notes of the window's pages that have some, in place of those before; to presenters only.
    case notes([PageNotes])
    /// Who shows what the room shows; to presenters only.
    case inStep(InStep)
    case notice(Notice)
    case closing(CloseCode, reason: String, withinMilliseconds: Int64)
    case event(Event)
    case offset(Offset)
}
