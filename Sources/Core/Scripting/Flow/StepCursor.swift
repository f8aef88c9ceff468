/// A step that may repeat others.
package protocol RepeatableStep: Hashable, Sendable {
    /// The rounds, the time of each where it is fixed, and their steps; nil for any other step.
    var repetition: (times: Int, everyMilliseconds: Int64?, steps: [Self])? { get }
}

/// A position in a list of steps, with the repetitions around it. Times are ticks of its user's clock.
package struct StepCursor<Item: RepeatableStep>: Hashable, Sendable {
    /// The next item.
    package enum Next: Hashable, Sendable {
        case step(Item)
        /// A round of a repetition with fixed times, with its intended start, past or future; its steps follow.
        case round(due: Int64)
    }

    /// The fixed times of a repetition's rounds.
    private struct Pace: Hashable, Sendable {
        let every: Int64
        /// The intended start of the current round.
        var due: Int64
        var isTold = false

        mutating func goOn() {
            due += every
            isTold = false
        }
    }

    private struct Frame: Hashable, Sendable {
        let steps: [Item]
        var next = 0
        var place: RoundPlace
        var pace: Pace?
    }

    private var frames: [Frame]
    private var rounds = RoundCount()
    private let ticksPerMillisecond: Int64

    package init(_ steps: [Item], ticksPerMillisecond: Int64) {
        self.ticksPerMillisecond = ticksPerMillisecond
        frames = [Frame(steps: steps, place: .once)]
    }

    /// The round of the innermost repetition, and how many rounds of outermost ones came before.
    package var position: (iteration: Int, rounds: Int) {
        @specialized(where Item == PlainStep)
        get {
            // No key path: a generic type makes it again for each call.
            (frames.last { $0.place.isRepetition }?.place.round ?? 0, rounds.before)
        }
    }

    /// The rounds of the loop at which the cursor stands.
    package var loopRound: Int { frames.last?.place.loopRound ?? 0 }

    /// The next item, with repetitions unrolled; nil at the end.
    ///
    /// - Parameter clock: the intended time of the item; the first round of a repetition starts then.
    @specialized(where Item == PlainStep)
    @specialized(where Item == Step)
    package mutating func next(at clock: Int64) -> Next? {
        while let frame = frames.last {
            let top = frames.count - 1
            guard frame.next < frame.steps.count else {
                goOn(top)
                continue
            }
            if let pace = frame.pace, !pace.isTold {
                frames[top].pace?.isTold = true
                return .round(due: pace.due)
            }
            // A round without a time of its own must not begin at the moment of the one before.
            if let due = frames[top].place.takeDelay(at: clock) {
                return .round(due: due)
            }
            frames[top].next += 1
            let step = frame.steps[frame.next]
            guard let (times, every, steps) = step.repetition else { return .step(step) }
            if times > 0 { begin(steps, .rounds(left: times), every, at: clock) }
        }
        return nil
    }

    /// Goes the way that a step has chosen.
    @specialized(where Item == PlainStep)
    @specialized(where Item == Step)
    package mutating func enter(_ entry: Flow<Item>.FlowEntry, at clock: Int64) {
        let top = frames.count - 1
        switch entry {
        case .once(let steps): frames.append(Frame(steps: steps, place: .once))
        // A loop without steps would go round without doing anything.
        case .round(let steps) where steps.isEmpty: frames[top].place.loopRound = 0
        case .over: frames[top].place.loopRound = 0
        case .round(let steps):
            let round = frames[top].place.loopRound
            frames[top].place.loopRound += 1
            begin(steps, .loop(round: round), nil, at: clock)
        case .endless(let every, let steps): begin(steps, .endless(from: clock), every, at: clock)
        }
    }

    private mutating func begin(_ steps: [Item], _ place: RoundPlace, _ every: Int64?, at clock: Int64) {
        guard !steps.isEmpty else { return }
        rounds.begin(isOutermost: !frames.contains { $0.place.isRepetition })
        frames.append(
            Frame(steps: steps, place: place, pace: every.map { Pace(every: $0 * ticksPerMillisecond, due: clock) }))
    }

    /// Goes to the next round of a repetition, or out of it.
    private mutating func goOn(_ top: Int) {
        if frames[top].place.beginRound(isPaced: frames[top].pace != nil) {
            rounds.begin(isOutermost: !frames.dropLast().contains { $0.place.isRepetition })
            frames[top].next = 0
            frames[top].pace?.goOn()
            return
        }
        let place = frames.removeLast().place
        // The condition of a loop is looked at again.
        if place.isLoop, let outer = frames.indices.last { frames[outer].next -= 1 }
    }
}
