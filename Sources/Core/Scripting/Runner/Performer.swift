import PagingContent
import PagingEngine
import PagingRoom
import Support

/// One actor on stage: where it is in its steps and what it knows.
struct Performer {
    /// What it is busy with. Transitions: ready → any; any → ready when done or in vain; ready → ended.
    enum Doing: Hashable {
        case ready
        /// Waits for `joined`, after `connect`, `reconnect` or a lost connection.
        case arriving(until: Instant)
        case pausing(until: Instant)
        /// Plays a drag from its sample number `next` on.
        case dragging(DragPlan, next: Int, began: Instant)
        case waiting(Wait.Condition, until: Instant)
        /// Waits for what it asked for to be answered and seen before it compares.
        case collecting(Expectation, until: Instant)
        case expecting(Expectation, until: Instant)
        case ended
    }

    enum Connection: Hashable {
        case outside
        case inside
        /// Gone without a `cut`; the client tries to come back by itself.
        case lost
        case cut
    }

    /// A drag that has begun and not ended.
    struct Hand: Hashable {
        let drag: DragID
        /// The request that began it; a strip's drag begins with its first sample, which has none.
        let tag: RequestTag?
        /// Whether the hand is on the strip of tabs and not on the pager.
        var isOnStrip = false
        var translation: Distance = .zero
        var movedAt: Instant
        /// When the room last heard of it.
        var toldAt: Instant
        /// Speed of the hand when it last moved.
        var velocity: Velocity = .zero

        /// Where the hand is, for the room.
        var sample: Request {
            isOnStrip ? .stripMoved(drag, by: translation) : .dragMoved(drag, by: translation)
        }
    }

    /// Its place in the script.
    let number: Int
    let actor: Script.Actor
    var cursor: StepCursor
    var choices: SeedStream
    /// When the present step began, as intended: a late tick does not delay the steps after it.
    var clock: Instant
    var doing = Doing.ready
    /// The script's line of the present step.
    var line: Int
    var connection = Connection.outside
    var view: View?
    /// Whether more events are sure to follow the last one it was told of.
    var hasMoreToHear = false
    var ledger = RequestLedger()
    var memory = EventMemory()
    /// Whether it ever waits for an event, or says which page was selected, and so has to heed those it sees.
    let heedsEvents: Bool
    /// Whether it ever expects to be in step with the others.
    let looksAtOthers: Bool
    var hand: Hand?
    var dragsBegun: Int64 = 0
    /// Where its own unanswered steps and jumps lead.
    var hoped: StepPlace?
    /// Pages it has asked for and not yet been answered about.
    var edits: [RequestTag: [Page]] = [:]

    init(number: Int, actor: Script.Actor, seed: UInt64, start: Instant) {
        self.number = number
        self.actor = actor
        let arrival = actor.joinsExplicitly ? [] : [Step(.join, line: actor.line)]
        cursor = StepCursor(arrival + actor.steps)
        choices = SeedStream(seed: seed, actor: number)
        clock = start
        line = actor.line
        looksAtOthers = actor.steps.lazy.flatMap(\.flattened).contains { step in
            if case .expect(let expectation) = step.action { expectation.inStep } else { false }
        }
        heedsEvents = actor.steps.lazy.flatMap(\.flattened).contains { step in
            switch step.action {
            case .wait(let wait): if case .event = wait.condition { true } else { false }
            case .expect(let expectation): expectation.selected != nil
            default: false
            }
        }
    }

    mutating func note(_ event: Event, in replica: Replica) {
        memory.note(event, in: replica, isWaitedFor: heedsEvents)
    }

    /// Where it believes the pager goes: what it sees, plus its own steps nobody has answered yet.
    var place: StepPlace? {
        guard let view else { return nil }
        return ledger.isSettled(in: view.replica) ? view.replica.stepPlace : hoped ?? view.replica.stepPlace
    }

    /// Whether it has come to the end of its steps, or given up.
    var isEnded: Bool { doing == .ended }

    /// Forgets everything that ends with a connection.
    mutating func connectionLost(_ connection: Connection) {
        self.connection = connection
        ledger.connectionLost()
        hand = nil
        hoped = nil
        edits = [:]
    }

    /// When it has something to do without anybody else.
    var deadline: Instant? {
        guard let hand, !isEnded else { return stepDeadline }
        let reminder = hand.toldAt.advanced(byMilliseconds: Performer.reminderMilliseconds)
        return stepDeadline.map { min($0, reminder) } ?? reminder
    }

    /// A hand at rest repeats where it is this often, well within the three seconds after which a silent one counts
    /// as lost.
    static let reminderMilliseconds: Int64 = 1_000

    private var stepDeadline: Instant? {
        switch doing {
        case .ready: clock
        case .ended: nil
        case .arriving(let until), .pausing(let until), .collecting(_, let until): until
        case .dragging(let plan, let next, let began):
            began.advanced(byMilliseconds: plan.samples[next].afterMilliseconds)
        case .waiting(let condition, let until):
            min(until, flightTime(of: condition) ?? until)
        case .expecting(let expectation, let until):
            // Neither where the pager is on its way nor what others show comes with an event of one's own.
            if expectation.place != nil {
                min(until, clock.advanced(byMilliseconds: Performer.lookMilliseconds))
            } else if expectation.inStep {
                min(until, clock.advanced(byMilliseconds: Performer.othersMilliseconds))
            } else {
                until
            }
        }
    }

    /// How often an actor that expects a position looks while the pager moves.
    static let lookMilliseconds: Int64 = 4
    /// How often one that expects to be in step looks at the others.
    static let othersMilliseconds: Int64 = 20

    /// When the flight under way has come as far as `condition` asks.
    func flightTime(of condition: Wait.Condition) -> Instant? {
        guard connection == .inside, case .progress(let part) = condition, let view,
            case .settling(let animation) = view.replica.phase
        else {
            return nil
        }
        let way = Double(animation.end.milliseconds(since: animation.start)) * part
        return view.localTime(of: animation.start.advanced(byMilliseconds: Int64(way.rounded(.up))))
    }
}
