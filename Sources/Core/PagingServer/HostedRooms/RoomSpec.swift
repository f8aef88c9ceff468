package import PagingContent
package import PagingEngine
package import PagingRoom
import PagingWire

/// The specification of a room.
package struct RoomSpec: Sendable {
    package var name: String
    package var supplier: Supplier
    package var configuration: Configuration
    /// The policy until a presenter changes it.
    package var policy: Policy
    /// The sum of its records, which overrides the fields above.
    package var persisted: RoomRecord?
    /// Whether the room was created on demand and is removed some time after the last member left.
    package var isOnDemand: Bool
    /// The damage of its stored records, for operators. Such a room is not created: an empty one would replace the
    /// records. Nil for a sound room.
    package var damage: String?
    /// Files that its pages refer to.
    package var assets: [Asset] = []

    package init(
        name: String, supplier: Supplier, configuration: Configuration, policy: Policy = .open,
        persisted: RoomRecord? = nil, isOnDemand: Bool = false, damage: String? = nil
    ) {
        self.name = name
        self.supplier = supplier
        self.configuration = configuration
        self.policy = policy
        self.persisted = persisted
        self.isOnDemand = isOnDemand
        self.damage = damage
    }

    func room(epoch: Epoch, now: Instant) -> Room {
        var room = restored(epoch: epoch, now: now)
        room.isOnDemand = isOnDemand
        return room
    }

    private func restored(epoch: Epoch, now: Instant) -> Room {
        if let persisted, let room = Room(name: name, epoch: epoch, restoring: persisted, policy: policy, now: now) {
            return room
        }
        return Room(
            name: name, epoch: epoch, supplier: supplier, configuration: configuration, policy: policy, now: now)
    }

    /// The loop that owns the room, computed from its name, so that every loop knows it.
    package static func home(of name: String, loops: Int) -> Int {
        Int(Digest(of: name).value % UInt64(loops))
    }

    /// Whether `name` may name a room.
    package static func isValid(name: String) -> Bool { RoomName.isValid(name) }
}
