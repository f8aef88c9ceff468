public import PagingContent
public import PagingEngine
public import PagingRoom

/// Plays the actors of a script: says what each one does and when, and compares what they see with what the script
/// expects. It has no clock and no connection: the caller hands in what happened with the time, and does the effects.
///
/// Times are on one clock of the caller's choice; the room's clock comes with each replica. A runner may play some of
/// a script's actors while other processes play the rest.
public struct ScriptRunner {
    public let script: Script
    /// Everything that was not as the script says, in the order of time. An actor whose wait ran out does nothing
    /// more; after an expectation that failed it goes on.
    public internal(set) var failures: [ScriptFailure] = []
    var performers: [Performer]
    /// The room's pages as far as the script knows them, for edits; nil when it does not.
    var pages: [Page]?
    let decks: [String: [Page]]
    var now: Instant
    private var saidFinished = false

    /// - Parameters:
    ///   - decks: The pages of every path in `script.deckPaths`.
    ///   - only: The names of the actors to play, nil for all. An error when the script has no such actor, or when one
    ///     of them waits at a barrier for an actor outside.
    ///   - seed: Where all choices come from; the same seed makes the same choices for an actor whoever else plays.
    ///   - start: The moment the steps begin; hand in the first `tick` then.
    public init(
        script: Script, decks: [String: [Page]] = [:], only: [String]? = nil, seed: UInt64, start: Instant
    ) throws(ScriptError) {
        self.script = script
        self.decks = decks
        pages =
            switch script.room.source {
            case .deck(let path): decks[path]
            case .supplier(let supplier): supplier.list
            }
        now = start
        performers = try ScriptRunner.chosen(only, of: script).map { number in
            Performer(number: number, actor: script.actors[number], seed: seed, start: start)
        }
    }

    /// Tells the runner what happened, and appends what to do about it. `now` never runs backwards; an earlier time
    /// counts as the last one.
    public mutating func handle(_ input: RunnerInput, at now: Instant, into effects: inout [RunnerEffect]) {
        self.now = max(self.now, now)
        receive(input, into: &effects)
        var isMoving = true
        while isMoving {
            isMoving = false
            for index in performers.indices {
                while advance(index, into: &effects) { isMoving = true }
            }
            if openBarriers() { isMoving = true }
        }
        for index in performers.indices { remind(index, into: &effects) }
        guard isFinished, !saidFinished else { return }
        saidFinished = true
        effects.append(.finished)
    }

    /// When the next `tick` is due; nil when only something from outside can go on.
    public var nextDeadline: Instant? { performers.compactMap(\.deadline).min() }

    /// Whether every actor played here has come to the end of its steps, or given up.
    public var isFinished: Bool { performers.allSatisfy(\.isEnded) }

    /// The line of the script an actor is at, nil when it is not played here or has ended.
    public func line(of actor: Int) -> Int? {
        performers.first { $0.number == actor && !$0.isEnded }?.line
    }

    /// The number of the last event that what an actor asked for has caused; nil when nothing was accepted.
    public func committed(by actor: Int) -> Sequence? {
        performers.first { $0.number == actor }?.ledger.committed
    }

    func index(of actor: Int) -> Int? { performers.firstIndex { $0.number == actor } }

    mutating func log(_ text: String, _ index: Int, into effects: inout [RunnerEffect]) {
        let performer = performers[index]
        effects.append(.log(LogLine(at: now, actor: performer.actor.name, line: performer.line, text: text)))
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
                file: script.file, line: 1, column: 1, message: "there is no actor `\(name)`",
                suggestion: Spelling.nearest(to: name, among: names))
        }
        let chosen = script.actors.indices.filter { only.contains(names[$0]) }
        for number in chosen {
            for other in script.actors.indices where !chosen.contains(other) {
                let shared = script.actors[number].barriers.intersection(script.actors[other].barriers)
                guard let barrier = shared.min() else { continue }
                throw ScriptError(
                    file: script.file, line: script.actors[number].line, column: 1,
                    message: "`\(names[number])` waits at the barrier `\(barrier)` for `\(names[other])`, who acts "
                        + "in another process; meet through an event, a page or members instead")
            }
        }
        return chosen
    }
}
