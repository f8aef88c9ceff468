import JSONCodec
import PagingRoom
import PagingServer
import PagingWire
import RoomStore

/// A room as its stored records restore it, and the records that are damaged.
struct RestoredRoom: Sendable {
    /// A record that cannot be used, and why.
    struct Damage: Hashable, Sendable, CustomStringConvertible {
        /// Nil where no single record is to blame.
        var position: JournalPosition?
        var reason: String

        var description: String { (position.map { "record \($0.number): " } ?? "") + reason }
    }

    let name: String
    /// The sum of the readable records; nil without a whole one among them. Only without damage it is the room's state.
    private(set) var state: RoomRecord?
    /// The position of the newest record; in a database its number in the room.
    let last: JournalPosition
    /// In the order of the records; empty for a sound room.
    private(set) var damages: [Damage] = []

    init(_ stored: StoredRoom) {
        name = stored.name
        last = (stored.records.last ?? stored.snapshot)?.position ?? .start
        if !RoomSpec.isValid(name: name) { damages.append(Damage(reason: "no room can have this name")) }
        if let missing = stored.missing { damages.append(Damage(position: missing, reason: "the record is missing")) }
        for stored in [stored.snapshot].compactMap(\.self) + stored.records { add(stored) }
    }

    private mutating func add(_ stored: StoredRecord) {
        let record: RoomRecord
        do throws(Malformed) {
            record = try RoomRecord(bytes: stored.bytes)
        } catch {
            return damages.append(Damage(position: stored.position, reason: error.refusal.reason))
        }
        if record.isWhole, record.pages == nil || record.configuration == nil {
            return damages.append(Damage(position: stored.position, reason: "a whole record lacks pages or settings"))
        }
        guard record.isWhole || state != nil else {
            // One complaint is enough for a room whose first record is missing or unreadable.
            guard damages.isEmpty else { return }
            return damages.append(Damage(position: stored.position, reason: "the records before it are missing"))
        }
        if state == nil { state = record } else { state?.add(record) }
    }

    /// The first damage, and the number of the others.
    var summary: String {
        guard let first = damages.first else { return "none" }
        return damages.count == 1 ? "\(first)" : "\(first) (and \(damages.count - 1) more)"
    }

    /// The name for people: quoted where it is not one that a server gives.
    var shownName: String { RestoredRoom.shown(name) }

    static func shown(_ name: String) -> String { RoomSpec.isValid(name: name) ? name : name.debugDescription }
}
