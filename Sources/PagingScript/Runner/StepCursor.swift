/// A place in a list of steps, with the repetitions it is inside of.
struct StepCursor: Hashable {
    private struct Frame: Hashable {
        let steps: [Step]
        var next = 0
        var roundsLeft: Int
    }

    private var frames: [Frame]

    init(_ steps: [Step]) {
        frames = [Frame(steps: steps, roundsLeft: 1)]
    }

    /// The next step to do, repetitions unrolled; nil at the end.
    mutating func next() -> Step? {
        while let frame = frames.last {
            let top = frames.count - 1
            guard frame.next < frame.steps.count else {
                frames[top].roundsLeft -= 1
                frames[top].next = 0
                if frames[top].roundsLeft <= 0 || frame.steps.isEmpty { frames.removeLast() }
                continue
            }
            frames[top].next += 1
            let step = frame.steps[frame.next]
            guard case .repeat(let times, _, let steps) = step.action else { return step }
            frames.append(Frame(steps: steps, roundsLeft: times))
        }
        return nil
    }
}
