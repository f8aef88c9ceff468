import ClusterTraffic
import FabricNATS
import Glibc
import Platform

/// A connection to NATS for agents or their coordinator: takes and sends messages, and has a descriptor to poll for.
final class AgentLink {
    enum LinkEvent: Sendable {
        case connected
        case disconnected
        case message(AgentMessage)
    }

    /// Events that wait for the main thread. Anyone on the server may send, so they are bounded.
    private final class LinkInbox: Sendable {
        private struct WaitingEvents {
            var events: [FabricEvent] = []
            var bytes = 0
            var trouble = ""
        }

        private static let mostBytes = 96 << 20
        private let state = Locked(WaitingEvents())
        private let wakeInput: Int32

        init(wakeInput: Int32) { self.wakeInput = wakeInput }

        func add(_ events: [FabricEvent]) {
            state.withLock { state in
                for event in events {
                    if case .received(let bytes, _) = event {
                        // The numbers of messages tell that one was lost.
                        guard state.bytes + bytes.count <= LinkInbox.mostBytes else { continue }
                        state.bytes += bytes.count
                    }
                    state.events.append(event)
                }
            }
            var one: UInt8 = 1
            _ = write(wakeInput, &one, 1)
        }

        func take() -> [FabricEvent] {
            state.withLock { state in
                defer { (state.events, state.bytes) = ([], 0) }
                return state.events
            }
        }

        var trouble: String { state.withLock { $0.trouble } }

        func note(_ text: String) { state.withLock { $0.trouble = text } }
    }

    let id: NodeID
    let name: String
    /// The servers without secrets.
    let place: String
    private let inbox: LinkInbox
    private let wake: (output: Int32, input: Int32)
    private let fabric: NATSFabric
    private(set) var isConnected = false

    /// Subjects are `riffle.load_agents.beat` and `riffle.load_agents.node.ID`.
    private static let space = "load_agents"

    /// Begins to connect.
    ///
    /// - Parameter hearsAll: whether it gets the messages to all, as agents do.
    init(_ options: AgentServerOptions, servers: String, name: String, hearsAll: Bool) throws {
        guard let space = ClusterName(AgentLink.space) else { preconditionFailure("the name is valid") }
        var settings = NATSFabric.Settings(address: try options.address(servers), cluster: space)
        settings.authoritiesFile = options.natsCa
        settings.credentialsFile = options.natsCredentials
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else {
            throw CommandFailure(description: "a pipe: \(String(cString: strerror(errno)))")
        }
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        wake = (ends[0], ends[1])
        var random = SystemRandomNumberGenerator()
        id = NodeID.random(using: &random)
        self.name = name
        place = settings.address.description
        let inbox = LinkInbox(wakeInput: ends[1])
        self.inbox = inbox
        guard let fabric = NATSFabric(settings, receive: { inbox.add($0) }, report: { inbox.note($0) }) else {
            throw CommandFailure(description: "expected a descriptor for the connection to NATS, got none")
        }
        self.fabric = fabric
        fabric.perform(.subscribe(.node(id)))
        if hearsAll { fabric.perform(.subscribe(.beat)) }
    }

    /// Ends the connection, after what was sent.
    func close() {
        fabric.close()
        Glibc.close(wake.output)
        Glibc.close(wake.input)
    }

    var query: pollfd { pollfd(fd: wake.output, events: Int16(POLLIN), revents: 0) }

    /// The last error of the connection.
    var trouble: String { inbox.trouble }

    /// Takes what has come. What does not parse is dropped.
    func take() -> [LinkEvent] {
        var bytes = [UInt8](repeating: 0, count: 256)
        while read(wake.output, &bytes, bytes.count) > 0 {}
        return inbox.take().compactMap { event in
            switch event {
            case .connected:
                isConnected = true
                return .connected
            case .disconnected:
                isConnected = false
                return .disconnected
            case .received(let bytes, _):
                guard let message = AgentMessage(line: bytes), message.from != id.number else { return nil }
                return .message(message)
            }
        }
    }

    func send(_ body: AgentMessage.Body, run: UInt64 = 0, sequence: Int = 0, to receiver: UInt64) {
        guard let node = NodeID(receiver) else { return }
        publish(body, run, sequence, .node(node))
    }

    func sendToAll(_ body: AgentMessage.Body) { publish(body, 0, 0, .beat) }

    private func publish(_ body: AgentMessage.Body, _ run: UInt64, _ sequence: Int, _ subject: Subject) {
        let message = AgentMessage(from: id.number, name: name, run: run, sequence: sequence, body: body)
        fabric.perform(.publish(Array(message.line.utf8), to: subject))
    }
}
