package import PagingRoom
package import PagingWire

/// An order to the shell after an event; the shell runs all of them in this order.
package enum ServerEffect: Sendable {
    /// One WebSocket message, the same for all these connections; a connection occurs in one send per event.
    case send([UInt8], to: [PeerID])
    /// Verify the token of a join to `room`; answered by `ServerEvent.authorized`.
    case authorize(PeerID, room: String, token: String?)
    /// A WebSocket ping to each of these connections.
    case ping([PeerID])
    /// The join of this connection was accepted.
    case joinCompleted(PeerID)
    case close(PeerID, CloseCode, reason: String)
    /// To the loop of that number, this one excepted.
    case message(LoopMessage, to: Int)
    /// Append the record to the room's journal; `ServerEvent.committed` reports its commit. A whole record replaces all
    /// before it. An awaited record holds back output, so it should not wait for others.
    /// The epoch is that of the home which made it.
    indirect case journal(room: String, Epoch, RecordNumber, RoomRecord, isAwaited: Bool)
    /// The room is removed: delete its records, those on their way to the store included.
    case deleteRecords(room: String, Epoch)
    case log(ServerLog)
}

/// A log entry for operators; no page text, no names of people, no secrets.
package enum ServerLog: Hashable, Sendable {
    case joined(Address, room: String, member: UInt32, role: String, recovered: Bool)
    case left(Address, room: String, member: UInt32)
    /// The reason why the store takes nothing; nil: it works again.
    case storeTrouble(String?)
    /// The server ends the connection, or refuses its join.
    case closing(Address, room: String, CloseCode, reason: String)
    /// A member that was in step shows another picture than its room did after that event.
    case diverged(room: String, member: UInt32, at: Int64)
    /// A room was created on demand, or removed because it was empty.
    case roomCreated(room: String)
    case roomRemoved(room: String)
    /// An operator changed a room.
    case operated(room: String, RoomOperation)
}
