import PagingClient
import PagingEngine
import PagingRoom
import PagingWire

/// Somebody at a client, with hands of their own.
struct Actor {
    let role: Role
    private(set) var offsets: Join.Offsets
    /// What the own clock is ahead of the world's.
    let skewMilliseconds: Int64
    var core: ClientCore
    var line: Int?
    var random: SeededRandom
    /// The drag in hand and how far it has gone.
    var drag: (id: DragID, way: Int64, speed: Int64, samples: Int64)?
    var drags: Int64 = 0
    /// Requests of this connection that wait for an answer.
    var waiting: Set<RequestID> = []
    /// The grants under which moves wait for an answer.
    var grants: [RequestID: Grant] = [:]
    /// The last event heard of, to see gaps.
    var heard: Sequence?

    init(role: Role, offsets: Join.Offsets, seed: UInt64) {
        self.role = role
        self.offsets = offsets
        random = SeededRandom(seed: seed)
        skewMilliseconds = random.within(-5_000...5_000)
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
        ClientCore(settings: ClientSettings(join: Join(role: role, offsets: offsets)), seed: seed)
    }

    func now(_ world: Int64) -> Instant { Instant(milliseconds: world + skewMilliseconds) }
}
