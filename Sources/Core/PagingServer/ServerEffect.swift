package import PagingRoom
package import PagingWire

/// What the shell must do after an event, in this order.
package enum ServerEffect: Sendable {
    /// One WebSocket message, the same for all these connections; a connection occurs in one send per event.
    case send([UInt8], to: [PeerID])
    /// Look at the token of a join to `room`; answered by `ServerEvent.authorized`.
    case authorize(PeerID, room: String, token: String?)
    case ping(PeerID)
    /// The join of this connection was accepted: it is no stranger any more.
    case admitted(PeerID)
    case close(PeerID, CloseCode, reason: String)
    /// To the loop of that number, this one excepted.
    case mail(LoopMessage, to: Int)
    /// Put the record into the room's memory, behind the one before; `ServerEvent.journaled` says when it is safe. A
    /// whole one replaces all before it. One that is awaited keeps somebody from being told something; it should not wait
    /// for others.
    indirect case journal(room: String, RecordNumber, RoomRecord, isAwaited: Bool)
    /// The room is gone, and its memory with it: drop what it has, and what is still on its way there.
    case forget(room: String)
    case log(ServerLog)
}

/// What an operator may want to read; no page text, no names of people, no secrets.
package enum ServerLog: Hashable, Sendable {
    case joined(Address, room: String, member: UInt32, role: String, recovered: Bool)
    case left(Address, room: String, member: UInt32)
    /// Why the memory takes nothing; nil: it does again.
    case memory(trouble: String?)
    case turnedAway(Address, room: String, CloseCode, reason: String)
    /// A member that was right until then shows something else than its room did after that event.
    case diverged(room: String, member: UInt32, at: Int64)
    /// A room was made because somebody came, or went because nobody was left.
    case made(room: String)
    case gone(room: String)
}
