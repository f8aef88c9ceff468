import Support

/// The planned events of a run on a virtual clock: by time, then by owner, then in the order in which they were planned,
/// so that a run is the same in every process.
struct EventQueue<Moment: Comparable & Sendable, Event: Sendable>: Sendable {
    private struct PlannedEvent: Comparable, Sendable {
        let owner: Int
        let number: Int
        let event: Event

        static func < (left: PlannedEvent, right: PlannedEvent) -> Bool {
            (left.owner, left.number) < (right.owner, right.number)
        }

        static func == (left: PlannedEvent, right: PlannedEvent) -> Bool { left.number == right.number }
    }

    private var queue = TimerQueue<Moment, PlannedEvent>()
    private var planned = 0

    var first: Moment? { queue.first }

    mutating func add(_ event: Event, at moment: Moment, owner: Int = 0) {
        planned += 1
        queue.add(PlannedEvent(owner: owner, number: planned, event: event), at: moment)
    }

    /// Removes and returns the first event that is not after `now`.
    mutating func popDue(at now: Moment) -> Event? { queue.popDue(at: now)?.element.event }
}

/// A run on a virtual clock, which jumps to the next moment at which something happens.
protocol VirtualTimeRun {
    associatedtype Moment: Comparable

    var now: Moment { get set }
    /// The next moment at which something happens; nil when nothing ever will.
    var nextMoment: Moment? { get }
    var isFinished: Bool { get }

    /// Does everything that happens at `now`.
    mutating func step()
}

extension VirtualTimeRun {
    /// Runs up to `end`, or to the end of the run if that comes first.
    mutating func runClock(to end: Moment) {
        while !isFinished, let moment = nextMoment, moment <= end {
            now = max(now, moment)
            step()
        }
        if !isFinished { now = max(now, end) }
    }
}
