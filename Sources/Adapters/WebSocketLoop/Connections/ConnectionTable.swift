/// The connections of one loop: slots addressed by `ConnectionID`, checked by generation.
struct ConnectionTable {
    private struct Slot {
        var generation: UInt32 = 1
        /// Order of insertion.
        var number: UInt64
        var connection: Connection
    }

    private(set) var count = 0
    private var slots: [Slot] = []
    private var vacant: [Int] = []
    private var insertions: UInt64 = 0

    mutating func insert(_ connection: Connection) -> ConnectionID {
        count += 1
        insertions += 1
        if let index = vacant.popLast() {
            slots[index].connection = connection
            slots[index].number = insertions
            return ConnectionID(slot: index, generation: slots[index].generation)
        }
        precondition(slots.count < UInt32.max, "A loop cannot hold more connections than descriptors exist.")
        slots.append(Slot(number: insertions, connection: connection))
        return ConnectionID(slot: slots.count - 1, generation: 1)
    }

    /// Frees the slot and returns its connection.
    mutating func remove(_ id: ConnectionID) -> Connection? {
        guard let index = index(of: id) else { return nil }
        let removed = slots[index].connection
        slots[index].connection = .free
        count -= 1
        // A slot with the last generation is not used again.
        if slots[index].generation < .max {
            slots[index].generation += 1
            vacant.append(index)
        }
        return removed
    }

    /// The slot of a connection, which is valid until the connection is removed; nil when it is gone.
    func index(of id: ConnectionID) -> Int? {
        let index = id.slot
        guard index < slots.count, slots[index].generation == id.generation, slots[index].connection.stage != .free
        else { return nil }
        return index
    }

    func stage(of id: ConnectionID) -> Connection.Stage {
        index(of: id).map { slots[$0].connection.stage } ?? .free
    }

    /// All connections, in the order of their slots.
    var connections: [ConnectionID] {
        slots.indices.filter { slots[$0].connection.stage != .free }
            .map { ConnectionID(slot: $0, generation: slots[$0].generation) }
    }

    /// The adopted connection that has been in its handshake the longest and is not ending; nil without one.
    var oldestHandshake: ConnectionID? {
        slots.indices
            .filter { slots[$0].connection.stage == .handshaking && slots[$0].connection.ending == nil }
            .min { slots[$0].number < slots[$1].number }
            .map { ConnectionID(slot: $0, generation: slots[$0].generation) }
    }

    subscript(index: Int) -> Connection {
        _read { yield slots[index].connection }
        _modify { yield &slots[index].connection }
    }
}
