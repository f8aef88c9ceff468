import Foundation

/// The processes of a scene, all of them this program; none outlives it.
final class Cast {
    private var processes: [CastProcess] = []

    func start(_ words: [String]) throws -> CastProcess {
        let process = try CastProcess(words)
        processes.append(process)
        return process
    }

    /// Asks everybody to end, newest first, and waits until they have.
    func dismiss() {
        for process in processes.reversed() { process.end() }
    }
}
