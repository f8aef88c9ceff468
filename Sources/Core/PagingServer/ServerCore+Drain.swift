import PagingEngine
import PagingWire

/// Going away.
extension ServerCore {
    static let farewell = "the server is going away"

    /// Tells everybody, and begins to send them off.
    mutating func drain(within milliseconds: Int64, at now: Instant, into effects: inout [ServerEffect]) {
        guard draining == nil else { return }
        let leaving = peers.keys
        let notice = ServerMessage.closing(
            .goingAway, reason: ServerCore.farewell, withinMilliseconds: max(0, milliseconds))
        let frame = encode(notice)
        for peer in leaving { reply(frame, to: peer, into: &effects) }
        draining = Drain(leaving, at: now, milliseconds: milliseconds)
        sendOff(at: now, into: &effects)
    }

    /// Ends the connections whose turn it is.
    mutating func sendOff(at now: Instant, into effects: inout [ServerEffect]) {
        for peer in draining?.due(at: now) ?? [] { end(peer, .goingAway, ServerCore.farewell, into: &effects) }
    }
}
