package import LoadTesting
package import PagingContent
import PagingEngine
import PagingRoom
import PagingServer
import PagingWire
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
    /// Whether all users have finished and left.
    package var isFinished: Bool { finished == loads.count }
    var finished = 0
    /// The plan of users and rooms.
    package let plan: LoadPlan
    let fault: LoadFault?
    let seed: UInt64
    let latencies: ClosedRange<Int64>
    let frames = LoadFrames()
    /// By number of the worker.
    var loads: [RoomLoad]
    var cores: [ServerCore]
    var meeting: BarrierMeeting
    private var schedule = EventQueue<LoadTime, LoadSimEvent>()
    /// By number, as long as the user has it.
    var lines: [Int: LoadLine] = [:]
    var lineOf: [Int: Int] = [:]
    var lastLine = 0
    /// Events for each loop that wait for its turn.
    var arrived: [[ServerEvent]]
    /// Messages that could have been tampered with.
    var tampering = 0
    var loadEffects: [LoadEffect<ClientMessage>] = []
    var serverEffects: [ServerEffect] = []

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
        loads = []
        for worker in 0..<workers {
            let share = LoadShare(worker: worker, of: workers)
            loads.append(
                try RoomLoad(
                    script: script, decks: decks, share: share, seed: seed, room: LoadStage.room, start: now))
        }
        plan = loads[0].plan
        meeting = BarrierMeeting(workers: workers)
        self.seed = seed
        self.fault = fault
        latencies = latencyMicroseconds
        let plans = try LoadStage.rooms(of: script, decks, count: plan.rooms)
        var settings = ServerSettings(
            server: "simulation", epoch: Epoch("simulation"),
            retry: Retry(minimumMilliseconds: 200, maximumMilliseconds: 5_000))
        settings.roomCapacity = max(settings.roomCapacity, plan.users)
        settings.roomLimit = max(settings.roomLimit, plans.count)
        let start = now.instant
        cores = (0..<loops).map { [frames] loop in
            ServerCore(loop: loop, loops: loops, settings: settings, rooms: plans, now: start) { frames.encode($0) }
        }
        arrived = Array(repeating: [], count: loops)
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

    /// The measures so far.
    package var result: LoadResult {
        var result = loads[0].result(at: now)
        for load in loads.dropFirst() { result.merge(load.result(at: now)) }
        return result.folded()
    }

    /// Runs up to `end`, or to the end of the run if that comes first.
    package mutating func advance(to end: LoadTime) {
        runClock(to: end)
    }

    /// Plays the whole run.
    ///
    /// - Parameter progress: Told after every second of the run's time.
    package mutating func run(progress: (LoadStage) -> Void = { _ in }) -> LoadResult {
        while !isFinished, nextMoment != nil {
            advance(to: now.advanced(byMicroseconds: 1_000_000))
            progress(self)
        }
        return result
    }

    /// Ends before the script does: everybody leaves.
    package mutating func stop() {
        for worker in loads.indices { handle(.stop, worker) }
    }

    /// The next moment at which something happens; nil when nothing ever will.
    package var nextMoment: LoadTime? {
        var moment = schedule.first
        // By index: a copy of a core costs more than the check.
        for worker in loads.indices {
            guard let due = loads[worker].nextDeadline else { continue }
            moment = min(moment ?? due, due)
        }
        for loop in cores.indices {
            guard var due = cores[loop].nextDeadline.map({ LoadTime(microseconds: $0.milliseconds * 1_000) }) else {
                continue
            }
            if let end = stallEnd(at: max(due, now)) { due = end }
            moment = min(moment ?? due, due)
        }
        if let end = stallEnd(at: now), arrived.contains(where: { !$0.isEmpty }) { moment = min(moment ?? end, end) }
        return moment
    }

    /// The end of the stall that is on at `moment`.
    func stallEnd(at moment: LoadTime) -> LoadTime? {
        guard case .stalled(let at, let length) = fault else { return nil }
        let begin = LoadTime(microseconds: at * 1_000)
        let end = begin.advanced(byMicroseconds: length * 1_000)
        return begin <= moment && moment < end ? end : nil
    }

    mutating func plan(_ event: LoadSimEvent, afterMicroseconds span: Int64) {
        schedule.add(event, at: now.advanced(byMicroseconds: span))
    }

    /// Handles everything at `now`: signals to users first, then events of the server, then actions of users.
    mutating func step() {
        frames.pass(to: now.microseconds / 1_000_000)
        while let event = schedule.popDue(at: now) { happen(event) }
        if stallEnd(at: now) == nil {
            for loop in cores.indices { serve(loop) }
        }
        for worker in loads.indices {
            if let due = loads[worker].nextDeadline, due <= now { handle(.tick, worker) }
        }
    }

    mutating func handle(_ event: LoadEvent<ServerMessage>, _ worker: Int) {
        loads[worker].handle(event, at: now, into: &loadEffects)
        perform(of: worker)
    }
}
