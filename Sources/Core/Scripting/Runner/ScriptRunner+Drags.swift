import PagingEngine
import PagingRoom

extension ScriptRunner {
    /// The rest after which a release has no velocity, as in the release rule of the pager.
    static let restMilliseconds: Int64 = 100

    mutating func useHand(_ action: Step.Action, _ index: Int, into effects: inout [RunnerEffect]) {
        switch action {
        case .drag(let plan): grab(plan, index, into: &effects)
        case .fling(let direction): grab(.fling(direction), index, into: &effects)
        case .strip(let plan): grabStrip(plan, index, into: &effects)
        case .release(let velocity): release(velocity, index, into: &effects)
        default:
            guard let hand = performers[index].hand else { return holdsNothing(index, into: &effects) }
            performers[index].memory.clear()
            send(.dragCancelled(hand.drag), index, into: &effects)
            performers[index].hand = nil
        }
    }

    private mutating func grab(_ plan: DragPlan, _ index: Int, into effects: inout [RunnerEffect]) {
        performers[index].memory.clear()
        performers[index].dragsBegun += 1
        let drag = DragID(performers[index].dragsBegun)
        let began = performers[index].clock
        guard let tag = send(.dragBegan(drag, viewport: nil), index, into: &effects) else { return }
        performers[index].hand = Performer.Hand(drag: drag, tag: tag, movedAt: began, toldAt: now)
        performers[index].doing = .dragging(plan, next: 0, began: began)
    }

    /// Begins a drag of the strip, which the first sample announces.
    private mutating func grabStrip(_ plan: DragPlan, _ index: Int, into effects: inout [RunnerEffect]) {
        performers[index].memory.clear()
        performers[index].dragsBegun += 1
        let drag = DragID(performers[index].dragsBegun)
        let began = performers[index].clock
        performers[index].hand = Performer.Hand(
            drag: drag, tag: nil, isOnStrip: true, movedAt: began, toldAt: now)
        performers[index].doing = .dragging(plan, next: 0, began: began)
    }

    /// Sends the samples up to now. A drag that was refused, or whose connection is lost, takes the same time and
    /// sends nothing.
    mutating func moveHand(
        _ plan: DragPlan, _ next: Int, _ began: Instant, _ index: Int, into effects: inout [RunnerEffect]
    ) -> Bool {
        let sample = plan.samples[next]
        let due = began.advanced(byMilliseconds: sample.afterMilliseconds)
        guard due <= now else { return false }
        if var hand = performers[index].hand {
            hand.translation = sample.translation
            hand.movedAt = due
            hand.toldAt = now
            hand.velocity = plan.finalVelocity
            performers[index].hand = hand
            send(hand.sample, index, into: &effects)
        }
        guard next + 1 == plan.samples.count else {
            performers[index].doing = .dragging(plan, next: next + 1, began: began)
            return true
        }
        performers[index].clock = due
        performers[index].doing = .ready
        if case .released(let velocity) = plan.ending { letGo(velocity, index, into: &effects) }
        return true
    }

    /// Repeats the sample of a held drag, so that the room keeps the holder.
    mutating func remind(_ index: Int, into effects: inout [RunnerEffect]) {
        guard let hand = performers[index].hand, !performers[index].isEnded,
            now.milliseconds(since: hand.toldAt) >= Performer.reminderMilliseconds
        else { return }
        send(hand.sample, index, into: &effects)
        performers[index].hand?.toldAt = now
    }

    private mutating func release(_ velocity: Velocity?, _ index: Int, into effects: inout [RunnerEffect]) {
        guard performers[index].hand != nil else { return holdsNothing(index, into: &effects) }
        performers[index].memory.clear()
        letGo(velocity, index, into: &effects)
    }

    private mutating func letGo(_ velocity: Velocity?, _ index: Int, into effects: inout [RunnerEffect]) {
        guard let hand = performers[index].hand else { return }
        guard !hand.isOnStrip else {
            send(.stripEnded(hand.drag, by: hand.translation), index, into: &effects)
            performers[index].hand = nil
            return
        }
        let rested = performers[index].clock.milliseconds(since: hand.movedAt) > ScriptRunner.restMilliseconds
        let speed = velocity ?? (rested ? .zero : hand.velocity)
        // The pager takes a rested drag for still; a release at speed requires a fresh sample.
        if rested, speed != .zero { send(hand.sample, index, into: &effects) }
        send(.dragEnded(hand.drag, by: hand.translation, velocity: speed), index, into: &effects)
        performers[index].hand = nil
    }

    private mutating func holdsNothing(_ index: Int, into effects: inout [RunnerEffect]) {
        log("holds no drag", index, into: &effects)
    }
}
