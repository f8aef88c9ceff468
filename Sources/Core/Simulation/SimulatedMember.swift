import PagingClient
import PagingEngine
import PagingRoom
import PagingWire
import Support

/// A simulated user: a client, its clock, and what it is owed by the server.
struct SimulatedMember {
    let room: Int
    let role: Role
    private(set) var offsets: Join.Offsets
    /// The line in use; nil while it is not connected.
    private(set) var line: Int?
    private let clock: SkewedClock
    private var core: ClientCore
    private var workload: Workload
    /// Requests of this connection that wait for an answer; those of them that are steps of a march.
    private var waiting: Set<RequestID> = []
    private var marchSteps: Set<RequestID> = []
    /// Those of them that change the pages.
    private var changes: Set<RequestID> = []
    /// The last event received, to find gaps.
    private var heard: Sequence?
    /// Sequences of the snapshots in the message at hand. Events behind a snapshot in the same message have changed
    /// the replica already.
    private var snapshots: [Sequence] = []
    /// The session of a member that was removed, and how often it tries to return with it.
    private var removedSession: Session?
    private var returnsLeft = 0

    init(room: Int, role: Role, offsets: Join.Offsets, seed: UInt64) {
        self.room = room
        self.role = role
        self.offsets = offsets
        var random = SeedStream(seed: seed)
        clock = SkewedClock(
            aheadMilliseconds: random.within(-5_000...5_000), driftPerMillion: random.within(-200...200))
        core = SimulatedMember.core(role: role, offsets: offsets, seed: random.next())
        workload = Workload(role: role, random: random)
    }

    private static func core(
        role: Role, offsets: Join.Offsets, session: Session? = nil, seed: UInt64
    ) -> ClientCore {
        var settings = ClientSettings(join: Join(role: role, offsets: offsets, session: session))
        settings.welcomeMilliseconds = 4_000
        settings.pingMilliseconds = 3_000
        settings.pongMilliseconds = 3_000
        return ClientCore(settings: settings, seed: seed)
    }

    mutating func handle(_ event: ClientEvent, at milliseconds: Int64) -> [ClientEffect] {
        var effects: [ClientEffect] = []
        core.handle(event, at: now(milliseconds), into: &effects)
        snapshots = []
        if case .received(let messages) = event {
            for case .snapshot(let snapshot) in messages { snapshots.append(snapshot.replica.sequence) }
        }
        return effects
    }

    /// Sends a request; its number is nil while the client cannot ask.
    mutating func request(_ request: Request, isMarch: Bool) -> (id: RequestID?, effects: [ClientEffect]) {
        var effects: [ClientEffect] = []
        guard let id = core.request(request, into: &effects) else { return (nil, effects) }
        waiting.insert(id)
        if case .step = request, isMarch { marchSteps.insert(id) }
        if case .content = request { changes.insert(id) }
        return (id, effects)
    }

    /// Reads pages, which asks the server for those that are missing.
    mutating func readPages(from first: PageIndex, count: Int) -> [ClientEffect] {
        var effects: [ClientEffect] = []
        _ = core.pages(from: first, count: count, into: &effects)
        return effects
    }

    /// The next thing that the member does, and the pause after it; no pause: it does nothing until the end.
    mutating func act(isBusy: Bool, isMarch: Bool) -> (action: Workload.Action?, pause: Int64?) {
        let pause = workload.pause()
        switch core.stage {
        case .over:
            startAgain()
            return (.start, pause)
        case .apart: return (core.welcome == nil ? .start : .reconnect, pause)
        case .connecting, .joining, .waiting: return (nil, pause)
        case .following where workload.isDragging: return (workload.pullDrag(), Workload.sampleMilliseconds)
        case .following where isBusy: return (workload.choose(core, isMarch: isMarch), pause)
        case .following: return (nil, nil)
        }
    }

    /// Starts as a new member, as after leaving.
    private mutating func startAgain() {
        offsets = workload.offsets()
        core = SimulatedMember.core(role: role, offsets: offsets, session: removedSession, seed: workload.seed())
        workload.dropDrag()
        (line, heard) = (nil, nil)
    }

    mutating func wasRemoved() {
        if let welcome = core.welcome { (removedSession, returnsLeft) = (welcome.session, 3) }
        returnsLeft -= 1
        if returnsLeft < 0 { removedSession = nil }
    }

    mutating func connected(over line: Int) { self.line = line }

    /// Ends the use of the line and returns it.
    mutating func disconnect() -> Int? {
        defer { line = nil }
        return line
    }

    mutating func joined() { workload.dropDrag() }

    /// A snapshot takes the place of the replica.
    mutating func replaced() { heard = snapshots.removeFirst() }

    /// Takes the next event; the last one, when it does not follow it.
    mutating func gap(before event: Event) -> Sequence? {
        defer { heard = event.sequence }
        guard let heard, event.sequence != heard.next else { return nil }
        return heard
    }

    /// Settles a request that was answered, or never will be.
    mutating func settle(_ id: RequestID) -> (isKnown: Bool, isMarchStep: Bool, isChange: Bool) {
        (waiting.remove(id) != nil, marchSteps.remove(id) != nil, changes.remove(id) != nil)
    }
}

/// Queries.
extension SimulatedMember {
    func now(_ milliseconds: Int64) -> Instant { Instant(milliseconds: clock.own(at: milliseconds)) }

    /// The client's next deadline, in world time.
    func nextDeadline(notBefore milliseconds: Int64) -> Int64? {
        core.nextDeadline.map { clock.world(at: $0.milliseconds, notBefore: milliseconds) }
    }

    func needsTick(at milliseconds: Int64) -> Bool { core.nextDeadline.map { $0 <= now(milliseconds) } ?? false }

    /// The room as the member sees it; nil while it is not in the room.
    var replica: Replica? { core.stage == .following ? core.replica : nil }
    /// The state of the client, in words.
    var stage: String { "\(core.stage)" }
    var unanswered: Set<RequestID> { waiting }
    var notes: [PageNotes] { core.notes }
    var inStep: InStep? { core.inStep }

    /// The member's estimate of the server's time.
    func serverTime(at milliseconds: Int64) -> Instant? { core.clock.time(at: now(milliseconds)) }
}
