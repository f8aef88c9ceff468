/// Steps that are chosen or repeated while a user plays. The kinds of scripts differ only in the steps inside.
package indirect enum Flow<LinedStep: Hashable & Sendable>: Hashable, Sendable {
    case branch(StepCondition, then: [LinedStep], otherwise: [LinedStep])
    /// Repeats steps as long as a condition holds, so many rounds at most.
    case loop(StepCondition, most: Int, [LinedStep])
    /// Repeats steps until the end of the run, as `repeat` does.
    case endless(everyMilliseconds: Int64?, [LinedStep])
    /// Takes one way by chance.
    case choice([FlowWay])

    package struct FlowWay: Hashable, Sendable {
        package var weight: Int
        package var steps: [LinedStep]
    }

    /// The steps on each way through it.
    package var ways: [[LinedStep]] {
        switch self {
        case .branch(_, let then, let otherwise): [then, otherwise]
        case .loop(_, _, let steps), .endless(_, let steps): [steps]
        case .choice(let ways): ways.map(\.steps)
        }
    }

    package var steps: [LinedStep] { ways.flatMap(\.self) }

    /// Whether it has rounds.
    package var repeats: Bool {
        switch self {
        case .loop, .endless: true
        case .branch, .choice: false
        }
    }

    /// The way that a user takes now.
    package enum FlowEntry: Hashable, Sendable {
        /// These steps, once.
        case once([LinedStep])
        /// A round of a loop: its condition is looked at again behind them.
        case round([LinedStep])
        case endless(everyMilliseconds: Int64?, [LinedStep])
        /// The loop is over.
        case over
    }

    /// Chooses the way.
    ///
    /// - Parameters:
    ///   - round: The rounds of a loop before this one.
    ///   - random: The source of the user's choices.
    ///   - holds: Whether a condition holds now.
    package func entry<Failure>(
        round: Int, using random: inout some RandomNumberGenerator, holds: (StepCondition) throws(Failure) -> Bool
    ) throws(Failure) -> FlowEntry {
        switch self {
        case .branch(let condition, let then, let otherwise): return .once(try holds(condition) ? then : otherwise)
        case .loop(let condition, let most, let steps):
            guard round < most else { return .over }
            return try holds(condition) ? .round(steps) : .over
        case .endless(let every, let steps): return .endless(everyMilliseconds: every, steps)
        case .choice(let ways):
            var left = Int.random(in: 0..<max(1, ways.reduce(0) { $0 + $1.weight }), using: &random)
            for way in ways {
                if left < way.weight { return .once(way.steps) }
                left -= way.weight
            }
            return .over
        }
    }
}
