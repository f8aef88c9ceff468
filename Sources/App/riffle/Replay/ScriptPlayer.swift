import Glibc
import PagingClient
import PagingContent
import PagingEngine
import PagingRoom
import PagingWire
import Scripting
import WebSocketLoop

/// Plays the actors of a script into a real room, with one connection each.
final class ScriptPlayer: MemberOwner {
    private let loop: ClientLoop
    private var runner: ScriptRunner
    /// The connection of each actor played here, and the actor of each connection.
    private var clientOf: [Int: Int] = [:]
    private var actorAt: [Int] = []
    private var tags: [Int: [RequestID: RequestTag]] = [:]
    /// Connections whose replica is older than their welcome.
    private var joining: [Int: Sequence] = [:]
    private var isStarted = false
    /// Called for each log line.
    var log: (LogLine) -> Void = { _ in }
    /// Called when every actor has finished; `play` continues until `stop`.
    var finished: (ScriptPlayer) -> Void = { $0.stop() }
    /// Called for each line on a watched descriptor, with nil at its end.
    var lineRead: (ScriptPlayer, String?) -> Void = { _, _ in }

    /// - Parameter only: the actors to play, nil for all.
    init(
        script: Script, decks: [String: [Page]], only: [String]?, seed: UInt64, addresses: RoomAddresses,
        token: String? = nil, authorities: TLSAuthorities? = nil
    ) throws {
        loop = try ClientLoop(authorities: authorities)
        runner = try ScriptRunner(script: script, decks: decks, only: only, seed: seed, start: ClientLoop.now)
        for (number, actor) in script.actors.enumerated() where only?.contains(actor.name) ?? true {
            let join = PagingWire.Join(name: actor.name, role: actor.role, token: token)
            let attempts = ScriptPlayer.attempts
            let settings = ClientSettings(join: join, attempts: attempts, attemptsToReturn: attempts)
            let client = loop.add(addresses, settings)
            clientOf[number] = client
            actorAt.append(number)
        }
        loop.owner = self
    }

    /// Time limit of the run; nil for none.
    var deadline: Instant?
    /// Whether the run exceeded its time limit.
    private(set) var isLate = false

    /// Connection attempts before an actor gives up: about five seconds.
    private static let attempts = 6

    /// Reason why an actor could not join or reconnect.
    private(set) var end: ClientEnd?

    var failures: [ScriptFailure] { runner.failures }

    /// Plays to the end, or until `stop` or the deadline.
    func play() {
        loop.run()
    }

    func stop() {
        loop.stop()
    }

    /// The final state of the room in the view of each actor.
    var results: [ActorResult] {
        actorAt.enumerated().map { client, actor in
            ActorResult(
                name: runner.script.actors[actor].name, replica: loop.core(of: client).replica,
                committed: runner.committed(by: actor)?.number)
        }
    }

    func happened(_ effect: ClientEffect, client: Int) {
        let actor = actorAt[client]
        switch effect {
        case .joined(let welcome):
            joining[client] = welcome.sequence
        case .happened(let event):
            handle(.changed(actor: actor, by: event, replica(client), serverTime: serverTime(client)))
        case .replaced, .moved:
            handle(.changed(actor: actor, by: nil, replica(client), serverTime: serverTime(client)))
        case .answered(let id, let answer):
            guard let tag = tags[client]?.removeValue(forKey: id) else { return }
            handle(.answered(actor: actor, tag, answer))
        case .waiting(_, let reason):
            handle(.disconnected(actor: actor, reason: reason))
        case .ended(.left):
            break
        case .ended(let end):
            self.end = end
            handle(.refused(actor: actor, reason: end.sentence))
        default:
            break
        }
        completeJoin(client)
    }

    private func completeJoin(_ client: Int) {
        guard let welcomed = joining[client], let replica = loop.core(of: client).replica, replica.sequence >= welcomed
        else { return }
        joining[client] = nil
        handle(.joined(actor: actorAt[client], replica, serverTime: serverTime(client)))
    }

    func settled(at now: Instant) -> Instant? {
        if !isStarted || runner.nextDeadline.map({ $0 <= now }) == true {
            isStarted = true
            handle(.tick)
        }
        guard let deadline, !runner.isFinished else { return runner.nextDeadline }
        if deadline <= now {
            isLate = true
            stop()
        }
        return runner.nextDeadline.map { min($0, deadline) } ?? deadline
    }

    /// Passes every line on `descriptor` to `lineRead`.
    func listen(to descriptor: Int32) {
        loop.sockets.watch(descriptor: descriptor)
    }

    func readable(descriptor: Int32) {
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        guard count > 0 else {
            loop.sockets.unwatch(descriptor: descriptor)
            return lineRead(self, nil)
        }
        for line in String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n") {
            lineRead(self, String(line))
        }
    }

    private func replica(_ client: Int) -> Replica {
        guard let replica = loop.core(of: client).replica else {
            preconditionFailure("expected a replica of a joined actor")
        }
        return replica
    }

    private func serverTime(_ client: Int) -> Instant {
        loop.core(of: client).clock.time(at: ClientLoop.now) ?? ClientLoop.now
    }

    private func handle(_ input: RunnerInput) {
        var effects: [RunnerEffect] = []
        runner.handle(input, at: ClientLoop.now, into: &effects)
        for effect in effects { perform(effect) }
    }

    private func perform(_ effect: RunnerEffect) {
        switch effect {
        case .connect(let actor): send(.start, to: actor)
        case .reconnect(let actor): send(.reconnect, to: actor)
        case .cut(let actor): send(.abort, to: actor)
        case .leave(let actor): send(.leave, to: actor)
        case .request(let actor, let tag, let request):
            guard let client = clientOf[actor], let id = loop.request(request, client: client), let tag else { return }
            tags[client, default: [:]][id] = tag
        case .log(let line): log(line)
        case .finished: finished(self)
        }
    }

    private func send(_ event: ClientEvent, to actor: Int) {
        guard let client = clientOf[actor] else { return }
        loop.handle(event, client: client)
    }
}

/// Prints log lines with the time since the first.
final class LineClock {
    private let isQuiet: Bool
    private var start: Instant?

    init(isQuiet: Bool) {
        self.isQuiet = isQuiet
    }

    func print(_ line: LogLine) {
        let since = line.at.milliseconds(since: start ?? line.at)
        start = start ?? line.at
        guard !isQuiet else { return }
        let seconds = String(since / 1_000)
        let thousandths = String(1_000 + since % 1_000).dropFirst()
        StandardStreams.printError("\(seconds).\(thousandths)  \(line.actor): \(line.text)")
    }
}
