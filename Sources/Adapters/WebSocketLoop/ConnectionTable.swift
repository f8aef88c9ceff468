/// The connections of one loop: slots addressed by `ConnectionID`, checked by generation.
struct ConnectionTable {
    /// State of one connection. `wsi` belongs to the library and is valid while the slot is taken.
    struct Slot {
        var generation: UInt32 = 1
        var stage = Stage.free
        var isClient = false
        /// The owner got `.choked`, so a `writable` must follow.
        var isChoked = false
        /// The server's certificate was not accepted.
        var isDistrusted = false
        /// A ping that waits for room.
        var owesPing = false
        /// The library already handles the close, ours, the peer's or its own: a second call would only kill it.
        var isLibraryClosing = false
        /// Whether the owner was told `opened`.
        var wasOpened = false
        var wsi: OpaquePointer?
        /// The socket of a server's connection without TLS, which may be written to past the library; -1 otherwise.
        var descriptor: Int32 = -1
        /// A message accepted while the library was still flushing something of its own.
        var held: Packet?
        /// The first fragments of an unfinished message.
        var fragments: [UInt8] = []
        var ending: Ending?
        /// Client's part of the handshake, in the client role, until the connection is open.
        var approach: ClientHandshake?
        /// Permit of the connection, which is released when the slot is freed.
        var ticket: ConnectionPermit?
    }

    /// Transitions: free → handshaking (adopted) or connecting; those → open or free; open → closing → free.
    enum Stage {
        case free
        case handshaking
        case connecting
        case open
        case closing
    }

    /// Why a connection ends, for `closed`.
    struct Ending {
        var code: UInt16?
        var reason: String
    }

    private(set) var count = 0
    private var slots: [Slot] = []
    private var vacant: [Int] = []

    mutating func insert(stage: Stage) -> ConnectionID {
        count += 1
        if let index = vacant.popLast() {
            slots[index].stage = stage
            return ConnectionID(slot: index, generation: slots[index].generation)
        }
        precondition(slots.count < UInt32.max, "A loop cannot hold more connections than descriptors exist.")
        slots.append(Slot())
        slots[slots.count - 1].stage = stage
        return ConnectionID(slot: slots.count - 1, generation: 1)
    }

    /// Frees the slot and returns what was in it.
    mutating func remove(_ connection: ConnectionID) -> Slot? {
        guard let index = index(of: connection) else { return nil }
        let removed = slots[index]
        slots[index] = Slot()
        count -= 1
        guard removed.generation < .max else {
            slots[index].generation = .max
            return removed
        }
        slots[index].generation = removed.generation + 1
        vacant.append(index)
        return removed
    }

    /// The slot of a connection that is still there.
    func index(of connection: ConnectionID) -> Int? {
        let index = connection.slot
        guard index < slots.count, slots[index].generation == connection.generation, slots[index].stage != .free
        else { return nil }
        return index
    }

    func stage(of connection: ConnectionID) -> Stage {
        index(of: connection).map { slots[$0].stage } ?? .free
    }

    /// Connections still there, oldest slot first.
    var connections: [ConnectionID] {
        slots.indices.filter { slots[$0].stage != .free }
            .map { ConnectionID(slot: $0, generation: slots[$0].generation) }
    }

    subscript(index: Int) -> Slot {
        _read { yield slots[index] }
        _modify { yield &slots[index] }
    }
}
