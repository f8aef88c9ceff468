import PagingRoom
import PagingWire

/// The rooms of the start, whichever loop is their home. Nobody can join those whose stored records are damaged.
struct ConfiguredRooms: Sendable {
    static let damageReason = "the room's stored records are damaged; ask the server's operator"

    private let names: Set<String>
    /// The damage by room.
    private let damaged: [String: String]
    /// Whether other rooms may exist or be created.
    private let areOthersPossible: Bool

    init(_ specs: [RoomSpec], _ settings: ServerSettings) {
        names = Set(specs.map(\.name))
        damaged = specs.reduce(into: [:]) { $0[$1.name] = $1.damage }
        areOthersPossible = settings.creation != .none || settings.cluster != nil
    }

    var count: Int { names.count }

    /// The reason why a connection to `room` ends at once; nil when it may go on to its join.
    func refusal(of room: String) -> (code: CloseCode, reason: String)? {
        if damaged[room] != nil { return (.roomClosed, ConfiguredRooms.damageReason) }
        guard !areOthersPossible, !names.contains(room) else { return nil }
        return (.noSuchRoom, "there is no room \(room)")
    }

    /// The status of the damaged rooms that would have their home on this loop, by name.
    func damagedStatuses(on loop: Int, of loops: Int) -> [RoomStatus] {
        damaged.filter { RoomSpec.home(of: $0.key, loops: loops) == loop }.sorted { $0.key < $1.key }
            .map { name, damage in
                RoomStatus(name: name, members: 0, sequence: Sequence(0), phase: .idle, damage: damage)
            }
    }
}
