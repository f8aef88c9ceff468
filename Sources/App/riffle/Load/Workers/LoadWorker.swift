import ArgumentParser
import Foundation
import Glibc
import LoadTesting
import TerminalDevice
import WebSocketLoop

/// One of the processes of `riffle load --workers`: it takes its order and the moment of the start from standard input,
/// a line each, and leaves when that ends.
struct LoadWorker: ParsableCommand {
    /// Command that starts the program as a worker.
    static let word = "load-worker"
    static let configuration = CommandConfiguration(
        commandName: word, abstract: "One worker of riffle load, which starts it.")

    func run() throws {
        signal(SIGPIPE, SIG_IGN)
        // Ctrl-C reaches the whole group; the process that started this one decides what to do.
        signal(SIGINT, SIG_IGN)
        let signals = try SignalDescriptor([SIGTERM, SIGHUP])
        guard let line = readLine(), let order = try? JSONDecoder().decode(LoadOrder.self, from: Data(line.utf8)) else {
            throw ValidationError("this command is for riffle load --workers alone")
        }
        do {
            let scene = try order.scene()
            _ = DescriptorLimit.set(connections: scene.plan.usersAtMost(of: order.share), loops: 1)
            LoadWorker.say(.ready)
            guard let words = readLine(), let start = Int64(words) else { return }
            let work = try order.work(scene, start: LoadTime(microseconds: start))
            work.progress = { LoadWorker.say(.progress($0)) }
            work.meets = { LoadWorker.say(.barrier($0)) }
            work.watch(signals.descriptor) { if (try? signals.read())?.isEmpty == false { work.stop() } }
            LoadWorker.watchInput(of: work)
            LoadWorker.say(.result(work.run()))
        } catch {
            LoadWorker.say(.failed("\(error)", code: ExitStatus.failure.rawValue))
            throw ExitStatus.failure
        }
    }

    /// Follows the commands; at the end of the input, its users leave.
    private static func watchInput(of work: any LoadWork) {
        var isOpen = true
        var partial: [UInt8] = []
        work.watch(STDIN_FILENO) {
            guard isOpen else { return }
            var bytes = [UInt8](repeating: 0, count: 4_096)
            let count = read(STDIN_FILENO, &bytes, bytes.count)
            guard count > 0 else {
                isOpen = false
                work.unwatch(STDIN_FILENO)
                return work.stop()
            }
            partial += bytes[..<count]
            while let end = partial.firstIndex(of: UInt8(ascii: "\n")) {
                if case .open(let barrier) = WorkerCommand(line: Array(partial[..<end])) { work.open(barrier: barrier) }
                partial.removeSubrange(...end)
            }
        }
    }

    private static func say(_ word: WorkerEvent) {
        StandardStreams.print(word.line)
    }
}
