package import PagingContent
package import PagingEngine
package import PagingRoom

/// Plays the actors of a script: decides what each one does and when, and compares what they see with what the script
/// expects. It has no clock and no connection: the caller hands in inputs with their time, and performs the effects.
///
/// Times are on one clock of the caller's choice; the room's clock comes with each replica. A runner may play some of
/// a script's actors while other processes play the rest.
package struct ScriptRunner {
    private var run: SharedRun
    private var performers: [Performer]
    private var saidFinished = false
    /// Whether the only actor is one user of many, whose barriers the caller opens.
    private let isAlone: Bool

    /// - Parameters:
    ///   - decks: The pages of every path in `script.deckPaths`.
    ///   - only: the names of the actors to play, nil for all. Throws when the script has no such actor, or when one
    ///     of them has a barrier with an actor outside.
    ///   - seed: the seed of all choices; an actor's choices do not depend on the other actors.
    ///   - start: the start of the steps; hand in the first `tick` then.
    package init(
        script: Script, decks: [String: [Page]] = [:], only: [String]? = nil, seed: UInt64, start: Instant
    ) throws(ScriptError) {
        run = SharedRun(script: script, decks: decks, start: start, isQuiet: false)
        isAlone = false
        performers = try ScriptRunner.chosen(only, of: script).map { number in
            Performer(
                number: number, actor: script.actors[number], seed: seed, start: start,
                values: UserValues(actor: number, of: script, seed: seed))
        }
    }

    /// Plays one user of many with the same steps, without a log. Barriers and `othersOutOfStep` are the caller's.
    ///
    /// - Parameters:
    ///   - actor: the number of the actor in the script.
    ///   - name: the user's name in failures.
    ///   - seed: the seed of this user's choices.
    ///   - start: the start of its steps; hand in a `tick` then.
    ///   - values: the user's number and rows of data.
    package init(
        script: Script, decks: [String: [Page]] = [:], actor: Int, as name: String, seed: UInt64, start: Instant,
        values: UserValues = UserValues(user: 0)
    ) {
        run = SharedRun(script: script, decks: decks, start: start, isQuiet: true)
        isAlone = true
        var part = script.actors[actor]
        part.name = name
        performers = [Performer(number: actor, actor: part, seed: seed, start: start, values: values)]
    }

    package var script: Script { run.script }

    /// The differences from the script, in the order of time. An actor ends when a wait runs out of time, and
    /// continues after a failed expectation.
    package var failures: [ScriptFailure] { run.failures }

    /// Whether nothing is logged, as in load runs.
    package var isQuiet: Bool {
        get { run.isQuiet }
        set { run.isQuiet = newValue }
    }

    /// Takes an input and appends the effects. Time never runs backwards; an earlier `now` counts as the last one.
    package mutating func handle(_ input: RunnerInput, at now: Instant, into effects: inout [RunnerEffect]) {
        run.advance(to: now)
        receive(input, into: &effects)
        var isMoving = true
        while isMoving {
            isMoving = false
            for index in performers.indices {
                while advance(index, into: &effects) { isMoving = true }
            }
            if !isAlone, openBarriers() { isMoving = true }
        }
        for index in performers.indices { performers[index].remind(at: run.now, into: &effects) }
        guard isFinished, !saidFinished else { return }
        saidFinished = true
        effects.append(.finished)
    }

    private mutating func advance(_ index: Int, into effects: inout [RunnerEffect]) -> Bool {
        if !isAlone, let replica = performers[index].comparedReplica {
            run.othersOutOfStep = others(outOfStepWith: replica)
        }
        return performers[index].advance(in: &run, into: &effects)
    }

    private mutating func receive(_ input: RunnerInput, into effects: inout [RunnerEffect]) {
        guard let actor = input.actor, let index = performers.firstIndex(where: { $0.number == actor }) else { return }
        switch input {
        case .tick: break
        case .joined(_, let replica, let serverTime):
            performers[index].joined(replica, serverTime: serverTime, in: run, into: &effects)
        case .changed(_, let event, let replica, let serverTime):
            performers[index].changed(by: event, replica, serverTime: serverTime, at: run.now)
        case .answered(_, let tag, let answer):
            performers[index].answered(tag, answer, in: &run, into: &effects)
        case .disconnected(_, let reason): performers[index].disconnected(reason, in: run, into: &effects)
        case .barrierOpened: if performers[index].barrier != nil { performers[index].goOn(at: run.now) }
        case .refused(_, let reason): performers[index].refused(reason, in: &run, into: &effects)
        }
    }

    /// Opens the barriers that all their actors have reached. An actor that has ended does not count.
    private mutating func openBarriers() -> Bool {
        var opened = false
        for name in Set(performers.compactMap(\.barrier)).sorted() {
            let expected = performers.indices.filter { index in
                !performers[index].isEnded && performers[index].actor.barriers.contains(name)
            }
            guard expected.allSatisfy({ performers[$0].barrier == name }) else { continue }
            for index in expected { performers[index].goOn(at: run.now) }
            opened = true
        }
        return opened
    }

    /// The connected actors that do not show `replica`, in words.
    private func others(outOfStepWith replica: Replica) -> [String] {
        performers.compactMap { other in
            guard let seen = other.connectedReplica else { return nil }
            if seen.sequence != replica.sequence { return "\(other.actor.name) behind or ahead" }
            return seen.digest == replica.digest ? nil : "\(other.actor.name) with another picture"
        }
    }

    /// The time of the next `tick`; nil when only another input can continue.
    package var nextDeadline: Instant? {
        // Access by index: a copy of a performer costs more than the query.
        var first: Instant?
        for index in performers.indices {
            guard let due = performers[index].deadline else { continue }
            first = min(first ?? due, due)
        }
        return first
    }

    /// Whether every actor has ended.
    package var isFinished: Bool { performers.indices.allSatisfy { performers[$0].isEnded } }

    /// The current line of an actor; nil when it is not played here or has ended.
    package func line(of actor: Int) -> Int? {
        performers.first { $0.number == actor && !$0.isEnded }?.line
    }

    /// The number of the last event caused by a request of an actor; nil when none was accepted.
    package func committed(by actor: Int) -> Sequence? {
        performers.first { $0.number == actor }?.committed
    }

    private static func chosen(_ only: [String]?, of script: Script) throws(ScriptError) -> [Int] {
        guard let only else { return Array(script.actors.indices) }
        let names = script.actors.map(\.name)
        for name in only where !names.contains(name) {
            throw ScriptError(
                file: script.file, line: 1, column: 1, message: "unknown actor `\(name)`",
                suggestion: Spelling.nearest(to: name, among: names))
        }
        let chosen = script.actors.indices.filter { only.contains(names[$0]) }
        for number in chosen {
            for other in script.actors.indices where !chosen.contains(other) {
                let shared = script.actors[number].barriers.intersection(script.actors[other].barriers)
                guard let barrier = shared.min() else { continue }
                throw ScriptError(
                    file: script.file, line: script.actors[number].line, column: 1,
                    message: "`\(names[number])` waits at the barrier `\(barrier)` for `\(names[other])`, which plays "
                        + "in another process; wait for an event, a page or members instead")
            }
        }
        return chosen
    }
}

/// Queries for a runner with a single actor.
extension ScriptRunner {
    /// The intended time of the request with this tag; nil once it is answered or can no longer be.
    package func intendedTime(of tag: RequestTag) -> Instant? { performers[0].intendedTime(of: tag) }

    /// The intended start of the current step.
    package var intendedTime: Instant { performers[0].clock }

    /// The barrier at which the actor waits.
    package var barrier: String? { performers[0].barrier }

    /// Whether the actor looks at changes of the room now. While it does not, changes may be skipped, provided the
    /// newest one is handed in before any other input.
    package var isWatching: Bool { performers[0].heedsEvents || !isAlone || performers[0].isWatching }

    /// Whether a step expects all actors in step: then `othersOutOfStep` must be current for every input.
    package var looksAtOthers: Bool { performers[0].looksAtOthers }

    /// The users in its room that show something else, in words.
    package var othersOutOfStep: [String] {
        get { run.othersOutOfStep }
        set { run.othersOutOfStep = newValue }
    }

    /// Returns the failures since the last call.
    package mutating func takeFailures() -> [ScriptFailure] { run.takeFailures() }
}
