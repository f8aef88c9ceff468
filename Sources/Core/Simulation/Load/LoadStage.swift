package import LoadTesting
package import PagingContent
import PagingEngine
import PagingRoom
import PagingServer
package import PagingWire
package import Scripting

/// A load run without a network: the users of a script, the loops of a server and the time between them, on a virtual
/// clock.
///
/// The same cores as in life, and no sockets: messages are handed over as values, so their bytes are counted as 0, and
/// nothing costs time but the lines. The same script and seed give the same result, bit for bit.
package struct LoadStage: VirtualTimeRun {
    /// The default time of a message each way.
    package static let standardLatencyMicroseconds: ClosedRange<Int64> = 1_000...1_000

    /// The virtual clock; it starts at 0.
    package internal(set) var now = LoadTime(microseconds: 0)
    /// The plan of users and rooms.
    package let plan: LoadPlan
    /// By number of the worker.
    private var workers: [RoomLoad] = []
    private var finished = 0
    private var meeting: BarrierMeeting
    private var server: LoadServer
    private var lines: LoadLines
    private var schedule = LoadLines.LoadQueue()
    private var effects: [LoadEffect<ClientMessage>] = []
    /// The messages of each user in order; nil: they are not kept.
    package var sentMessages: [Int: [ClientMessage]]?
    /// Users that have left for good.
    package private(set) var gone: Set<Int> = []

    /// - Parameters:
    ///   - decks: The pages of every path in `script.deckPaths`.
    ///   - loops: Of the server.
    ///   - latencyMicroseconds: How long a message takes each way, at least 1. Each user has its own, chosen from the seed.
    ///   - workers: Among how many the users are divided, as processes of a machine would; at one moment they act one
    ///     after the other.
    ///   - fault: What the server does wrong; nil, nothing.
    /// - Throws: as `RoomLoad`, and when a deck is missing.
    package init(
        script: Script, decks: [String: [Page]] = [:], seed: UInt64, loops: Int = 1,
        latencyMicroseconds: ClosedRange<Int64> = standardLatencyMicroseconds, workers: Int = 1,
        fault: LoadFault? = nil
    ) throws(ScriptError) {
        precondition(
            latencyMicroseconds.lowerBound >= 1, "A message takes time: without it nothing comes after another")
        if let actor = script.actors.first(where: { !$0.before.isEmpty }) {
            throw ScriptError(
                file: script.file, line: actor.before[0].line, column: 1,
                message: "`before` cannot be simulated, as the answers of its servers are not known; remove it")
        }
        for worker in 0..<workers {
            let share = LoadShare(worker: worker, of: workers)
            self.workers.append(
                try RoomLoad(
                    script: script, decks: decks, share: share, seed: seed, room: LoadStage.room, start: now))
        }
        plan = self.workers[0].plan
        meeting = BarrierMeeting(workers: workers)
        lines = LoadLines(seed: seed, latencies: latencyMicroseconds)
        let plans = try LoadStage.rooms(of: script, decks, count: plan.rooms)
        var settings = ServerSettings(
            server: "simulation", epoch: Epoch("simulation"),
            retry: Retry(minimumMilliseconds: 200, maximumMilliseconds: 5_000))
        settings.roomCapacity = max(settings.roomCapacity, plan.users)
        settings.roomLimit = max(settings.roomLimit, plans.count)
        server = LoadServer(loops: loops, settings: settings, rooms: plans, fault: fault, now: now)
    }

    private static let room = "talk"

    private static func rooms(
        of script: Script, _ decks: [String: [Page]], count: Int
    ) throws(ScriptError) -> [RoomSpec] {
        let supplier = try script.supplier(decks: decks)
        return (0..<count).map { number in
            RoomSpec(
                name: LoadRoom.name(number, of: count, target: room), supplier: supplier,
                configuration: Configuration(script.room.preset))
        }
    }

    /// Whether all users have finished and left.
    package var isFinished: Bool { finished == workers.count }

    /// The measures so far.
    package var result: LoadResult {
        var result = workers[0].result(at: now)
        for worker in workers.dropFirst() { result.merge(worker.result(at: now)) }
        return result.folded()
    }

    /// The whole seconds before now that have not been taken.
    package mutating func takeSeconds() -> [LoadSecond] {
        var seconds = workers[0].takeSeconds(at: now)
        for worker in workers.indices.dropFirst() {
            for (place, second) in workers[worker].takeSeconds(at: now).enumerated() { seconds[place].merge(second) }
        }
        return seconds
    }

    /// Runs up to `end`, or to the end of the run if that comes first.
    package mutating func advance(to end: LoadTime) {
        runClock(to: end)
    }

    /// Plays the whole run.
    ///
    /// - Parameter progress: Called after every second of the run's time.
    package mutating func run(progress: (LoadStage) -> Void = { _ in }) -> LoadResult {
        while !isFinished, nextMoment != nil {
            advance(to: now.advanced(byMicroseconds: 1_000_000))
            progress(self)
        }
        return result
    }

    /// Ends before the script does: everybody leaves.
    package mutating func stop() {
        for worker in workers.indices { handle(.stop, worker) }
    }

    /// The next moment at which something happens; nil when nothing ever will.
    package var nextMoment: LoadTime? {
        var moment = schedule.first
        // By index: a copy of a worker costs more than the check.
        for worker in workers.indices {
            guard let due = workers[worker].nextDeadline else { continue }
            moment = min(moment ?? due, due)
        }
        if let due = server.nextMoment(at: now) { moment = min(moment ?? due, due) }
        return moment
    }

    /// Handles everything at `now`: signals to users first, then events of the server, then actions of users.
    mutating func step() {
        server.pass(to: now)
        while let event = schedule.popDue(at: now) { happen(event) }
        server.serve(at: now, over: lines, into: &schedule)
        for worker in workers.indices {
            if let due = workers[worker].nextDeadline, due <= now { handle(.tick, worker) }
        }
    }

    private mutating func happen(_ event: LoadSimEvent) {
        switch event {
        case .up(let loop, let event): server.receive(event, on: loop)
        case .down(let numbers, let messages):
            for number in numbers {
                guard lines.receive(messages, at: number, now: now, into: &schedule),
                    let user = lines.user(of: number)
                else { continue }
                handle(.received(user: user, messages, bytes: 0), worker(of: user))
            }
        case .opened(let number):
            guard let user = lines.user(of: number) else { return }
            handle(.opened(user: user), worker(of: user))
        case .closed(let number, let code, let reason):
            guard let user = lines.remove(number) else { return }
            handle(.closed(user: user, code: code.rawValue, reason: reason), worker(of: user))
        case .barrierOpens(let name): for worker in workers.indices { handle(.barrierOpens(name), worker) }
        case .eventsCaused(let causes, let author):
            for worker in workers.indices where worker != author { handle(.eventsCaused(causes), worker) }
        case .pinged(let number): lines.ping(number, at: now, into: &schedule)
        }
    }

    private func worker(of user: Int) -> Int { user % workers.count }

    private mutating func handle(_ event: LoadEvent<ServerMessage>, _ worker: Int) {
        workers[worker].handle(event, at: now, into: &effects)
        // No effect reaches a user at once.
        for effect in effects { perform(effect, of: worker) }
        effects.removeAll(keepingCapacity: true)
    }

    private mutating func perform(_ effect: LoadEffect<ClientMessage>, of worker: Int) {
        switch effect {
        // Scripts with `before` are refused at the beginning.
        case .handshake, .request, .requestsOver: break
        case .gone(let user): gone.insert(user)
        case .connect(let user, let path):
            let room = String(path.drop { $0 == "/" }.drop { $0 != "/" }.dropFirst())
            lines.connect(user, to: room, loops: server.loops, at: now, into: &schedule)
        case .send(let user, let message):
            workers[worker].sent(bytes: 0, at: now)
            sentMessages?[user, default: []].append(message)
            lines.sendUp(user, at: now, into: &schedule) { .received($0, [.success(message)]) }
        case .close(let user), .drop(let user), .giveUp(let user): lines.disconnect(user, at: now, into: &schedule)
        case .read(let user, let on): lines.read(user, on, at: now, into: &schedule)
        case .barrier(let standing):
            if meeting.note(standing, from: worker) { openBarrier(standing.name) }
        case .eventsCaused(let causes):
            schedule.add(.eventsCaused(causes, by: worker), at: now.advanced(byMicroseconds: 1))
        case .finished:
            finished += 1
            for name in meeting.leave(worker) { openBarrier(name) }
        }
    }

    private mutating func openBarrier(_ name: String) {
        schedule.add(.barrierOpens(name), at: now.advanced(byMicroseconds: 1))
    }
}
