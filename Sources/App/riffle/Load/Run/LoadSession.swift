import Foundation
import Glibc
import LoadTesting
import Simulation
import TerminalDevice
import WebSocketLoop

/// Plays runs, one after the other, in this process, in several, or without sockets, until somebody interrupts.
final class LoadSession {
    let workers: Int
    let isSimulated: Bool
    private let signals: SignalDescriptor
    private let line: ProgressLine
    /// The signal that ended it.
    private(set) var signal: Int32?
    private var isStopped = false

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
        defer { line.end() }
        if isSimulated { return try simulate(scene) }
        return workers == 1 ? try playHere(order, scene) : try playInCrew(order, scene)
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

    private func playInCrew(_ order: LoadOrder, _ scene: LoadScene) throws -> LoadResult? {
        if scene.script.load.plain == nil {
            // What several workers cannot play is said before they are there.
            var first = order
            first.share = LoadShare(worker: 0, of: workers)
            _ = try first.roomMachine(scene, room: LoadTarget.standardRoom, start: LoadTime(microseconds: 0))
        }
        let crew = try WorkerCrew(order, count: workers)
        crew.progress = line.show
        return try crew.run(watching: signals.descriptor) {
            if hearsSignal() { crew.stop() }
        }
    }

    /// The virtual clock runs as fast as it can; somebody who looks on is told of it once a second of their own.
    private func simulate(_ scene: LoadScene) throws -> LoadResult {
        var stage = try LoadStage(script: scene.script, decks: scene.decks, seed: scene.seed)
        var toldAt = SocketLoop.now()
        while !stage.isFinished, stage.nextMoment != nil {
            stage.advance(to: stage.now.advanced(byMicroseconds: LoadLimits.reportMicroseconds))
            if hearsSignal() {
                guard !isStopped else { break }
                isStopped = true
                stage.stop()
            }
            if SocketLoop.now() - toldAt >= 1_000 {
                toldAt = SocketLoop.now()
                line.show(LoadProgress(stage.result))
            }
        }
        return stage.result
    }

    /// Whether one has come since the last question.
    private func hearsSignal() -> Bool {
        guard let first = (try? signals.read())?.first else { return false }
        signal = signal ?? first
        return true
    }
}
