import ArgumentParser
import Glibc
import Platform
import TerminalDevice

/// An agent of load runs: plays shares of runs that coordinators send over NATS, one run at a time, until Ctrl-C.
struct LoadAgent: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "load-agent", abstract: "Play shares of load runs of other machines (also: riffle load agent).",
        discussion: """
            An agent plays whatever anybody on the NATS server sends it, against any host unless --target-allow is given.
            """)

    @Option(help: "NATS servers, nats://[USER:PASSWORD@]HOST:PORT or tls://…, with commas between them.")
    var join: String

    @Option(help: "Name of this agent in reports. By default the name of the machine and the number of the process.")
    var name: String?

    @Option(help: "Host that runs may play against, and ask by HTTP. Repeat for more; by default all.")
    var targetAllow: [String] = []

    @OptionGroup var servers: AgentServerOptions

    func validate() throws {
        _ = try servers.address(join)
        if let name, name.isEmpty || name.utf8.count > 64 || name != name.printableLine {
            throw ValidationError("--name: expected 1 to 64 printable bytes, got \(name.printableLine)")
        }
    }

    func run() throws {
        signal(SIGPIPE, SIG_IGN)
        let signals = try SignalDescriptor([SIGINT, SIGTERM, SIGHUP])
        let name = name ?? HostName.withProcess
        let link = try AgentLink(servers, servers: join, name: name, hearsAll: true)
        defer { link.close() }
        let post = AgentPost(link, allowedHosts: targetAllow)
        StandardStreams.print("agent \(name) connects to NATS at \(link.place)")
        while true {
            var queries = post.queries + [pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)]
            _ = poll(&queries, nfds_t(queries.count), 200)
            post.work()
            if queries[queries.count - 1].revents != 0, let number = (try? signals.read())?.first {
                post.close()
                throw ExitCode(128 + number)
            }
        }
    }
}

/// An agent between and during runs.
final class AgentPost {
    private let link: AgentLink
    private let allowedHosts: [String]
    private var run: AgentRun?
    private var trouble = ""
    private var announced = ""

    init(_ link: AgentLink, allowedHosts: [String]) {
        (self.link, self.allowedHosts) = (link, allowedHosts)
    }

    var queries: [pollfd] { [link.query] + (run?.queries ?? []) }

    /// Handles what has come and passes on what workers say.
    func work() {
        for event in link.take() {
            switch event {
            case .connected:
                trouble = ""
                StandardStreams.print("agent \(link.name) waits for runs at \(link.place)")
            case .disconnected:
                StandardStreams.printError("agent \(link.name): lost the connection to NATS at \(link.place)")
                end("the connection to NATS was lost", tells: false)
            case .message(let message): handle(message)
            }
        }
        if !link.isConnected, !link.trouble.isEmpty, trouble.isEmpty {
            trouble = link.trouble
            StandardStreams.printError("agent \(link.name): \(trouble)")
        }
        if let reason = run?.relay() { end(reason, tells: true) }
        if let run, !run.targets.isEmpty, announced != run.targets {
            announced = run.targets
            StandardStreams.print("plays against \(run.targets)")
        }
    }

    private func handle(_ message: AgentMessage) {
        switch message.body {
        case .seek: link.send(.here(busyWith: run?.coordinatorName), to: message.from)
        case .claim(let workers):
            if let reason = refusal(message, workers) {
                return link.send(.refused(reason: reason), run: message.run, to: message.from)
            }
            run = AgentRun(message, workers: workers, link: link, allowedHosts: allowedHosts)
            StandardStreams.print("plays a run of \(message.name.printableLine), workers: \(workers)")
        default:
            guard let run, run.number == message.run, run.coordinator == message.from else { return }
            if let reason = run.handle(message) { end(reason, tells: !reason.isEmpty) }
        }
    }

    private func refusal(_ claim: AgentMessage, _ workers: Int) -> String? {
        guard claim.version == Riffle.version else {
            return "expected version \(Riffle.version), got \(claim.version.printableLine)"
        }
        if let run { return "plays a run of \(run.coordinatorName)" }
        guard (1...AgentMessage.workers).contains(workers) else {
            return "expected 1 to \(AgentMessage.workers) workers, got \(workers)"
        }
        return nil
    }

    private func end(_ reason: String, tells: Bool) {
        guard let run else { return }
        run.close(tells: tells)
        self.run = nil
        announced = ""
        StandardStreams.print(
            "the run of \(run.coordinatorName) is over" + (reason.isEmpty ? "" : ": \(reason)"))
    }

    func close() { end("this agent ends", tells: true) }
}
