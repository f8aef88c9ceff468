import ArgumentParser
import FoundationEssentials
import Glibc
import LoadTesting
import TerminalDevice
import WebSocketLoop

/// One of the processes of `riffle load --workers`. It reads its order and the start time from standard input, one line
/// each. Its users leave when standard input ends.
struct LoadWorker: ParsableCommand {
    /// Command that starts the program as a worker.
    static let name = "load-worker"
    static let configuration = CommandConfiguration(
        commandName: name, abstract: "One worker, started by riffle load.")

    func run() throws {
        signal(SIGPIPE, SIG_IGN)
        // Ctrl-C reaches the whole group; the process that started this one decides what to do.
        signal(SIGINT, SIG_IGN)
        let signals = try SignalDescriptor([SIGTERM, SIGHUP])
        guard let line = readLine(), let order = try? JSONDecoder().decode(LoadOrder.self, from: Data(line.utf8)) else {
            throw ValidationError("expected a load order on standard input; riffle load --workers starts this command")
        }
        do {
            order.bundle?.install()
            let scene = try order.scene()
            _ = DescriptorLimit.set(connections: scene.connectionsAtMost(of: order.share), loops: 1)
            LoadWorker.send(.ready)
            guard let line = readLine(), let start = Int64(line) else { return }
            let work = try order.work(scene, start: LoadTime(microseconds: start))
            work.secondPassed = { LoadWorker.send(.second($0)) }
            work.eventsCaused = { LoadWorker.send(.eventsCaused($0)) }
            work.barrierChanged = { LoadWorker.send(.barrier($0)) }
            work.watch(signals.descriptor) { [unowned work] in
                if (try? signals.read())?.isEmpty == false { work.stop() }
            }
            LoadWorker.watchInput(of: work)
            WorkerEvent.all(of: work.run()).forEach(LoadWorker.send)
        } catch {
            LoadWorker.send(.failed("\(error)", code: ExitStatus.failure.rawValue))
            throw ExitStatus.failure
        }
    }

    /// Reads the commands on standard input. At its end, the users leave.
    private static func watchInput(of work: any LoadWork) {
        var isOpen = true
        var partial: [UInt8] = []
        work.watch(STDIN_FILENO) { [unowned work] in
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
                switch WorkerCommand(line: Array(partial[..<end])) {
                case .open(let barrier): work.open(barrier: barrier)
                case .note(let causes): work.note(causes)
                case nil: break
                }
                partial.removeSubrange(...end)
            }
        }
    }

    private static func send(_ event: WorkerEvent) {
        StandardStreams.print(event.line)
    }
}
