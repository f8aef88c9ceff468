/// One write that waits for the disk.
struct StoreWrite: Sendable {
    enum Kind: Sendable {
        case record(JournalPosition, [UInt8])
        case snapshot(JournalPosition, [UInt8])
        case removal
    }

    var room: String
    var kind: Kind
    /// When it was handed in, in milliseconds of the monotonic clock.
    var since: Int64

    /// What it counts against the backlog: its content, and what a write costs besides.
    var bytes: Int {
        let content =
            switch kind {
            case .record(_, let bytes), .snapshot(_, let bytes): bytes.count
            case .removal: 0
            }
        return content + room.utf8.count + 64
    }

    /// The position that is safe once this write is.
    var position: JournalPosition? {
        switch kind {
        case .record(let position, _), .snapshot(let position, _): position
        case .removal: nil
        }
    }
}
