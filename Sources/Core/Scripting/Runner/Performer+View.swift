import PagingEngine
import PagingRoom

extension Performer {
    /// The room as the actor knows it.
    struct View: Hashable {
        var replica: Replica
        /// The room's clock minus the runner's.
        var clockDifferenceMilliseconds: Int64

        func serverTime(at now: Instant) -> Instant {
            now.advanced(byMilliseconds: clockDifferenceMilliseconds)
        }

        func localTime(of server: Instant) -> Instant {
            server.advanced(byMilliseconds: -clockDifferenceMilliseconds)
        }

        func position(at now: Instant) -> Position {
            replica.position(at: serverTime(at: now))
        }
    }
}
