import Dispatch
import FoundationEssentials
import Glibc
import Platform

/// The processes of a demo; none outlives it.
///
/// `@unchecked Sendable`: `sources` is set by `init` only; a signal ends the processes from another thread.
final class Cast: @unchecked Sendable {
    private let processes = Locked<[ChildProcess]>([])
    private let isInterrupted = Locked(false)
    private var sources: [any DispatchSourceSignal] = []

    /// From now on SIGINT and SIGTERM end all processes, and this one with 128 and the number of the signal.
    init() {
        for number in [SIGINT, SIGTERM] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { [unowned self] in
                isInterrupted.withLock { $0 = true }
                dismiss()
                exit(128 + number)
            }
            source.resume()
            sources.append(source)
        }
    }

    /// Starts this program with `words` as its arguments, or another one.
    func start(_ words: [String], of program: URL? = nil) throws -> ChildProcess {
        let process = try ChildProcess(words, of: program)
        processes.withLock { $0.append(process) }
        return process
    }

    /// Starts a server with the room `demo` on a free port, and returns the URL of the room. Throws a `DemoFailure` when it
    /// does not start before `end`.
    func startServer(deck: String, _ options: [String] = [], before end: Date) throws -> (ChildProcess, url: String) {
        let process = try start(["serve", "--listen", "127.0.0.1:0", "--room", "demo=\(deck)"] + options)
        let greeting = "listening on "
        guard let line = process.nextLine(before: end), line.hasPrefix(greeting) else {
            throw DemoFailure("\(process.words) did not start: \(process.complaints)")
        }
        return (process, "\(line.dropFirst(greeting.count))/rooms/demo")
    }

    /// Blocks after a signal: its handler ends the program with its own status.
    func waitIfInterrupted() {
        while isInterrupted.withLock({ $0 }) { pause() }
    }

    /// Ends all processes, newest first.
    func dismiss() {
        for process in processes.withLock({ $0 }).reversed() { process.end() }
    }
}
