import Glibc
import LoadTesting
import Platform

/// The worker processes of one run. They start at the same time, and their results are merged.
final class WorkerCrew {
    private let workers: [WorkerProcess]
    private let started: (LoadTime) -> Void
    /// Called with each second of the run that all workers have passed.
    var secondPassed: (LoadSecond) -> Void = { _ in }
    private var state: CrewState
    private var isStopped = false

    /// Time from when the last worker is ready to the start, for the message to reach all workers.
    private static let headStartMicroseconds: Int64 = 100_000
    /// Time for workers to send their results after they were stopped.
    private static let stopTimeoutMicroseconds: Int64 = 30_000_000

    /// Starts `count` workers on shares of the same order.
    ///
    /// - Parameter started: called with the start of the run, before it.
    init(_ order: LoadOrder, count: Int, started: @escaping (LoadTime) -> Void) throws {
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
        workers = processes
        self.started = started
        state = CrewState(workers: count)
    }

    /// Lets all users leave. A second call ends the workers at once.
    func stop() {
        guard !isStopped else { return workers.forEach { $0.kill() } }
        isStopped = true
        workers.forEach { $0.stop() }
    }

    /// Plays to the end. Calls `interrupted` whenever `signals` is readable. Nil when the run was stopped before any
    /// worker had a result.
    ///
    /// - Throws: `CommandFailure` when a worker failed.
    func run(watching signals: Int32, interrupted: () -> Void) throws(CommandFailure) -> LoadResult? {
        defer { workers.forEach { $0.kill() } }
        var isStarted = false
        var deadline: Int64 = .max
        while workers.contains(where: { !$0.hasEnded }) {
            poll(signals, interrupted)
            let now = MonotonicClock.microseconds
            if state.isReady, !isStarted {
                isStarted = true
                let start = now + WorkerCrew.headStartMicroseconds
                started(LoadTime(microseconds: start))
                workers.forEach { $0.send("\(start)") }
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
        let running = workers.filter { !$0.hasEnded }
        var queries = running.flatMap(\.queries) + [pollfd(fd: signals, events: Int16(POLLIN), revents: 0)]
        guard Glibc.poll(&queries, nfds_t(queries.count), 200) > 0 else { return }
        running.forEach { $0.sendRest() }
        for (index, worker) in running.enumerated() where queries[2 * index].revents != 0 {
            for line in worker.take() {
                let event = WorkerEvent(line: line)
                if case .eventsCaused(let causes) = event { share(causes, from: worker) }
                open(state.handle(event, from: worker.number))
            }
            if worker.hasEnded, !isStopped, state.needsResult(of: worker.number) {
                let name = "worker \(worker.number + 1) (process \(worker.processID))"
                state.fail("\(name) \(worker.ending) before the end of the run")
            }
        }
        if queries[2 * running.count].revents != 0 { interrupted() }
    }

    /// Tells the other workers which requests caused which events. A worker that is behind loses some values of
    /// `deliver`, never the run.
    private func share(_ causes: [EventCause], from author: WorkerProcess) {
        let line = WorkerCommand.note(causes).line
        for worker in workers where worker.number != author.number && !worker.isBehind { worker.send(line) }
    }

    /// Opens barriers in all workers. Those that have ended ignore it.
    private func open(_ barriers: [String]) {
        for name in barriers { workers.forEach { $0.send(WorkerCommand.open(barrier: name).line) } }
    }
}
