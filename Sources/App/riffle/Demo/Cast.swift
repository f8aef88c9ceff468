import Foundation

/// The processes of a scene, all of them this program; none outlives it.
///
/// `@unchecked Sendable`: `processes` and `isInterrupted` are touched only under `lock`; a signal dismisses from a thread of its own.
final class Cast: @unchecked Sendable {
    private let lock = NSLock()
    private var processes: [CastProcess] = []
    private var sources: [any DispatchSourceSignal] = []
    private var isInterrupted = false

    /// From here on SIGINT and SIGTERM end the scene, and everybody in it, with 128 and the signal's number.
    init() {
        for number in [SIGINT, SIGTERM] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { [unowned self] in
                lock.withLock { isInterrupted = true }
                dismiss()
                exit(128 + number)
            }
            source.resume()
            sources.append(source)
        }
    }

    func start(_ words: [String]) throws -> CastProcess {
        let process = try CastProcess(words)
        lock.withLock { processes.append(process) }
        return process
    }

    /// Does not return after a signal: the signal's handler ends the program, with its own status.
    func waitIfInterrupted() {
        while lock.withLock({ isInterrupted }) { pause() }
    }

    /// Asks everybody to end, newest first, and waits until they have.
    func dismiss() {
        for process in lock.withLock({ processes }).reversed() { process.end() }
    }
}
