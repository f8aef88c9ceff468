import PagingEngine
import Scripting
import Support

/// One user before its connection: the steps of `before`, its values, and the request it waits for.
///
/// Transitions: ready → pausing → ready; ready → asking → ready, or over after a failed request; ready → over at the end of
/// the steps.
struct Preparation: Sendable {
    private enum Progress: Sendable {
        case ready
        case pausing(until: LoadTime)
        case asking(HTTPCall, made: LoadTime)
        case over(isPrepared: Bool)
    }

    /// Steps that a user does in one turn.
    private static let stepsInTurn = 1_000

    private let arrival: RunSchedule.StartingUser
    private let script: Script
    private let content: ContentReader
    private var course: PlainCourse
    private var stage = Progress.ready
    /// When it continues after a full turn.
    private var resumesAt: LoadTime?

    init(
        _ arrival: RunSchedule.StartingUser, of script: Script, random: SeedStream, values: UserValues,
        content: ContentReader
    ) {
        (self.arrival, self.script, self.content) = (arrival, script, content)
        let actor = script.actors[arrival.part.actor]
        course = PlainCourse(actor.before, line: actor.line, random: random, clock: arrival.startsAt, values: values)
    }

    var number: Int { arrival.user }
    var actor: Int { arrival.part.actor }

    /// The result of the steps; nil while they go on.
    var ending: PreparedUser? {
        guard case .over(let isPrepared) = stage else { return nil }
        var arrival = arrival
        arrival.startsAt = max(arrival.startsAt, course.clock)
        var values = course.values
        values.reach(iteration: 0, rounds: 0)
        return PreparedUser(arrival: arrival, values: isPrepared ? values : nil)
    }

    /// When the user acts without an answer.
    var nextDeadline: LoadTime? {
        switch stage {
        case .ready: earliest(arrival.leavesAt, resumesAt)
        case .pausing(let until): earliest(arrival.leavesAt, until)
        case .asking: arrival.leavesAt
        case .over: nil
        }
    }

    /// Ends the steps where they are.
    mutating func leave() {
        stage = .over(isPrepared: false)
    }

    /// Does all steps that are possible now; returns the request to make.
    mutating func resume(_ recorder: inout LoadRecorder, at now: LoadTime) -> HTTPCall? {
        if let leavesAt = arrival.leavesAt, leavesAt <= now { leave() }
        if let resumesAt, resumesAt > now { return nil }
        resumesAt = nil
        for _ in 0..<Preparation.stepsInTurn {
            switch stage {
            case .over, .asking: return nil
            case .pausing(let until):
                guard until <= now else { return nil }
                (stage, course.clock) = (.ready, until)
            case .ready: if let call = takeStep(&recorder, at: now) { return call }
            }
        }
        resumesAt = now.advanced(byMicroseconds: 1)
        return nil
    }

    private mutating func takeStep(_ recorder: inout LoadRecorder, at now: LoadTime) -> HTTPCall? {
        switch course.next() {
        case nil: stage = .over(isPrepared: true)
        case .round(let due): stage = .pausing(until: LoadTime(microseconds: due))
        case .step(let step):
            do throws(StepProblem) {
                switch try course.perform(step, content, &recorder, at: now) {
                case .done: break
                case .pause(let until): stage = .pausing(until: until)
                case .other(.http(let call)):
                    stage = .asking(call, made: now)
                    recorder.acted(at: now)
                    return call
                case .other: preconditionFailure("The reader refuses steps of a connection in `before`")
                }
            } catch {
                // Later steps and the connection need the value that is missing.
                fail(error.expected, error.found, &recorder, at: now)
                recorder.notAdmitted(ConnectFailure(.refused, "expected \(error.expected), found \(error.found)"))
                leave()
            }
        }
        return nil
    }

    /// Takes the answer to the request.
    mutating func answered(_ answer: HTTPAnswer, _ recorder: inout LoadRecorder, at now: LoadTime) {
        guard case .asking(let call, let made) = stage else { return }
        recorder.record(.lag, answer.lagMicroseconds, of: actor, at: now)
        if case .answered = answer.outcome {
            recorder.record(
                .http, now.microseconds(since: course.clock), naive: now.microseconds(since: made), of: actor, at: now)
        }
        switch answer.judged(by: call) {
        case .success(let found):
            course.keep(found.body, headers: found.headers)
            (stage, course.clock) = (.ready, max(course.clock, now))
        case .failure(let problem):
            recorder.pass(to: now)
            recorder.counts.httpErrors[problem.kind.rawValue, default: 0] += 1
            recorder.notAdmitted(problem.connectFailure(call))
            fail("\(call.statusWords) of \(call.words)", problem.found, &recorder, at: now)
            leave()
        }
    }

    private func fail(_ expected: String, _ found: String, _ recorder: inout LoadRecorder, at now: LoadTime) {
        let (file, line, name) = (script.file, course.line, script.actors[actor].name)
        recorder.failed("\(file):\(line): \(name): user \(number): expected \(expected), found \(found)", at: now)
    }
}

/// A user whose steps of `before` are over.
struct PreparedUser: Sendable {
    /// Begins when those steps ended.
    var arrival: RunSchedule.StartingUser
    /// Its values; nil for a user that leaves without a connection.
    var values: UserValues?
}
