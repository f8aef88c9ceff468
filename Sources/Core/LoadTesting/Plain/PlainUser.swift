import PagingEngine
import Scripting

/// One user of a plain endpoint: where it is in its steps, and what it has sent and heard.
struct PlainUser: Sendable {
    /// What it is busy with, while its connection stands.
    enum Doing: Sendable {
        case ready
        case pausing(until: LoadTime)
        case awaitingReply(PlainStep.Match, until: LoadTime, milliseconds: Int64)
        case awaitingPush(until: LoadTime, milliseconds: Int64)
    }

    /// Transitions: away → opening → open → away; opening → away when it failed; any → gone.
    enum Connection: Hashable, Sendable {
        case away
        case opening
        case open
        case gone
    }

    /// The message it has sent last.
    struct Sent: Sendable {
        let id: Int
        let message: PlainMessage
        /// When it was to be sent, and when it was.
        let due: LoadTime
        let made: LoadTime
    }

    /// A message that came before its reply was waited for.
    struct Heard: Sendable {
        let message: PlainMessage
        let at: LoadTime
        let isPush: Bool
    }

    /// Messages that are kept until their reply is waited for; the oldest are forgotten.
    static let heardKept = 64

    let number: Int
    let part: LoadPlan.Part
    /// When it leaves whatever is left to do.
    let leavesAt: LoadTime?
    var cursor: PlainCursor
    var dice: LoadDice
    /// When the present step began, as intended: what comes late does not delay the steps after it.
    var clock: LoadTime
    /// The line of the script it is at.
    var line: Int
    var doing = Doing.ready
    var connection = Connection.away
    /// When its connection was to begin, and when the present attempt was made.
    var comesAt: LoadTime
    var attemptedAt: LoadTime
    /// When the next attempt is made, while it is away.
    var attemptsAt: LoadTime?
    var failedAttempts = 0
    var hasBeenIn = false
    /// Messages it has sent.
    var sequence = 0
    var sent: Sent?
    var heard: [Heard] = []
    var held = HeldMessages()
    /// When it goes on after it has let others have their turn.
    var goesOnAt: LoadTime?

    init(_ start: LoadPlan.Start, part: LoadPlan.Part, actor: Script.Actor, begin: LoadTime, dice: LoadDice) {
        number = start.user
        self.part = part
        leavesAt = start.untilMicroseconds.map { begin.advanced(byMicroseconds: $0) }
        cursor = PlainCursor(actor.plainSteps)
        self.dice = dice
        comesAt = begin.advanced(byMicroseconds: start.afterMicroseconds)
        (clock, attemptedAt) = (comesAt, comesAt)
        line = actor.line
    }

    /// When it has something to do without anybody else.
    var nextDeadline: LoadTime? {
        let connects = connection == .away ? attemptsAt : nil
        return earliest(earliest(leavesAt, held.firstDue), earliest(connects, earliest(stepDeadline, goesOnAt)))
    }

    /// What it waits for from the server, in words.
    var awaited: String? {
        switch doing {
        case .ready, .pausing: nil
        case .awaitingReply(_, _, let milliseconds): "a reply within \(milliseconds) ms"
        case .awaitingPush(_, let milliseconds): "a push within \(milliseconds) ms"
        }
    }

    private var stepDeadline: LoadTime? {
        guard connection == .open else { return nil }
        switch doing {
        case .ready: return nil
        case .pausing(let until), .awaitingReply(_, let until, _), .awaitingPush(let until, _): return until
        }
    }

    /// What ends with a connection.
    mutating func forgetConnection() {
        connection = .away
        (sent, goesOnAt) = (nil, nil)
        heard = []
        held = HeldMessages()
    }
}
