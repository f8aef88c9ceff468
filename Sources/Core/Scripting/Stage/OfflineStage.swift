package import PagingContent
package import PagingEngine
package import PagingRoom

/// Plays a script without a network: its actors, a room and the latency between them, on a virtual clock.
///
/// Every message takes the same time each way, so actors act on what they saw, not on what is: two of them can press
/// *next* in the same instant. The same script and seed give the same run.
package struct OfflineStage {
    /// The latency of a message each way without the caller's choice: a good network.
    package static let standardLatencyMilliseconds: Int64 = 5

    /// The virtual clock; it starts at 0.
    package internal(set) var now = Instant(milliseconds: 0)
    package internal(set) var room: Room
    /// The log so far. The caller may remove lines.
    package var log: [LogLine] = []
    var runner: ScriptRunner
    var seats: [StageSeat]
    var mail: StageMail
    /// The newest events, for members that reconnect.
    var history: [Event] = []

    /// - Parameters:
    ///   - decks: The pages of every path in `script.deckPaths`.
    ///   - latencyMilliseconds: the latency of a message each way, at least 1.
    package init(
        script: Script, decks: [String: [Page]] = [:], seed: UInt64,
        latencyMilliseconds: Int64 = standardLatencyMilliseconds
    ) throws(ScriptError) {
        precondition(latencyMilliseconds >= 1, "A message takes time: at no latency everybody would know everything")
        runner = try ScriptRunner(script: script, decks: decks, seed: seed, start: now)
        room = Room(
            name: "offline", epoch: Epoch("offline"), supplier: try script.supplier(decks: decks),
            configuration: Configuration(script.room.preset), now: now)
        seats = script.actors.map { _ in StageSeat() }
        mail = StageMail(latencyMilliseconds: latencyMilliseconds)
        play(.tick)
    }

    package var script: Script { runner.script }

    /// Whether every actor has ended.
    package var isFinished: Bool { runner.isFinished }

    /// The differences from the script.
    package var failures: [ScriptFailure] { runner.failures }

    /// The room as an actor knows it; nil before it joined and after it left. Evaluate it at `now`.
    package func replica(of actor: Int) -> Replica? { seats[actor].replica }

    /// Whether an actor is connected.
    package func isConnected(_ actor: Int) -> Bool { seats[actor].isInside }

    /// The current line of an actor; nil when it has ended.
    package func line(of actor: Int) -> Int? { runner.line(of: actor) }

    /// The time of the next event; nil when none will happen.
    package var nextDeadline: Instant? {
        [runner.nextDeadline, room.nextDeadline, mail.nextDue].compactMap(\.self).min()
    }

    /// Plays everything that happens up to `end`, and sets the clock to it.
    package mutating func advance(to end: Instant) {
        while let next = nextDeadline, next <= end {
            now = max(now, next)
            playMoment()
        }
        now = max(now, end)
    }

    /// Plays until every actor has ended, at most up to `limit`.
    package mutating func finish(by limit: Instant) {
        while !isFinished, let next = nextDeadline, next <= limit { advance(to: next) }
    }

    private mutating func playMoment() {
        if let due = room.nextDeadline, due <= now {
            inRoom { room, now, effects in room.tick(at: now, into: &effects) }
        }
        while let letter = mail.receive(at: now) { deliver(letter) }
        if let due = runner.nextDeadline, due <= now { play(.tick) }
    }

    /// Hands an input to the runner and performs its effects.
    mutating func play(_ input: RunnerInput) {
        var effects: [RunnerEffect] = []
        runner.handle(input, at: now, into: &effects)
        for effect in effects { perform(effect) }
    }

    /// Changes the room and sends its effects.
    mutating func inRoom(_ action: (inout Room, Instant, inout [RoomEffect]) -> Void) {
        var effects: [RoomEffect] = []
        action(&room, now, &effects)
        for effect in effects { publish(effect) }
    }
}
