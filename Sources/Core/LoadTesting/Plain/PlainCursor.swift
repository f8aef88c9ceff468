import Scripting

/// A position in the steps of a plain user, with the repetitions around it.
struct PlainCursor: Sendable {
    /// The next thing to do.
    enum Next {
        case step(PlainStep)
        /// A round of a repetition with fixed times begins at this moment, past or future; its steps follow.
        case round(due: LoadTime)
    }

    private struct Frame {
        let steps: [PlainStep]
        var next = 0
        var roundsLeft: Int
        let everyMicroseconds: Int64?
        /// When the present round begins; nil without fixed times, or once it was returned.
        var due: LoadTime?
        var lastDue: LoadTime
    }

    private var frames: [Frame]

    init(_ steps: [PlainStep]) {
        let never = LoadTime(microseconds: 0)
        frames = [Frame(steps: steps, roundsLeft: 1, everyMicroseconds: nil, due: nil, lastDue: never)]
    }

    /// The next thing to do, repetitions unrolled; nil at the end.
    ///
    /// - Parameter clock: When it is intended; the first round of a repetition begins then.
    mutating func next(at clock: LoadTime) -> Next? {
        while let frame = frames.last {
            let top = frames.count - 1
            guard frame.next < frame.steps.count else {
                goOn(top)
                continue
            }
            if let due = frame.due {
                frames[top].due = nil
                return .round(due: due)
            }
            frames[top].next += 1
            let step = frame.steps[frame.next]
            guard case .repeat(let times, let every, let steps) = step.action else { return .step(step) }
            guard times > 0, !steps.isEmpty else { continue }
            frames.append(
                Frame(
                    steps: steps, roundsLeft: times, everyMicroseconds: every.map { $0 * 1_000 },
                    due: every == nil ? nil : clock, lastDue: clock))
        }
        return nil
    }

    /// Goes to the next round of a repetition, or out of it.
    private mutating func goOn(_ top: Int) {
        frames[top].roundsLeft -= 1
        guard frames[top].roundsLeft > 0 else {
            frames.removeLast()
            return
        }
        frames[top].next = 0
        guard let every = frames[top].everyMicroseconds else { return }
        frames[top].lastDue = frames[top].lastDue.advanced(byMicroseconds: every)
        frames[top].due = frames[top].lastDue
    }
}
