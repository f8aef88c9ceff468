package import PagingEngine

/// One moment on two clocks: movements of the room follow the clock of its owner, corrections on the screen the
/// member's own clock.
package struct RoomTime: Hashable, Sendable {
    package let room: Instant
    package let own: Instant

    package init(room: Instant, own: Instant) {
        self.room = room
        self.own = own
    }
}
