import Scripting
import Support

/// A user's way through its steps: where it is, its values and its choices, and the steps that need no connection.
struct PlainCourse: Sendable {
    /// The part of a step that is left.
    enum StepRest {
        case done
        /// Nothing happens before this moment.
        case pause(until: LoadTime)
        /// The step concerns others than the user.
        case other(PlainStep.Action)
    }

    private var cursor: StepCursor<PlainStep>
    private var knowledge: PlainKnowledge
    /// The source of the user's choices.
    var random: SeedStream
    /// When the present step was intended: a late message does not delay the steps after it.
    var clock: LoadTime
    /// The line of the present step in the script.
    private(set) var line: Int

    init(_ steps: [PlainStep], line: Int, random: SeedStream, clock: LoadTime, values: UserValues) {
        cursor = StepCursor(steps, ticksPerMillisecond: 1_000)
        knowledge = PlainKnowledge(values)
        (self.random, self.clock, self.line) = (random, clock, line)
    }

    var values: UserValues { knowledge.values }

    /// Keeps a message for the steps that look at it.
    mutating func keep(_ message: PlainMessage) {
        knowledge.keep(message)
    }

    /// Begins to wait for a message; until it comes there is none.
    mutating func awaitMessage() {
        knowledge.forgetMessage()
    }

    /// Keeps the answer to an HTTP request for the steps that look at it.
    mutating func keep(_ body: String, headers: [KeyedValue<String>]) {
        knowledge.keep(body, headers: headers)
    }

    /// The next step, or the round that begins; nil at the end.
    mutating func next() -> StepCursor<PlainStep>.Next? {
        let next = cursor.next(at: clock.microseconds)
        if case .step(let step) = next {
            line = step.line
            knowledge.reach(cursor.position)
        }
        return next
    }

    /// Performs a step as far as it concerns nobody but the user.
    mutating func perform(
        _ step: PlainStep, _ content: ContentReader, _ recorder: inout LoadRecorder, at now: LoadTime
    ) throws(StepProblem) -> StepRest {
        let action = try step.action(with: knowledge.values)
        switch action {
        case .think(let pause):
            return .pause(until: clock.advanced(byMicroseconds: pause.choose(using: &random) * 1_000))
        case .wait(let span): return .pause(until: clock.advanced(byMicroseconds: span * 1_000))
        case .flow(let flow): cursor.enter(try chosen(flow, content), at: clock.microseconds)
        case .check(let name, let condition):
            let knowledge = knowledge
            let held = try PlainCourse.known { () throws(MissingValue) in try knowledge.holds(condition, content) }
            recorder.checked(name, held, at: now)
        case .capture(let capture):
            let missing = try PlainCourse.known { () throws(MissingValue) in try knowledge.capture(capture, content) }
            if let missing { throw StepProblem(expected: missing.expected, found: missing.found) }
        case .repeat: preconditionFailure("expected a cursor to unroll repetitions")
        default: return .other(action)
        }
        return .done
    }

    /// The way that a user takes through a step with several.
    private mutating func chosen(
        _ flow: Flow<PlainStep>, _ content: ContentReader
    ) throws(StepProblem) -> Flow<PlainStep>.FlowEntry {
        let (round, knowledge) = (cursor.loopRound, knowledge)
        return try PlainCourse.known { () throws(MissingValue) in
            try flow.entry(round: round, using: &random) { condition throws(MissingValue) in
                try knowledge.holds(condition, content)
            }
        }
    }

    /// The result of a step's work, with a missing value as the problem of the step.
    static func known<Result>(_ work: () throws(MissingValue) -> Result) throws(StepProblem) -> Result {
        do throws(MissingValue) {
            return try work()
        } catch {
            throw StepProblem(expected: error.expected, found: error.found)
        }
    }
}
