/// Whether an actor is in the room.
enum ActorPresence: Equatable, Sendable {
    case outside
    case inRoom
    /// Its connection was cut; it may reconnect.
    case cut
}
