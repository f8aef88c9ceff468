import PagingEngine
import PagingRoom

/// The drags of one actor: the samples of a plan by time, the drag that is held, and its end.
struct DragPlayer {
    /// The rest after which a release has no velocity, as in the release rule of the pager.
    private static let restMilliseconds: Int64 = 100
    /// The interval at which a held drag repeats its sample, below the three seconds after which the room drops a
    /// silent holder.
    static let reminderMilliseconds: Int64 = 1_000

    /// A drag that has begun and not ended.
    private struct Held {
        let drag: DragID
        /// Whether the drag is on the strip of tabs and not on the pager.
        let isOnStrip: Bool
        /// The request that began it; a strip's drag begins with its first sample, which has none.
        var tag: RequestTag?
        var translation: Distance = .zero
        var movedAt: Instant
        /// The time of the last sample sent.
        var sentAt: Instant
        /// The velocity at the last movement.
        var velocity: Velocity = .zero

        /// The request for the current position.
        var sample: Request {
            isOnStrip ? .stripMoved(drag, by: translation) : .dragMoved(drag, by: translation)
        }
    }

    private var held: Held?
    private var count: Int64 = 0
    private var plan: DragPlan?
    /// The next sample of the plan.
    private var next = 0
    private var began = Instant(milliseconds: 0)

    var isHolding: Bool { held != nil }

    /// Begins a drag with its plan; the request announces it, and a strip's drag needs none.
    ///
    /// - Parameter start: the intended start, before or at `now`.
    mutating func begin(_ plan: DragPlan, isOnStrip: Bool, start: Instant, at now: Instant) -> Request? {
        count += 1
        let drag = DragID(count)
        held = Held(drag: drag, isOnStrip: isOnStrip, movedAt: start, sentAt: now)
        (self.plan, next, began) = (plan, 0, start)
        return isOnStrip ? nil : .dragBegan(drag, viewport: nil)
    }

    /// The drag was announced by the request with this tag.
    mutating func announced(by tag: RequestTag?) { held?.tag = tag }

    /// The time of the next sample; nil when no plan is playing.
    var nextSample: Instant? {
        plan.map { began.advanced(byMilliseconds: $0.samples[next].afterMilliseconds) }
    }

    /// The sample at its time. A drag that was refused, or whose connection is lost, takes the same time and sends
    /// nothing.
    mutating func playSample(at now: Instant) -> (request: Request?, isLast: Bool) {
        guard let plan, let due = nextSample else { return (nil, true) }
        let sample = plan.samples[next]
        held?.translation = sample.translation
        held?.movedAt = due
        held?.sentAt = now
        held?.velocity = plan.finalVelocity
        next += 1
        return (held?.sample, next == plan.samples.count)
    }

    /// Ends the plan after its last sample and returns how the drag ends.
    mutating func finishPlan() -> DragPlan.Ending? {
        defer { plan = nil }
        return plan?.ending
    }

    /// Lets go of the drag that is held; a release at speed after a rest requires a fresh sample first.
    mutating func release(_ velocity: Velocity?, at moment: Instant) -> (sample: Request?, end: Request)? {
        guard let held else { return nil }
        self.held = nil
        guard !held.isOnStrip else { return (nil, .stripEnded(held.drag, by: held.translation)) }
        let rested = moment.milliseconds(since: held.movedAt) > DragPlayer.restMilliseconds
        let speed = velocity ?? (rested ? .zero : held.velocity)
        let end = Request.dragEnded(held.drag, by: held.translation, velocity: speed)
        // The pager takes a rested drag for still.
        return (rested && speed != .zero ? held.sample : nil, end)
    }

    /// Cancels the drag that is held.
    mutating func cancel() -> Request? {
        defer { held = nil }
        return held.map { .dragCancelled($0.drag) }
    }

    /// Another movement of the actor, or the end of its connection, ended the drag.
    mutating func drop() { held = nil }

    /// The request that began the drag was refused.
    mutating func refused(_ tag: RequestTag) {
        if held?.tag == tag { held = nil }
    }

    /// The time of the next repeated sample; nil while no drag is held.
    var reminder: Instant? { held?.sentAt.advanced(byMilliseconds: DragPlayer.reminderMilliseconds) }

    /// The repeated sample at its time, so that the room keeps the holder.
    mutating func remind(at now: Instant) -> Request? {
        guard let reminder, now >= reminder else { return nil }
        held?.sentAt = now
        return held?.sample
    }
}
