import PagingEngine
import PagingRoom
import PagingServer
import PagingWire

/// The process of the server: its loops, its clock, and how long it still lives. It starts, drains, dies between two
/// effects, and starts again as the next life.
struct SimulatedProcess {
    /// The number of the life, from 1.
    private(set) var life = 0
    /// The loops; none while there is no process.
    private var cores: [ServerCore] = []
    private var clock = SkewedClock(aheadMilliseconds: 0, driftPerMillion: 0)
    /// The loop of each room, by number of the room.
    private var homes: [Int] = []
    /// The life that is draining.
    private var drainingLife: Int?
    /// Effects that the process still runs before it dies.
    private var fuse: Int?

    var isAlive: Bool { !cores.isEmpty }
    var isDraining: Bool { drainingLife == life }
    var loops: Range<Int> { cores.indices }

    /// Begins the next life with rooms from `rooms`.
    mutating func start(
        loops: Int, plan: WorldPlan, rooms: [RoomSpec], clock: SkewedClock, at milliseconds: Int64,
        encode: @escaping @Sendable (ServerMessage) -> Frame
    ) {
        self.clock = clock
        let now = now(at: milliseconds)
        let settings = SimulatedProcess.settings(of: plan, life: life)
        cores = (0..<loops).map { loop in
            ServerCore(loop: loop, loops: loops, settings: settings, rooms: rooms, now: now, encode: encode)
        }
        homes = rooms.map { room in cores.firstIndex { $0.sequence(of: room.name) != nil } ?? 0 }
    }

    /// Counts the life that is about to start.
    mutating func beginLife() {
        life += 1
        fuse = nil
    }

    private static func settings(of plan: WorldPlan, life: Int) -> ServerSettings {
        var settings = ServerSettings(
            server: "simulation", epoch: Epoch("life-\(life)"),
            retry: Retry(minimumMilliseconds: 50, maximumMilliseconds: 1_000))
        settings.ringFrames = plan.ringFrames
        // A frame is a number of some digits, so that now the count and now the bytes limit a history.
        settings.historyBytes = 5 * plan.ringFrames
        // In some worlds nearly every room has more subscribers than one turn serves.
        settings.budget.subscribersPerTurn = plan.ringFrames / 16
        settings.budget.idleSubscribersPerTurn = plan.ringFrames / 16
        settings.budget.crowdSubscribers = plan.ringFrames / 16
        settings.chokedMilliseconds = 3_000
        settings.pingMilliseconds = 3_000
        settings.pongMilliseconds = 3_000
        settings.isDurable = plan.isDurable
        return settings
    }

    mutating func handle(_ event: ServerEvent, on loop: Int, at milliseconds: Int64, into effects: inout [ServerEffect])
    {
        cores[loop].handle(event, at: now(at: milliseconds), into: &effects)
    }

    /// The process dies after `effects` more effects.
    mutating func lightFuse(effects: Int) { fuse = effects }

    /// Counts an effect; true: it was the last before the process dies.
    mutating func burnsDown() -> Bool {
        guard let left = fuse else { return false }
        fuse = left - 1
        return left == 0
    }

    mutating func beginDraining() { drainingLife = life }

    /// The process is gone.
    mutating func end() {
        cores = []
        fuse = nil
    }
}

/// Queries. Loops are accessed by index: a copy of each, however short-lived, is half of a world's work.
extension SimulatedProcess {
    /// The server's time.
    func now(at milliseconds: Int64) -> Instant { Instant(milliseconds: clock.own(at: milliseconds)) }

    /// The next deadline of any loop, in world time.
    func nextDeadline(notBefore milliseconds: Int64) -> Int64? {
        var first: Int64?
        for loop in cores.indices {
            guard let due = cores[loop].nextDeadline else { continue }
            let moment = clock.world(at: due.milliseconds, notBefore: milliseconds)
            first = min(first ?? moment, moment)
        }
        return first
    }

    /// Whether a deadline of `loop` has passed.
    func needsTick(_ loop: Int, at milliseconds: Int64) -> Bool {
        guard cores.indices.contains(loop), let due = cores[loop].nextDeadline else { return false }
        return due <= now(at: milliseconds)
    }

    func rooms(on loop: Int) -> [Int] { homes.indices.filter { homes[$0] == loop } }

    /// The home of a room, and the room; nil while the server is away.
    func room(_ name: String, at milliseconds: Int64) -> Replica? {
        cores.lazy.compactMap { $0.snapshot(of: name, at: now(at: milliseconds)) }.first
    }

    func room(_ name: String, on loop: Int, at milliseconds: Int64) -> Replica? {
        cores[loop].snapshot(of: name, at: now(at: milliseconds))
    }

    func notes(of room: String) -> [PageNotes]? { cores.lazy.compactMap { $0.notes(of: room) }.first }

    func sequence(of room: String, on loop: Int) -> Sequence? { cores[loop].sequence(of: room) }

    func published(in room: String, on loop: Int, after sequence: Sequence) -> (last: Sequence, frames: [Frame])? {
        cores[loop].published(in: room, after: sequence)
    }

    func holdings(of loop: Int) -> Holdings { cores[loop].holdings }

    func home(of room: Int) -> Int { homes[room] }
}
