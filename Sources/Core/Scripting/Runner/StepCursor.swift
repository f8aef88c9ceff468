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
        var roundsLeft: Int
        var pace: Pace?
    }

    private var frames: [Frame]

    init(_ steps: [Step]) {
        frames = [Frame(steps: steps, roundsLeft: 1)]
    }

    /// The next item, with repetitions unrolled; nil at the end.
    ///
    /// - Parameter clock: the intended time of the item; the first round of a repetition starts then.
    mutating func next(at clock: Instant) -> Next? {
        while let frame = frames.last {
            let top = frames.count - 1
            guard frame.next < frame.steps.count else {
                frames[top].roundsLeft -= 1
                frames[top].next = 0
                frames[top].pace?.goOn()
                if frames[top].roundsLeft <= 0 || frame.steps.isEmpty { frames.removeLast() }
                continue
            }
            if let pace = frame.pace, !pace.isTold {
                frames[top].pace?.isTold = true
                return .round(due: pace.due)
            }
            frames[top].next += 1
            let step = frame.steps[frame.next]
            guard case .repeat(let times, let every, let steps) = step.action else { return .step(step) }
            let pace = every.map { Pace(everyMilliseconds: $0, due: clock) }
            frames.append(Frame(steps: steps, roundsLeft: times, pace: pace))
        }
        return nil
    }
}
