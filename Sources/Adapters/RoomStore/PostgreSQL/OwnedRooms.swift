/// Rooms that this process owns, with the numbers that its statements must name.
struct OwnedRooms {
    struct Room: Hashable {
        /// Number of this ownership; never used again.
        var epoch: Int64
        /// Number that an append must name; a new one with each journal connection.
        var fence: Int64
        /// Number of the last record that is known to be committed.
        var last: Int64
    }

    private var rooms: [String: Room] = [:]

    subscript(_ name: String) -> Room? {
        get { rooms[name] }
        set { rooms[name] = newValue }
    }

    var names: [String] { rooms.keys.sorted() }

    func last(_ name: String) -> Int64 { rooms[name]?.last ?? 0 }

    /// Takes over the rooms that the database says this process owns, after new fences.
    ///
    /// - Returns: the names of rooms that are no longer owned, or not since the known epoch.
    mutating func refence(_ found: [String: Room]) -> Set<String> {
        var lost: Set<String> = []
        for (name, room) in rooms where found[name]?.epoch != room.epoch {
            lost.insert(name)
            rooms[name] = nil
        }
        for (name, room) in found where !lost.contains(name) {
            rooms[name] = Room(epoch: room.epoch, fence: room.fence, last: last(name))
        }
        return lost
    }
}
