import ClusterTraffic
import Glibc
import Platform

/// The thread of a fabric: connects, passes commands to the library and messages to the owner.
struct NATSLoop {
    /// Short enough that a silent server is left before the node counts as cut off, two seconds after it last heard itself.
    private static let echoMilliseconds: Int64 = 400
    /// Echoes without an answer after which the server counts as silent.
    private static let unansweredEchoes = 2

    private let settings: NATSFabric.Settings
    private let inbox: NATSInbox
    private let receive: @Sendable ([FabricEvent]) -> Void
    private let report: @Sendable (String) -> Void
    private var subjects: Set<Subject> = []
    private var isConnected = false
    private var events: [FabricEvent] = []
    private var echoAt: Int64 = 0
    private var echoesOut = 0

    init(
        _ settings: NATSFabric.Settings, inbox: NATSInbox, receive: @escaping @Sendable ([FabricEvent]) -> Void,
        report: @escaping @Sendable (String) -> Void
    ) {
        self.settings = settings
        self.inbox = inbox
        self.receive = receive
        self.report = report
    }

    /// Runs until the inbox is closed.
    mutating func run() {
        while !inbox.isClosed {
            do throws(NATSFailure) {
                let client = try NATSClient.connect(settings, wake: inbox.wake, report: report)
                defer { client.end() }
                for subject in subjects { try client.subscribe(subject) }
                try serve(client)
            } catch {
                report("NATS at \(settings.address): \(error.text)")
            }
            disconnected()
            passOn()
            if !inbox.isClosed { waitToRetry() }
        }
    }

    /// Serves one connection of the library, which connects again by itself, until it is closed.
    private mutating func serve(_ client: NATSClient) throws(NATSFailure) {
        var attachments = 0
        while !inbox.isClosed, !client.isClosed {
            let socket = client.socket.current
            if socket.attachments != attachments || socket.descriptor == nil { disconnected() }
            // Before `connected`: what was published without a connection is not sent later.
            perform(on: client)
            if isConnected {
                client.write()
                if client.bufferedBytes > NATSFabric.waitingBytes { client.interrupt() }
                echo(client)
            } else if socket.attachments != attachments, client.isConnected {
                attachments = socket.attachments
                try connected(client)
            }
            passOn()
            poll(client)
        }
        // The end of the client writes it: nobody waits for a message that its sender believes to be out.
        perform(on: client)
    }

    private mutating func connected(_ client: NATSClient) throws(NATSFailure) {
        guard client.maximumPayload >= Envelope.maximumBytes else {
            throw NATSFailure(
                text: "expected max_payload of at least \(Envelope.maximumBytes), got \(client.maximumPayload)")
        }
        isConnected = true
        (echoAt, echoesOut) = (MonotonicClock.milliseconds + NATSLoop.echoMilliseconds, 0)
        inbox.count { $0.connections += 1 }
        events.append(.connected)
    }

    private mutating func disconnected() {
        guard isConnected else { return }
        isConnected = false
        events.append(.disconnected)
    }

    /// Performs what waits. Returns after subscriptions even without a connection: the library sends them later.
    private mutating func perform(on client: NATSClient?) {
        let (commands, hasOverflowed) = inbox.take()
        var (published, lost) = (0, 0)
        for command in commands {
            switch command {
            case .subscribe(let subject):
                subjects.insert(subject)
                do throws(NATSFailure) { try client?.subscribe(subject) } catch { report("NATS: \(error.text)") }
            case .unsubscribe(let subject):
                subjects.remove(subject)
                client?.unsubscribe(subject)
            case .publish(let bytes, let subject):
                if isConnected, let client, client.publish(bytes, to: subject) {
                    published += 1
                } else {
                    lost += 1
                }
            }
        }
        if !commands.isEmpty {
            inbox.count { counts in
                counts.published += published
                counts.lost += lost
            }
        }
        // Others must hear that messages are lost: `connected` follows.
        if hasOverflowed { client?.interrupt() }
    }

    /// Publishes to oneself, and gives up a server that answers nothing.
    private mutating func echo(_ client: NATSClient) {
        let now = MonotonicClock.milliseconds
        guard now >= echoAt else { return }
        echoAt = now + NATSLoop.echoMilliseconds
        guard echoesOut < NATSLoop.unansweredEchoes else {
            echoesOut = 0
            report("NATS at \(settings.address): expected an answer within 1.2 s, got none")
            return client.interrupt()
        }
        echoesOut += 1
        client.publishEcho()
        client.write()
    }

    /// Waits for the socket, a command or the next echo, and reads.
    private mutating func poll(_ client: NATSClient) {
        let socket = client.socket.current
        var descriptors = [pollfd(fd: inbox.wake.descriptor, events: Int16(POLLIN), revents: 0)]
        if let descriptor = socket.descriptor {
            let events = socket.wantsToWrite ? POLLIN | POLLOUT : POLLIN
            descriptors.append(pollfd(fd: descriptor, events: Int16(events), revents: 0))
        }
        let wait = isConnected ? max(0, echoAt - MonotonicClock.milliseconds) : 500
        guard Glibc.poll(&descriptors, nfds_t(descriptors.count), Int32(wait)) > 0 else { return }
        if descriptors[0].revents != 0 { inbox.wake.clear() }
        guard descriptors.count > 1, descriptors[1].revents != 0 else { return }
        let found = Int32(descriptors[1].revents)
        if found & Int32(POLLNVAL) != 0 { return client.socket.lose(socket) }
        if found & ~Int32(POLLOUT) != 0 {
            client.read(into: &events)
            echoesOut = 0
        }
    }

    private mutating func passOn() {
        guard !events.isEmpty else { return }
        let received = events.count {
            if case .received = $0 { true } else { false }
        }
        if received > 0 { inbox.count { $0.received += received } }
        receive(events)
        events = []
    }

    /// Waits before the next attempt; what is published meanwhile is lost.
    private mutating func waitToRetry() {
        let end = MonotonicClock.milliseconds + NATSFabric.retryMilliseconds
        while !inbox.isClosed {
            let rest = end - MonotonicClock.milliseconds
            guard rest > 0 else { return }
            var wake = pollfd(fd: inbox.wake.descriptor, events: Int16(POLLIN), revents: 0)
            if Glibc.poll(&wake, 1, Int32(rest)) > 0 { inbox.wake.clear() }
            perform(on: nil)
        }
    }
}
