import FoundationEssentials
import Glibc
import LoadTesting
import Platform
import Simulation
import TerminalDevice
import WebSocketLoop

/// Plays runs one after the other until a signal interrupts: in this process, in several processes, or without sockets.
final class LoadSession {
    private let workers: Int
    private let agentOptions: AgentOptions
    private let isSimulated: Bool
    private let signals: SignalDescriptor
    private let watch: RunWatch
    /// When the last run began: once its agents were there.
    private(set) var start = Date()
    /// The first signal that interrupted a run.
    private(set) var signal: Int32?
    private var isStopped = false
    /// Commands of the last run, with how they ended.
    private(set) var commands: [CommandOutcome] = []
    /// The end of the last run by a threshold; nil: it went on to its end.
    private(set) var abort: RunAbort?
    private var abortWatch: AbortWatch?
    /// The agents of the last run.
    private(set) var agents: [AgentOutcome] = []

    /// - Parameter watch: called once signals wait for this session: a thread that began before would be ended by one.
    init(workers: Int, agents: AgentOptions, isSimulated: Bool, watch: () throws -> RunWatch) throws {
        Glibc.signal(SIGPIPE, SIG_IGN)
        self.workers = workers
        agentOptions = agents
        self.isSimulated = isSimulated
        signals = try SignalDescriptor([SIGINT, SIGTERM, SIGHUP])
        self.watch = try watch()
    }

    /// Ends all watching, after the last run.
    func close() {
        watch.close()
    }

    /// Plays one run. Returns nil when it was interrupted before there was a result.
    func play(_ order: LoadOrder, _ scene: LoadScene) throws -> LoadResult? {
        let fleet = try agentOptions.agents.map { try gathered(at: $0, order, scene) }
        defer { fleet??.close() }
        if case .some(nil) = fleet { return nil }
        start = Date()
        watch.begin(scene, target: isSimulated ? nil : order.targetText(scene))
        (abort, abortWatch) = (nil, AbortWatch(scene.script.load))
        var result: LoadResult?
        defer { watch.end(result) }
        if isSimulated {
            result = try simulate(scene)
            return result
        }
        let runner = CommandRunner(scene.script.load.commands)
        defer { commands = runner.end() }
        if let fleet = fleet ?? nil {
            result = try play(with: fleet, scene, runner)
            return result
        }
        result = workers == 1 ? try playHere(order, scene, runner) : try playInCrew(order, scene, runner)
        return result
    }

    /// Shows a second of the run, and lets all users leave when a threshold ends the run.
    private func pass(_ second: LoadSecond, stop: () -> Void) {
        watch.add(second)
        abortWatch?.note(second)
        guard signal == nil, abort == nil, let end = abortWatch?.abort else { return }
        abort = end
        stop()
    }

    private func playHere(_ order: LoadOrder, _ scene: LoadScene, _ runner: CommandRunner) throws -> LoadResult {
        _ = DescriptorLimit.set(connections: scene.connectionsAtMost(), loops: 1)
        let start = LoadTime(microseconds: MonotonicClock.microseconds)
        let work = try order.work(scene, start: start)
        runner.begin(at: start)
        work.secondPassed = { [unowned self, unowned work] second in pass(second, stop: work.stop) }
        // The run keeps its watchers, so a watcher must not keep the run: a search plays many.
        work.watch(signals.descriptor) { [unowned self, unowned work] in
            if takeSignal() { work.stop() }
        }
        return work.run()
    }

    private func playInCrew(_ order: LoadOrder, _ scene: LoadScene, _ runner: CommandRunner) throws -> LoadResult? {
        try check(order, scene, workers: workers)
        let crew = try WorkerCrew(order, count: workers, started: runner.begin)
        crew.secondPassed = { [unowned self, unowned crew] second in pass(second, stop: crew.stop) }
        return try crew.run(watching: signals.descriptor) {
            if takeSignal() { crew.stop() }
        }
    }

    /// Reports a script that several workers cannot play before they are started.
    private func check(_ order: LoadOrder, _ scene: LoadScene, workers: Int) throws {
        guard scene.script.load.plain == nil else { return }
        var first = order
        first.share = LoadShare(worker: 0, of: workers)
        _ = try first.roomMachine(scene, room: LoadTarget.standardRoom, start: LoadTime(microseconds: 0))
    }

    /// Waits for the agents and gives them the run. Nil when it was interrupted.
    private func gathered(at servers: String, _ order: LoadOrder, _ scene: LoadScene) throws -> AgentFleet? {
        try check(order, scene, workers: agentOptions.processes(workers))
        // What agents cannot play is said before anybody waits for them.
        let packed = try FileBundle.packed(order)
        let fleet = try AgentFleet(agentOptions, packed, servers: servers, workers: workers)
        do {
            if try fleet.gather(watching: signals.descriptor, interrupted: takeSignal) { return fleet }
        } catch {
            fleet.close()
            throw error
        }
        fleet.close()
        return nil
    }

    private func play(with fleet: AgentFleet, _ scene: LoadScene, _ runner: CommandRunner) throws -> LoadResult? {
        let crew = WorkerCrew(try fleet.members(scene.plan), headStartMicroseconds: 500_000, started: runner.begin)
        if scene.script.load.agentLoss == .shrink { crew.memberLost = fleet.lose }
        fleet.note = watch.note
        crew.secondPassed = { [unowned self, unowned crew] second in pass(second, stop: crew.stop) }
        defer { agents = fleet.outcomes }
        var result = try crew.run(watching: signals.descriptor) {
            if takeSignal() { crew.stop() }
        }
        // Agents know the script by another path.
        result?.title = scene.script.name
        return result
    }

    /// Plays on a virtual clock as fast as possible.
    private func simulate(_ scene: LoadScene) throws -> LoadResult {
        var stage = try LoadStage(script: scene.script, decks: scene.decks, seed: scene.seed)
        while !stage.isFinished, stage.nextMoment != nil {
            stage.advance(to: stage.now.advanced(byMicroseconds: 1_000_000))
            if takeSignal() {
                guard !isStopped else { break }
                isStopped = true
                stage.stop()
            }
            for second in stage.takeSeconds() { pass(second) { stage.stop() } }
        }
        return stage.result
    }

    /// Reads the pending signals; returns whether there were any.
    private func takeSignal() -> Bool {
        guard let first = (try? signals.read())?.first else { return false }
        signal = signal ?? first
        return true
    }
}
