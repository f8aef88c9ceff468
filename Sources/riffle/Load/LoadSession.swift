import Foundation
import Glibc
import PagingLoad
import PagingSimulation
import SocketLoop
import TerminalDevice

/// Plays runs, one after the other, in this process, in several, or without sockets, until somebody interrupts.
final class LoadSession {
    let workers: Int
    let isSimulated: Bool
    private let signals: SignalDescriptor
    private let line: ProgressLine
    /// The signal that ended it.
    private(set) var signal: Int32?

    init(workers: Int, isSimulated: Bool, progress: ProgressUse) throws {
        Glibc.signal(SIGPIPE, SIG_IGN)
        self.workers = workers
        self.isSimulated = isSimulated
        signals = try SignalDescriptor([SIGINT, SIGTERM, SIGHUP])
        line = ProgressLine(progress)
    }

    /// One run; nil when it was interrupted before anything was measured.
    func play(_ order: LoadOrder, _ scene: LoadScene) throws -> LoadResult? {
        line.begin(
            "\(scene.plan.users) users\(isSimulated ? "" : " to \(order.target)"), seed \(scene.seed)")
        defer { line.clear() }
        if isSimulated { return try simulate(order, scene) }
        return workers == 1 ? try playHere(order, scene) : try playInCrew(order)
    }

    private func playHere(_ order: LoadOrder, _ scene: LoadScene) throws -> LoadResult {
        _ = DescriptorLimit.set(connections: scene.plan.usersAtMost(), loops: 1)
        let work = try order.work(scene, start: LoadTime(microseconds: SocketLoop.nowMicroseconds()))
        work.progress = line.show
        work.watch(signals.descriptor) { [unowned self] in
            if hearsSignal() { work.stop() }
        }
        return work.run()
    }

    private func playInCrew(_ order: LoadOrder) throws -> LoadResult? {
        let crew = try WorkerCrew(order, count: workers)
        crew.progress = line.show
        return try crew.run(watching: signals.descriptor) {
            if hearsSignal() { crew.stop() }
        }
    }

    private func simulate(_ order: LoadOrder, _ scene: LoadScene) throws -> LoadResult {
        preconditionFailure("unfinished")
    }

    /// Whether one has come since the last question.
    private func hearsSignal() -> Bool {
        guard let first = (try? signals.read())?.first else { return false }
        signal = signal ?? first
        return true
    }
}
