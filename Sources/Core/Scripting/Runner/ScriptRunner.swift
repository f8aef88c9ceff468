package import PagingContent
package import PagingEngine
package import PagingRoom

/// Plays the actors of a script: decides what each one does and when, and compares what they see with what the script
/// expects. It has no clock and no connection: the caller hands in inputs with their time, and performs the effects.
///
/// Times are on one clock of the caller's choice; the room's clock comes with each replica. A runner may play some of
/// a script's actors while other processes play the rest.
package struct ScriptRunner {
    package let script: Script
    /// The differences from the script, in the order of time. An actor ends when a wait runs out of time, and
    /// continues after a failed expectation.
    package internal(set) var failures: [ScriptFailure] = []
    var performers: [Performer]
    /// The room's pages as far as the script knows them, for edits.
    var pages: [Page]?
    let decks: [String: [Page]]
    var now: Instant
    private var saidFinished = false
    /// Whether the only actor is one user of many, whose barriers the caller opens.
    let isAlone: Bool
    /// Whether nothing is logged, as in load runs.
    package var isQuiet = false
    /// For a single actor: the users in its room that show something else, in words.
    package var othersOutOfStep: [String] = []

    /// - Parameters:
    ///   - decks: The pages of every path in `script.deckPaths`.
    ///   - only: the names of the actors to play, nil for all. Throws when the script has no such actor, or when one
    ///     of them has a barrier with an actor outside.
    ///   - seed: the seed of all choices; an actor's choices do not depend on the other actors.
    ///   - start: the start of the steps; hand in the first `tick` then.
    package init(
        script: Script, decks: [String: [Page]] = [:], only: [String]? = nil, seed: UInt64, start: Instant
    ) throws(ScriptError) {
        self.script = script
        self.decks = decks
        pages = ScriptRunner.knownPages(of: script, decks)
        now = start
        isAlone = false
        performers = try ScriptRunner.chosen(only, of: script).map { number in
            Performer(number: number, actor: script.actors[number], seed: seed, start: start)
        }
    }

    /// Plays one user of many with the same steps, without a log. Barriers and `othersOutOfStep` are the caller's.
    ///
    /// - Parameters:
    ///   - actor: the number of the actor in the script.
    ///   - name: the user's name in failures.
    ///   - seed: the seed of this user's choices.
    ///   - start: the start of its steps; hand in a `tick` then.
    package init(
        script: Script, decks: [String: [Page]] = [:], actor: Int, as name: String, seed: UInt64, start: Instant
    ) {
        self.script = script
        self.decks = decks
        pages = ScriptRunner.knownPages(of: script, decks)
        now = start
        isAlone = true
        isQuiet = true
        var part = script.actors[actor]
        part.name = name
        performers = [Performer(number: actor, actor: part, seed: seed, start: start)]
    }

    /// Takes an input and appends the effects. Time never runs backwards; an earlier `now` counts as the last one.
    package mutating func handle(_ input: RunnerInput, at now: Instant, into effects: inout [RunnerEffect]) {
        self.now = max(self.now, now)
        receive(input, into: &effects)
        var isMoving = true
        while isMoving {
            isMoving = false
            for index in performers.indices {
                while advance(index, into: &effects) { isMoving = true }
            }
            if !isAlone, openBarriers() { isMoving = true }
        }
        for index in performers.indices { remind(index, into: &effects) }
        guard isFinished, !saidFinished else { return }
        saidFinished = true
        effects.append(.finished)
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
        performers.first { $0.number == actor }?.ledger.committed
    }

    func index(of actor: Int) -> Int? { performers.indices.first { performers[$0].number == actor } }

    private static func knownPages(of script: Script, _ decks: [String: [Page]]) -> [Page]? {
        switch script.room.source {
        case .deck(let path): decks[path]
        case .supplier(let supplier): supplier.list
        }
    }

    mutating func log(_ text: @autoclosure () -> String, _ index: Int, into effects: inout [RunnerEffect]) {
        guard !isQuiet else { return }
        let performer = performers[index]
        effects.append(.log(LogLine(at: now, actor: performer.actor.name, line: performer.line, text: text())))
    }

    mutating func fail(
        expected: String, found: String, isOutOfTime: Bool = false, _ index: Int, into effects: inout [RunnerEffect]
    ) {
        let performer = performers[index]
        var failure = ScriptFailure(
            file: script.file, line: performer.line, actor: performer.actor.name, at: now, expected: expected,
            found: found)
        failure.isOutOfTime = isOutOfTime
        failures.append(failure)
        log("expected \(expected), found \(found)", index, into: &effects)
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
