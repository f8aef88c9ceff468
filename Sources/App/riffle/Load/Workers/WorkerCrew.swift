import Foundation
import Glibc
import LoadTesting
import TerminalDevice
import WebSocketLoop

/// The workers of one run: they begin at the same moment, and what they measured is added up.
final class WorkerCrew {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let workers: [WorkerProcess]
    private var results: [LoadResult?]
    private var standing: [LoadProgress]
    private var readyCount = 0
    private var meeting: BarrierMeeting
    /// The first thing that went wrong.
    private var trouble: String?
    private(set) var isStopped = false
    var progress: (LoadProgress) -> Void = { _ in }

    /// From the last worker's being ready to the start: long enough for all to hear of it.
    private static let headStartMicroseconds: Int64 = 100_000
    /// For workers to say their last word once they were stopped.
    private static let patienceMicroseconds: Int64 = 30_000_000

    /// Starts `count` workers on shares of the same order.
    init(_ order: LoadOrder, count: Int) throws {
        var started: [WorkerProcess] = []
        do {
            for number in 0..<count {
                var order = order
                order.share = LoadShare(worker: number, of: count)
                started.append(try WorkerProcess(number: number, order: order))
            }
        } catch {
            started.forEach { $0.kill() }
            throw Failure(description: "a worker cannot be started: \(error)")
        }
        workers = started
        results = Array(repeating: nil, count: count)
        standing = Array(repeating: LoadProgress(), count: count)
        meeting = BarrierMeeting(workers: count)
    }

    /// Lets everybody leave; said again, ends at once.
    func stop() {
        guard !isStopped else { return workers.forEach { $0.kill() } }
        isStopped = true
        workers.forEach { $0.stop() }
    }

    /// Plays to the end; `interrupted` is asked whenever `signals` can be read. Nil when it was stopped before there was
    /// anything to measure.
    ///
    /// - Throws: `Failure` when a worker did not come to its end.
    func run(watching signals: Int32, interrupted: () -> Void) throws(Failure) -> LoadResult? {
        defer { workers.forEach { $0.kill() } }
        var nextReport: Int64 = .max
        var deadline: Int64 = .max
        while workers.contains(where: { !$0.hasEnded }) {
            poll(signals, interrupted)
            let now = SocketLoop.nowMicroseconds()
            if readyCount == workers.count, nextReport == .max {
                let start = now + WorkerCrew.headStartMicroseconds
                workers.forEach { $0.say("\(start)") }
                nextReport = start + LoadLimits.reportMicroseconds
            }
            if nextReport <= now {
                progress(LoadProgress(standing))
                nextReport = now + LoadLimits.reportMicroseconds
            }
            if trouble != nil, !isStopped { stop() }
            if isStopped, deadline == .max { deadline = now + WorkerCrew.patienceMicroseconds }
            if deadline <= now {
                throw Failure(description: trouble ?? "the workers did not end when they were asked to")
            }
        }
        if let trouble { throw Failure(description: trouble) }
        return merged()
    }

    private func poll(_ signals: Int32, _ interrupted: () -> Void) {
        let speaking = workers.filter { !$0.hasEnded }
        var queries = (speaking.map(\.descriptor) + [signals]).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard Glibc.poll(&queries, nfds_t(queries.count), 200) > 0 else { return }
        for (query, worker) in zip(queries, speaking) where query.revents != 0 {
            for line in worker.take() { hear(line, from: worker) }
            if worker.hasEnded, results[worker.number] == nil, trouble == nil, !isStopped {
                let name = "worker \(worker.number + 1) (process \(worker.processID))"
                trouble = "\(name) \(worker.ending) before the run did"
            }
        }
        if queries[speaking.count].revents != 0 { interrupted() }
    }

    private func hear(_ line: [UInt8], from worker: WorkerProcess) {
        switch WorkerEvent(line: line) {
        case .ready: readyCount += 1
        case .progress(let progress): standing[worker.number] = progress
        case .barrier(let standing):
            if meeting.note(standing, from: worker.number) { open([standing.name]) }
        case .result(let result):
            results[worker.number] = result
            open(meeting.leave(worker.number))
        case .failed(let reason, _): trouble = trouble ?? "worker \(worker.number + 1): \(reason)"
        case nil: trouble = trouble ?? "worker \(worker.number + 1) said what nobody understands"
        }
    }

    /// Tells all workers, those who have ended included: they do not hear it.
    private func open(_ barriers: [String]) {
        guard !isStopped else { return }
        for name in barriers { workers.forEach { $0.say(WorkerCommand.open(barrier: name).line) } }
    }

    private func merged() -> LoadResult? {
        let all = results.compactMap { $0 }
        guard var whole = all.first else { return nil }
        for result in all.dropFirst() { whole.merge(result) }
        return whole
    }
}
