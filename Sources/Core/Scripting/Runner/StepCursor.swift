import PagingEngine

/// A position in a list of steps, with the repetitions around it.
struct StepCursor: Hashable {
    /// The next item.
    enum Next: Hashable {
        case step(Step)
        /// A round of a repetition with fixed times, with its intended start; its steps follow.
        case round(due: Instant)
    }

    /// The fixed times of a repetition's rounds.
    private struct Pace: Hashable {
        let everyMilliseconds: Int64
        /// The intended start of the current round.
        var due: Instant
        var isTold = false

        mutating func goOn() {
            due = due.advanced(byMilliseconds: everyMilliseconds)
            isTold = false
        }
    }

    private struct Frame: Hashable {
        let steps: [Step]
        var next = 0
        var place: RoundPlace
        var pace: Pace?
    }

    private var frames: [Frame]
    private var rounds = RoundCount()

    init(_ steps: [Step]) {
        frames = [Frame(steps: steps, place: .once)]
    }

    /// The round of the innermost repetition, and how many rounds of outermost ones came before.
    var position: (iteration: Int, rounds: Int) { (frames.innermostRound(\.place), rounds.before) }

    /// The rounds of the loop at which the cursor stands.
    var loopRound: Int { frames.last?.place.loopRound ?? 0 }

    /// The next item, with repetitions unrolled; nil at the end.
    ///
    /// - Parameter clock: the intended time of the item; the first round of a repetition starts then.
    mutating func next(at clock: Instant) -> Next? {
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
            if let due = frames[top].place.takeDelay(at: clock.milliseconds) {
                return .round(due: Instant(milliseconds: due))
            }
            frames[top].next += 1
            let step = frame.steps[frame.next]
            guard case .repeat(let times, let every, let steps) = step.action else { return .step(step) }
            begin(steps, .rounds(left: times), every, at: clock)
        }
        return nil
    }

    /// Goes the way that a step has chosen.
    mutating func enter(_ entry: Flow<Step>.FlowEntry, at clock: Instant) {
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
        case .endless(let every, let steps): begin(steps, .endless(from: clock.milliseconds), every, at: clock)
        }
    }

    private mutating func begin(_ steps: [Step], _ place: RoundPlace, _ every: Int64?, at clock: Instant) {
        guard !steps.isEmpty else { return }
        rounds.begin(isOutermost: !frames.contains { $0.place.isRepetition })
        frames.append(
            Frame(steps: steps, place: place, pace: every.map { Pace(everyMilliseconds: $0, due: clock) }))
    }

    /// Goes to the next round of a repetition, or out of it.
    private mutating func goOn(_ top: Int) {
        let isPaced = frames[top].pace != nil
        if !frames[top].steps.isEmpty, frames[top].place.beginRound(isPaced: isPaced) {
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
