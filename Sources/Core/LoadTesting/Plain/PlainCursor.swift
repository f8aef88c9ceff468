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
        var place: RoundPlace
        var everyMicroseconds: Int64?
        /// When the present round begins; nil without fixed times, or once it was returned.
        var due: LoadTime?
        var lastDue = LoadTime(microseconds: 0)
    }

    private var frames: [Frame]
    private var rounds = RoundCount()

    init(_ steps: [PlainStep]) {
        frames = [Frame(steps: steps, place: .once)]
    }

    /// The round of the innermost repetition, and how many rounds of outermost ones came before.
    var position: (iteration: Int, rounds: Int) { (frames.innermostRound(\.place), rounds.before) }

    /// The rounds of the loop at which the cursor stands.
    var loopRound: Int { frames.last?.place.loopRound ?? 0 }

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
            // A round without a time of its own must not begin at the moment of the one before.
            if let due = frames[top].place.takeDelay(at: clock.microseconds) {
                return .round(due: LoadTime(microseconds: due))
            }
            frames[top].next += 1
            let step = frame.steps[frame.next]
            guard case .repeat(let times, let every, let steps) = step.action else { return .step(step) }
            if times > 0 { begin(steps, .rounds(left: times), every, at: clock) }
        }
        return nil
    }

    /// Goes the way that a step has chosen.
    mutating func enter(_ entry: Flow<PlainStep>.FlowEntry, at clock: LoadTime) {
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
        case .endless(let every, let steps): begin(steps, .endless(from: clock.microseconds), every, at: clock)
        }
    }

    private mutating func begin(_ steps: [PlainStep], _ place: RoundPlace, _ every: Int64?, at clock: LoadTime) {
        guard !steps.isEmpty else { return }
        rounds.begin(isOutermost: !frames.contains { $0.place.isRepetition })
        frames.append(
            Frame(
                steps: steps, place: place, everyMicroseconds: every.map { $0 * 1_000 },
                due: every == nil ? nil : clock, lastDue: clock))
    }

    /// Goes to the next round of a repetition, or out of it.
    private mutating func goOn(_ top: Int) {
        guard frames[top].place.beginRound(isPaced: frames[top].everyMicroseconds != nil) else {
            let place = frames.removeLast().place
            // The condition of a loop is looked at again.
            if place.isLoop, let outer = frames.indices.last { frames[outer].next -= 1 }
            return
        }
        rounds.begin(isOutermost: !frames.dropLast().contains { $0.place.isRepetition })
        frames[top].next = 0
        guard let every = frames[top].everyMicroseconds else { return }
        frames[top].lastDue = frames[top].lastDue.advanced(byMicroseconds: every)
        frames[top].due = frames[top].lastDue
    }
}
