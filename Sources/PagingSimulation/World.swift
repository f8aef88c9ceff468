import PagingClient
import PagingContent
import PagingEngine
import PagingRoom
import PagingServer
import PagingWire

/// A server of several loops, its members and the network between them, all from one seed and on one virtual clock.
///
/// While it is busy, members drag, step, jump, change pages, leave and come back, and lines delay, choke and break.
/// Afterwards hands rest and lines hold, and everybody must come to see the same. The same seed gives the same world.
public struct World {
    public let seed: UInt64
    /// How long hands move and lines fail, in milliseconds.
    public let busyMilliseconds: Int64
    /// World time.
    public internal(set) var milliseconds: Int64 = 0
    static let room = "room"
    /// After the busy time, whoever is away has come back within the longest wait and every time limit has run out.
    static let calmMilliseconds: Int64 = 30_000
    /// Few enough frames that some who return find their place gone.
    static let ringFrames = 48

    let table = FrameTable()
    var cores: [ServerCore] = []
    var actors: [Actor] = []
    var lines: [Line] = []
    var schedule = Schedule()
    var random: SeededRandom
    /// When the last mail from one loop to another arrives, by loops' numbers.
    var mailArrivals: [Int64]
    var violations: [Violation] = []
    /// Every event the room said, in order, and the rows of the table read for it.
    var said: [Event] = []
    var rowsHeard = 0
    /// Moves the room obeyed: whose, under what grant, and the event by which the answer stands.
    var obeyed: [(member: MemberID, grant: Grant, at: Sequence)] = []
    let policy: Policy
    var serverEffects: [ServerEffect] = []
    var clientEffects: [ClientEffect] = []

    /// The first member is a presenter, the last one of four and more a viewer.
    public init(seed: UInt64, loops: Int = 2, members: Int = 4, busyMilliseconds: Int64 = 10_000) {
        precondition(loops > 0 && members > 0, "a world has loops and members")
        self.seed = seed
        self.busyMilliseconds = busyMilliseconds
        random = SeededRandom(seed: seed)
        policy = [.open, .open, .baton, .baton, .baton, .presenters][Int(random.within(0...5))]
        mailArrivals = Array(repeating: 0, count: loops * loops)
        makeCores(loops)
        for member in 0..<members {
            let role: Role = member == 0 ? .presenter : member > 2 && member == members - 1 ? .viewer : .member
            let offsets = Join.Offsets.allCases[Int(random.within(0...2))]
            actors.append(Actor(role: role, offsets: offsets, seed: random.next()))
            let start = random.within(0...1_500)
            schedule.add(Happening(at: start, owner: World.owner(ofMember: member), kind: .act(member: member)))
        }
    }

    private mutating func makeCores(_ loops: Int) {
        var settings = ServerSettings(
            server: "simulation", epoch: Epoch("life"),
            retry: Retry(minimumMilliseconds: 50, maximumMilliseconds: 1_000))
        settings.ringFrames = World.ringFrames
        settings.chokedMilliseconds = 3_000
        let configuration = Configuration(random.chance(50) ? .threePage : .threePagePredicted)
        let supplier = random.chance(40) ? Supplier.numbers : .listed(pages(Int(random.within(0...6))))
        let plan = RoomPlan(name: World.room, supplier: supplier, configuration: configuration, policy: policy)
        for loop in 0..<loops {
            cores.append(
                ServerCore(
                    loop: loop, loops: loops, settings: settings, rooms: [plan], now: Instant(milliseconds: 0),
                    encode: table.encode))
        }
    }

    /// Lets the world go on up to `end`, in milliseconds of world time.
    public mutating func run(untilMilliseconds end: Int64) {
        while let moment = nextMoment, moment <= end {
            milliseconds = max(milliseconds, moment)
            step()
        }
        milliseconds = max(milliseconds, end)
        listen()
    }

    /// Runs until hands rest and everybody had time to see the same.
    public mutating func runToTheEnd() {
        run(untilMilliseconds: busyMilliseconds + World.calmMilliseconds)
        // What the room says just then, such as that a lease has ended, is still under way.
        var heard = -1
        while heard != said.count {
            heard = said.count
            run(untilMilliseconds: milliseconds + 1_000)
        }
    }

    private var nextMoment: Int64? {
        var moment = schedule.firstAt ?? .max
        for core in cores { moment = min(moment, core.nextDeadline?.milliseconds ?? .max) }
        for actor in actors {
            guard let due = actor.core.nextDeadline else { continue }
            moment = min(moment, due.milliseconds - actor.skewMilliseconds)
        }
        return moment == .max ? nil : moment
    }

    private mutating func step() {
        for loop in cores.indices {
            guard let due = cores[loop].nextDeadline, due.milliseconds <= milliseconds else { continue }
            serve(loop, .tick)
        }
        for member in actors.indices {
            guard let due = actors[member].core.nextDeadline, due <= actors[member].now(milliseconds) else { continue }
            hand(member, .tick)
        }
        while let happening = schedule.next(at: milliseconds) { happen(happening.kind) }
    }

    var isBusy: Bool { milliseconds < busyMilliseconds }

    mutating func complain(_ text: String) {
        violations.append(Violation(milliseconds: milliseconds, text: text))
    }
}
