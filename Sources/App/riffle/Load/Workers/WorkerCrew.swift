import Glibc
import LoadTesting
import Platform

/// The workers of one run, processes here or those of agents. They start at the same time, and their results are merged.
final class WorkerCrew {
    private let members: [any CrewMember]
    private let started: (LoadTime) -> Void
    /// Called with each second of the run that all workers have passed.
    var secondPassed: (LoadSecond) -> Void = { _ in }
    /// Called when a worker is lost and the run goes on; nil: the loss of a worker ends the run with an error.
    var memberLost: ((_ number: Int, _ loss: AgentOutcome.WorkerLoss) -> Void)?
    private var state: CrewState
    private var isStopped = false
    private var start: LoadTime?

    /// Time from when the last worker is ready to the start, for the message to reach all workers.
    private let headStartMicroseconds: Int64
    /// Time for workers to send their results after they were stopped.
    private static let stopTimeoutMicroseconds: Int64 = 30_000_000

    /// - Parameter started: called with the start of the run, before it.
    init(_ members: [any CrewMember], headStartMicroseconds: Int64 = 100_000, started: @escaping (LoadTime) -> Void) {
        (self.members, self.headStartMicroseconds, self.started) = (members, headStartMicroseconds, started)
        state = CrewState(workers: members.count)
    }

    /// Starts `count` workers on shares of the same order.
    ///
    /// - Parameter started: called with the start of the run, before it.
    convenience init(_ order: LoadOrder, count: Int, started: @escaping (LoadTime) -> Void) throws {
        var processes: [WorkerProcess] = []
        do {
            for number in 0..<count {
                var order = order
                order.share = LoadShare(worker: number, of: count)
                processes.append(try WorkerProcess(number: number, order: order))
            }
        } catch {
            processes.forEach { $0.kill() }
            throw CommandFailure(description: "worker \(processes.count + 1) of \(count) cannot be started: \(error)")
        }
        self.init(processes, started: started)
    }

    /// Lets all users leave. A second call ends the workers at once.
    func stop() {
        guard !isStopped else { return members.forEach { $0.kill() } }
        isStopped = true
        members.forEach { $0.stop() }
    }

    /// Plays to the end. Calls `interrupted` whenever `signals` is readable. Nil when the run was stopped before any
    /// worker had a result.
    ///
    /// - Throws: `CommandFailure` when a worker failed.
    func run(watching signals: Int32, interrupted: () -> Void) throws(CommandFailure) -> LoadResult? {
        defer { members.forEach { $0.kill() } }
        var deadline: Int64 = .max
        while members.contains(where: { !$0.hasEnded }) {
            poll(signals, interrupted)
            let now = MonotonicClock.microseconds
            if state.isReady, start == nil, state.failure == nil {
                let start = LoadTime(microseconds: now + headStartMicroseconds)
                self.start = start
                started(start)
                members.forEach { $0.begin(at: start) }
            }
            state.takeSeconds().forEach(secondPassed)
            if state.failure != nil, !isStopped { stop() }
            if isStopped, deadline == .max { deadline = now + WorkerCrew.stopTimeoutMicroseconds }
            if deadline <= now {
                let seconds = WorkerCrew.stopTimeoutMicroseconds / 1_000_000
                throw CommandFailure(
                    description: state.failure ?? "the workers did not end within \(seconds) s of the stop")
            }
        }
        if let failure = state.failure { throw CommandFailure(description: failure) }
        return state.merged()
    }

    private func poll(_ signals: Int32, _ interrupted: () -> Void) {
        let running = members.filter { !$0.hasEnded }
        var queries: [pollfd] = []
        var places: [Range<Int>] = []
        for member in running {
            places.append(queries.count..<queries.count + member.queries.count)
            queries += member.queries
        }
        queries.append(pollfd(fd: signals, events: Int16(POLLIN), revents: 0))
        // An agent may be silent: it is looked after when nothing has come, too.
        _ = Glibc.poll(&queries, nfds_t(queries.count), 200)
        running.forEach { $0.sendRest() }
        for (member, place) in zip(running, places) {
            for event in member.take(queries[place]) { handle(event, from: member) }
            if member.hasEnded, !isStopped, state.needsResult(of: member.number) { lose(member, member.ending) }
        }
        if queries[queries.count - 1].revents != 0 { interrupted() }
    }

    private func handle(_ event: WorkerEvent?, from member: any CrewMember) {
        switch event {
        case .eventsCaused(let causes): share(causes, from: member)
        case .failed(let reason, _): lose(member, "\(member.name): \(reason)")
        case nil: lose(member, "\(member.name) sent an unreadable message")
        default: open(state.handle(event, from: member.number))
        }
    }

    /// Goes on without a worker, if the run may; else the loss is its failure.
    private func lose(_ member: any CrewMember, _ reason: String) {
        guard let start else { return state.fail(reason) }
        let now = LoadTime(microseconds: MonotonicClock.microseconds)
        let second = Int(max(0, now.microseconds(since: start) / 1_000_000))
        guard let memberLost else { return state.fail("\(reason), after \(second) s of the run") }
        guard state.needsResult(of: member.number) else { return }
        memberLost(member.number, AgentOutcome.WorkerLoss(second: second, reason: reason))
        open(state.lose(member.number))
        member.kill()
    }

    /// Tells the other workers which requests caused which events. A worker that is behind loses some values of
    /// `deliver`, never the run.
    private func share(_ causes: [EventCause], from author: any CrewMember) {
        for member in members where member.number != author.number && !member.isBehind { member.send(.note(causes)) }
    }

    /// Opens barriers in all workers. Those that have ended ignore it.
    private func open(_ barriers: [String]) {
        for name in barriers { members.forEach { $0.send(.open(barrier: name)) } }
    }
}
