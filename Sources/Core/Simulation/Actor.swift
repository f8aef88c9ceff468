import PagingClient
import PagingEngine
import PagingRoom
import PagingWire
import Support

/// Somebody at a client, with hands and a clock of their own.
struct Actor {
    let room: Int
    let role: Role
    private(set) var offsets: Join.Offsets
    let clock: SkewedClock
    var core: ClientCore
    var line: Int?
    var random: SeedStream
    /// The drag in hand and how far it has gone.
    var drag: (id: DragID, way: Int64, speed: Int64, samples: Int64)?
    var drags: Int64 = 0
    /// Requests of this connection that wait for an answer; those that are steps of a march.
    var waiting: Set<RequestID> = []
    var steps: Set<RequestID> = []
    /// The last event heard of, to see gaps.
    var heard: Sequence?

    init(room: Int, role: Role, offsets: Join.Offsets, seed: UInt64) {
        self.room = room
        self.role = role
        self.offsets = offsets
        random = SeedStream(seed: seed)
        clock = SkewedClock(
            aheadMilliseconds: random.within(-5_000...5_000), driftPerMillion: random.within(-200...200))
        core = Actor.core(role: role, offsets: offsets, seed: random.next())
    }

    /// Forgets everything and starts as somebody new, as after leaving.
    mutating func startAnew(offsets: Join.Offsets) {
        self.offsets = offsets
        core = Actor.core(role: role, offsets: offsets, seed: random.next())
        line = nil
        drag = nil
        heard = nil
    }

    private static func core(role: Role, offsets: Join.Offsets, seed: UInt64) -> ClientCore {
        var settings = ClientSettings(join: Join(role: role, offsets: offsets))
        settings.welcomeMilliseconds = 4_000
        settings.pingMilliseconds = 3_000
        settings.pongMilliseconds = 3_000
        return ClientCore(settings: settings, seed: seed)
    }

    func now(_ world: Int64) -> Instant { Instant(milliseconds: clock.own(at: world)) }
}
