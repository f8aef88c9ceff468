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
    private let shell: ClientLoop
    private var runner: ScriptRunner
    /// The connection of each actor played here, and the actor of each connection.
    private var seatOf: [Int: Int] = [:]
    private var actorAt: [Int] = []
    private var tags: [Int: [RequestID: RequestTag]] = [:]
    /// Connections whose replica is older than their welcome.
    private var entering: [Int: Sequence] = [:]
    private var isStarted = false
    /// Called for each log line.
    var log: (LogLine) -> Void = { _ in }
    /// Called when every actor has finished; `play` continues until `stop`.
    var finished: (ScriptPlayer) -> Void = { $0.stop() }
    /// Called for each line on a watched descriptor, with nil at its end.
    var heard: (ScriptPlayer, String?) -> Void = { _, _ in }

    /// - Parameter only: the actors to play, nil for all.
    init(
        script: Script, decks: [String: [Page]], only: [String]?, seed: UInt64, endpoint: Endpoint,
        token: String? = nil, authorities: TLSAuthorities? = nil
    ) throws {
        shell = try ClientLoop(authorities: authorities)
        runner = try ScriptRunner(script: script, decks: decks, only: only, seed: seed, start: ClientLoop.now)
        for (number, actor) in script.actors.enumerated() where only?.contains(actor.name) ?? true {
            let join = PagingWire.Join(name: actor.name, role: actor.role, token: token)
            let attempts = ScriptPlayer.attempts
            let settings = ClientSettings(join: join, attempts: attempts, attemptsToReturn: attempts)
            let seat = shell.add(endpoint, settings)
            seatOf[number] = seat
            actorAt.append(number)
        }
        shell.owner = self
    }

    /// Time limit of the whole; nil for none.
    var deadline: Instant?
    /// Whether the time limit ended it.
    private(set) var isLate = false

    /// Connection attempts before an actor gives up: about five seconds.
    private static let attempts = 6

    /// Why an actor could not join or reconnect.
    private(set) var end: ClientEnd?

    var failures: [ScriptFailure] { runner.failures }

    /// Plays to the end, or until `stop` or the deadline.
    func play() {
        shell.run()
    }

    func stop() {
        shell.stop()
    }

    /// The final state of the room in the view of each actor.
    var results: [ActorResult] {
        actorAt.enumerated().map { seat, actor in
            ActorResult(
                name: runner.script.actors[actor].name, replica: shell.core(of: seat).replica,
                committed: runner.committed(by: actor)?.number)
        }
    }

    func happened(_ effect: ClientEffect, client seat: Int) {
        let actor = actorAt[seat]
        switch effect {
        case .joined(let welcome):
            entering[seat] = welcome.sequence
        case .happened(let event):
            tell(.changed(actor: actor, by: event, replica(seat), serverTime: serverTime(seat)))
        case .replaced, .moved:
            tell(.changed(actor: actor, by: nil, replica(seat), serverTime: serverTime(seat)))
        case .answered(let id, let answer):
            guard let tag = tags[seat]?.removeValue(forKey: id) else { return }
            tell(.answered(actor: actor, tag, answer))
        case .waiting(_, let reason):
            tell(.disconnected(actor: actor, reason: reason))
        case .ended(.left):
            break
        case .ended(let end):
            self.end = end
            tell(.refused(actor: actor, reason: end.sentence))
        default:
            break
        }
        completeEntry(seat)
    }

    private func completeEntry(_ seat: Int) {
        guard let welcomed = entering[seat], let replica = shell.core(of: seat).replica, replica.sequence >= welcomed
        else { return }
        entering[seat] = nil
        tell(.joined(actor: actorAt[seat], replica, serverTime: serverTime(seat)))
    }

    func settled(at now: Instant) -> Instant? {
        if !isStarted || runner.nextDeadline.map({ $0 <= now }) == true {
            isStarted = true
            tell(.tick)
        }
        guard let deadline, !runner.isFinished else { return runner.nextDeadline }
        if deadline <= now {
            isLate = true
            stop()
        }
        return runner.nextDeadline.map { min($0, deadline) } ?? deadline
    }

    /// Hands every line on `descriptor` to `heard`.
    func listen(to descriptor: Int32) {
        shell.sockets.watch(descriptor: descriptor)
    }

    func readable(descriptor: Int32) {
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        guard count > 0 else {
            shell.sockets.unwatch(descriptor: descriptor)
            return heard(self, nil)
        }
        for line in String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n") {
            heard(self, String(line))
        }
    }

    private func replica(_ seat: Int) -> Replica {
        guard let replica = shell.core(of: seat).replica else { preconditionFailure("a joined actor has a replica") }
        return replica
    }

    private func serverTime(_ seat: Int) -> Instant {
        shell.core(of: seat).clock.time(at: ClientLoop.now) ?? ClientLoop.now
    }

    private func tell(_ input: RunnerInput) {
        var effects: [RunnerEffect] = []
        runner.handle(input, at: ClientLoop.now, into: &effects)
        for effect in effects { perform(effect) }
    }

    private func perform(_ effect: RunnerEffect) {
        switch effect {
        case .connect(let actor): hand(.start, to: actor)
        case .reconnect(let actor): hand(.reconnect, to: actor)
        case .cut(let actor): hand(.abort, to: actor)
        case .leave(let actor): hand(.leave, to: actor)
        case .request(let actor, let tag, let request):
            guard let seat = seatOf[actor], let id = shell.request(request, client: seat), let tag else { return }
            tags[seat, default: [:]][id] = tag
        case .log(let line): log(line)
        case .finished: finished(self)
        }
    }

    private func hand(_ event: ClientEvent, to actor: Int) {
        guard let seat = seatOf[actor] else { return }
        shell.handle(event, client: seat)
    }
}

/// Prints log lines with the time since the first.
final class LineClock {
    private let isQuiet: Bool
    private var start: Instant?

    init(isQuiet: Bool) {
        self.isQuiet = isQuiet
    }

    func say(_ line: LogLine) {
        let since = line.at.milliseconds(since: start ?? line.at)
        start = start ?? line.at
        guard !isQuiet else { return }
        let seconds = String(since / 1_000)
        let thousandths = String(1_000 + since % 1_000).dropFirst()
        StandardStreams.say("\(seconds).\(thousandths)  \(line.actor): \(line.text)")
    }
}
