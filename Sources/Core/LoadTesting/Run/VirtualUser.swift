import PagingClient
import PagingEngine
import PagingRoom
import PagingWire
import Scripting

/// One user of a Riffle room: a client as people have it, and the steps it plays.
struct VirtualUser {
    /// Transitions: playing → staying → gone, playing → parting → gone, playing → gone.
    enum Life: Equatable, Sendable {
        case playing
        /// Its steps are done, and it goes as soon as it has the answers to what it asked last, or then.
        case parting(until: LoadTime)
        /// An actor of a scene has done its part and stays until everybody has.
        case staying
    }

    enum Connection: Sendable {
        case none
        case opening
        case open
    }

    /// A request that waits for its answer.
    struct Asked: Sendable {
        let id: RequestID
        let tag: RequestTag
        let intended: LoadTime
        let made: LoadTime
    }

    /// A message that is kept back on its way.
    struct Held: Sendable {
        let due: LoadTime
        let messages: [ServerMessage]
        let bytes: Int
    }

    /// A way into the room.
    struct Way: Sendable {
        /// When it was to begin, and its present attempt.
        var intended: LoadTime
        var attemptIntended: LoadTime
        /// When the present attempt was made.
        var attempted: LoadTime
        /// What the welcome says; nil before it.
        var welcomed: Sequence?
    }

    let number: Int
    let part: LoadPlan.Part
    let name: String
    let startsAt: LoadTime
    /// When it leaves whatever is left to do.
    let leavesAt: LoadTime?
    var core: ClientCore
    var runner: ScriptRunner
    /// When the runner has something to do, and whether it looks at what becomes of the room: asked for once after every
    /// input, for a look at a runner copies it.
    var runnerDeadline: Instant?
    var isWatching = true
    var life = Life.playing
    var connection = Connection.none
    /// Nil once it is in.
    var way: Way?
    /// Whether this client has been in the room before.
    var hasBeenIn = false
    /// How often it has left and come again as somebody new.
    var timesLeft = 0
    var asked: [Asked] = []
    /// The newest ping or join and when it went out: its answer tells the server's clock.
    var probe: (id: RequestID, sent: LoadTime)?
    var stream = EventStream()
    /// Its place among the members of its room.
    var memberPlace: Int?
    /// What of the room the runner has not been told yet.
    var isRunnerBehind = false
    /// The barrier it stands at.
    var barrier: String?
    var held: [Held] = []
    /// The trouble by which its socket is not read.
    var stoppedBy: Int?
    /// When the agenda looks at it.
    var dueAt: LoadTime?

    /// When it has something to do without anybody else. Mutating, so that nothing is copied.
    mutating func nextDeadline() -> LoadTime? {
        var first = leavesAt
        if let due = held.first?.due { first = min(first ?? due, due) }
        if case .parting(let until) = life { first = min(first ?? until, until) }
        if let due = core.nextDeadline { first = VirtualUser.earlier(first, due) }
        if life == .playing, let due = runnerDeadline { first = VirtualUser.earlier(first, due) }
        return first
    }

    private static func earlier(_ moment: LoadTime?, _ instant: Instant) -> LoadTime {
        let other = LoadTime(instant)
        return moment.map { min($0, other) } ?? other
    }
}

extension LoadTime {
    /// The first microsecond of a millisecond.
    init(_ instant: Instant) {
        self.init(microseconds: instant.milliseconds * 1_000)
    }
}
