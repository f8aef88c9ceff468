import PagingClient
import PagingEngine
import PagingRoom
import PagingServer
import PagingWire
import Support

/// A server of several loops and rooms with its disk, its members, and the network between them, all from one seed
/// and on one virtual clock.
///
/// While it is busy, members drag, step, jump, change pages, leave and come back; lines delay, choke, break and go
/// silent; the server dies between two effects, or goes away in good order, and starts again from what its disk has;
/// the disk is slow, full, or fails. Afterwards hands rest and everything holds, and everybody must come to see the
/// same. The same seed gives the same world.
package struct World {
    package let plan: WorldPlan
    /// What is wrong on purpose.
    package let sabotage: FaultInjection?
    /// World time.
    package internal(set) var milliseconds: Int64 = 0
    /// After the busy time, whoever is away has come back within the longest wait and every time limit has run out.
    static let calmMilliseconds: Int64 = 30_000

    let table = FrameTable()
    /// The loops of the process; none while there is no process.
    var cores: [ServerCore] = []
    /// The number of the process, and its clock.
    var life = 0
    var serverClock = SkewedClock(aheadMilliseconds: 0, driftPerMillion: 0)
    /// The life that has been told to go away.
    var exiting: Int?
    /// Effects the process still runs before it dies.
    var fuse: Int?
    /// The loop each room lives on, by number of the room.
    var homes: [Int] = []
    var disk: Disk
    var actors: [Actor] = []
    var lines: [Line] = []
    var schedule = Schedule()
    var random: SeedStream
    /// When the last news to a loop arrive, by sender and receiver; the disk sends too.
    var newsArrivals: [Int: Int64] = [:]
    package internal(set) var violations: [Violation] = []
    var books: [RoomOracle]
    /// The last event that happened in each room, told or not.
    var happened: [Sequence] = []
    package internal(set) var counts = WorldCounts()
    var trace: Trace
    var serverEffects: [ServerEffect] = []

    /// - Parameter isTraced: keeps what happens in words, for `story`.
    package init(seed: UInt64, sabotage: FaultInjection? = nil, isTraced: Bool = false) {
        plan = WorldPlan(seed: seed)
        self.sabotage = sabotage
        random = SeedStream(seed: seed)
        disk = Disk(limit: plan.diskLimit)
        books = plan.rooms.map { RoomOracle(name: $0.name) }
        trace = Trace(isOn: isTraced)
        startServer()
        for (member, room) in plan.members.enumerated() {
            let place = plan.members[..<member].count { $0 == room }
            let role: Role = place == 0 ? .presenter : place > 2 ? .viewer : .member
            let offsets = Join.Offsets.allCases[Int(random.within(0...2))]
            actors.append(Actor(room: room, role: role, offsets: offsets, seed: random.next()))
            plan(.act(member: member), at: random.within(0...500), of: .member(member))
        }
        for moment in plan.crashes { plan(.doom, at: moment, of: .world) }
        for moment in plan.drains { plan(.drain, at: moment, of: .world) }
    }

    /// Lets the world go on up to `end`, in milliseconds of world time.
    package mutating func run(untilMilliseconds end: Int64) {
        while let moment = nextMoment, moment <= end {
            milliseconds = max(milliseconds, moment)
            step()
        }
        milliseconds = max(milliseconds, end)
    }

    /// Runs until hands rest and everybody had time to see the same.
    package mutating func runToTheEnd() {
        run(untilMilliseconds: plan.busyMilliseconds + World.calmMilliseconds)
        // What a room says just then, such as that a lease has ended, is still under way.
        var heard = -1
        while heard != counts.events {
            heard = counts.events
            run(untilMilliseconds: milliseconds + 1_000)
        }
    }

    private var nextMoment: Int64? {
        var moment = schedule.firstAt ?? .max
        // By place: a copy of each, however short-lived, is half of a world's work.
        for loop in cores.indices {
            guard let due = cores[loop].nextDeadline else { continue }
            moment = min(moment, serverClock.world(at: due.milliseconds, notBefore: milliseconds))
        }
        for member in actors.indices {
            guard let due = actors[member].core.nextDeadline else { continue }
            moment = min(moment, actors[member].clock.world(at: due.milliseconds, notBefore: milliseconds))
        }
        return moment == .max ? nil : moment
    }

    private mutating func step() {
        for loop in cores.indices where cores.indices.contains(loop) {
            guard let due = cores[loop].nextDeadline, due <= serverNow else { continue }
            serve(loop, .tick)
            checkBounds(of: loop)
        }
        for member in actors.indices {
            guard let due = actors[member].core.nextDeadline, due <= actors[member].now(milliseconds) else { continue }
            hand(member, .tick)
        }
        while let happening = schedule.next(at: milliseconds) { happen(happening.kind) }
    }

    /// Whether everybody had time to see the same.
    package var isOver: Bool { milliseconds >= plan.busyMilliseconds + World.calmMilliseconds }

    var isBusy: Bool { milliseconds < plan.busyMilliseconds }

    var serverNow: Instant { Instant(milliseconds: serverClock.own(at: milliseconds)) }

    mutating func complain(_ rule: Violation.Rule, _ text: String) {
        note("!!! \(text)")
        violations.append(Violation(rule: rule, milliseconds: milliseconds, text: text))
    }

    mutating func note(_ text: @autoclosure () -> String) {
        if trace.isOn { trace.add("\(milliseconds) \(text())") }
    }
}

extension World {
    /// Whose happenings keep their order.
    enum Owner {
        case world
        case member(Int)
        case news(from: Int?, to: Int)
        case line(Int)

        var number: Int {
            switch self {
            case .world: -1
            case .member(let member): member
            case .news(let loop, let other): 500 + (loop ?? 9) * 10 + other
            case .line(let line): 1_000 + line
            }
        }
    }

    mutating func plan(_ kind: SimEvent.Kind, at moment: Int64, of owner: Owner) {
        schedule.add(SimEvent(at: moment, owner: owner.number, kind: kind))
    }
}
