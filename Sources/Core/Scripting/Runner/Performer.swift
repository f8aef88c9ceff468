import PagingContent
import PagingEngine
import PagingRoom
import Support

/// One actor of a run: its position in the steps and its knowledge of the room.
struct Performer {
    /// The current activity. Transitions: ready → any; any → ready when done or out of time; ready → ended.
    enum Doing: Hashable {
        case ready
        /// Waits for `joined`, after `connect`, `reconnect` or a lost connection.
        case arriving(until: Instant)
        case pausing(until: Instant)
        /// Plays a drag from sample `next` on.
        case dragging(DragPlan, next: Int, began: Instant)
        case waiting(Wait.Condition, until: Instant)
        /// Waits until all requests are answered and seen, then compares.
        case collecting(Expectation, until: Instant)
        case expecting(Expectation, until: Instant)
        case ended
    }

    enum Connection: Hashable {
        case outside
        case inside
        /// Lost without a `cut`; the client reconnects by itself.
        case lost
        case cut
    }

    /// A drag that has begun and not ended.
    struct Hand: Hashable {
        let drag: DragID
        /// The request that began it; a strip's drag begins with its first sample, which has none.
        let tag: RequestTag?
        /// Whether the drag is on the strip of tabs and not on the pager.
        var isOnStrip = false
        var translation: Distance = .zero
        var movedAt: Instant
        /// The time of the last sample sent.
        var toldAt: Instant
        /// The velocity at the last movement.
        var velocity: Velocity = .zero

        /// The request for the current position.
        var sample: Request {
            isOnStrip ? .stripMoved(drag, by: translation) : .dragMoved(drag, by: translation)
        }
    }

    /// The number of the actor in the script.
    let number: Int
    let actor: Script.Actor
    var cursor: StepCursor
    var choices: SeedStream
    /// The intended start of the current step: a late tick does not delay the steps after it.
    var clock: Instant
    var doing = Doing.ready
    /// The script's line of the current step.
    var line: Int
    var connection = Connection.outside
    var view: View?
    /// Whether more events must follow the last one.
    var hasMoreToHear = false
    var ledger = RequestLedger()
    var memory = EventMemory()
    /// Whether a step waits for an event or expects a selected page, so that events must be kept.
    let heedsEvents: Bool
    /// Whether a step expects all actors in step.
    let looksAtOthers: Bool
    var hand: Hand?
    var dragsBegun: Int64 = 0
    /// The target of its own unanswered steps and jumps.
    var hoped: StepPlace?
    /// The pages of unanswered edits.
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

    /// The expected place of the pager: what the actor sees, plus its own unanswered steps.
    var place: StepPlace? {
        guard let view else { return nil }
        return ledger.isSettled(in: view.replica) ? view.replica.stepPlace : hoped ?? view.replica.stepPlace
    }

    /// Whether it has ended.
    var isEnded: Bool { doing == .ended }

    /// Drops the state of the connection.
    mutating func connectionLost(_ connection: Connection) {
        self.connection = connection
        ledger.connectionLost()
        hand = nil
        hoped = nil
        edits = [:]
    }

    /// The time of the next action without another input.
    var deadline: Instant? {
        guard let hand, !isEnded else { return stepDeadline }
        let reminder = hand.toldAt.advanced(byMilliseconds: Performer.reminderMilliseconds)
        return stepDeadline.map { min($0, reminder) } ?? reminder
    }

    /// The interval at which a held drag repeats its sample, below the three seconds after which the room drops a
    /// silent holder.
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
            // Neither the position during an animation nor the others' pictures come with an event.
            if expectation.place != nil {
                min(until, clock.advanced(byMilliseconds: Performer.lookMilliseconds))
            } else if expectation.inStep {
                min(until, clock.advanced(byMilliseconds: Performer.othersMilliseconds))
            } else {
                until
            }
        }
    }

    /// The interval of checks of an expected position while the pager moves.
    static let lookMilliseconds: Int64 = 4
    /// The interval of checks whether all actors are in step.
    static let othersMilliseconds: Int64 = 20

    /// The time at which the current animation reaches the part of `condition`.
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
