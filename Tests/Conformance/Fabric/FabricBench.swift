import ClusterTraffic
import FabricNATS
import Foundation
import PagingEngine
import Platform
import Simulation
import TestPeers

/// A fabric under test with its clients, numbered from 0.
protocol FabricBench: AnyObject {
    /// The time that deadlines of links are compared with.
    var now: Instant { get }

    /// Adds a client and waits until it is connected.
    func connect() throws -> Int
    func perform(_ commands: [FabricCommand], by client: Int)
    /// All events of a client so far.
    func events(of client: Int) -> [FabricEvent]
    /// Lets a moment pass.
    func pass()
    /// Ends all connections, until `mend`.
    func breakConnections() throws
    func mend() throws
}

extension FabricBench {
    /// Waits for a state of a client's events. `prompt` is done again and again until then.
    func wait(
        for what: String, of client: Int, prompt: () -> Void = {}, until isWanted: ([FabricEvent]) -> Bool
    ) throws {
        let deadline = WaitLimit.deadline
        while !isWanted(events(of: client)) {
            guard Date() < deadline else { throw ExpectationError(what, instead: "\(events(of: client).count) events") }
            prompt()
            pass()
        }
    }

    /// The messages that a client got on a subject.
    func messages(of client: Int, on subject: Subject) -> [[UInt8]] {
        events(of: client).compactMap { event in
            guard case .received(let bytes, subject) = event else { return nil }
            return bytes
        }
    }

    /// Waits until the messages of `client` on `subject` are these.
    func expect(_ messages: [[UInt8]], at client: Int, on subject: Subject) throws {
        try wait(for: "\(messages.count) messages", of: client) { _ in
            self.messages(of: client, on: subject).count >= messages.count
        }
        guard self.messages(of: client, on: subject) == messages else {
            throw ExpectationError("the messages as they were sent", instead: "others, or in another order")
        }
    }

    /// Waits until what `client` publishes reaches all its subscribers: the servers of a fabric tell each other of
    /// subscriptions. No mark is on its way afterwards.
    func waitForPath(from client: Int, to others: [Int], on subject: Subject) throws {
        let (mark, last) = (Array("path \(client)".utf8), Array("last path \(client)".utf8))
        func count(_ mark: [UInt8], at other: Int) -> Int { messages(of: other, on: subject).count { $0 == mark } }
        let lastBefore = others.map { count(last, at: $0) }
        for other in others {
            let before = count(mark, at: other)
            try wait(for: "a path", of: other, prompt: { perform([.publish(mark, to: subject)], by: client) }) { _ in
                count(mark, at: other) > before
            }
        }
        perform([.publish(last, to: subject)], by: client)
        for (other, before) in zip(others, lastBefore) {
            try wait(for: "the last mark", of: other) { _ in count(last, at: other) > before }
        }
    }
}

/// The simulator's fabric, without faults but broken connections.
final class SimulatedBench: FabricBench {
    private(set) var now = Instant(milliseconds: 0)
    private var fabric = SimulatedFabric(seed: 1)
    private var received: [[FabricEvent]] = []

    func connect() throws -> Int {
        received.append([])
        let client = fabric.connect(at: now)
        try wait(for: "a connection", of: client) { $0.contains(.connected) }
        return client
    }

    func perform(_ commands: [FabricCommand], by client: Int) {
        for command in commands { fabric.perform(command, by: client, at: now) }
    }

    func events(of client: Int) -> [FabricEvent] { received[client] }

    func pass() {
        now = now.advanced(byMilliseconds: 1)
        while let (client, event) = fabric.popDue(at: now) { received[client].append(event) }
    }

    func breakConnections() {
        for client in received.indices { fabric.disconnect(client, at: now) }
    }

    func mend() {
        for client in received.indices { fabric.reconnect(client, at: now) }
    }
}

/// NATS, with a server on this machine.
final class NATSBench: FabricBench {
    private var server: NATSServer
    private var clients: [NATSClientRecord] = []

    init() throws {
        server = try NATSServer()
    }

    deinit {
        for client in clients { client.fabric.close() }
        server.end()
    }

    var now: Instant { Instant(milliseconds: MonotonicClock.milliseconds) }

    func connect() throws -> Int {
        clients.append(try NATSClientRecord(server.address))
        try wait(for: "a connection", of: clients.count - 1) { $0.contains(.connected) }
        return clients.count - 1
    }

    func perform(_ commands: [FabricCommand], by client: Int) { clients[client].fabric.perform(commands) }

    func events(of client: Int) -> [FabricEvent] { clients[client].events }

    func pass() { Thread.sleep(forTimeInterval: 0.002) }

    func breakConnections() throws {
        try server.kill()
    }

    func mend() throws {
        try server.startAgain()
    }
}

/// A fabric over NATS with all its events and reports.
final class NATSClientRecord: Sendable {
    let fabric: NATSFabric
    private let received: Locked<[FabricEvent]>
    private let reported: Locked<[String]>

    init(
        _ address: NATSAddress, authorities: String? = nil, cluster: String = "test"
    ) throws {
        guard let cluster = ClusterName(cluster) else { throw ExpectationError("the name of a cluster") }
        let (received, reported) = (Locked<[FabricEvent]>([]), Locked<[String]>([]))
        (self.received, self.reported) = (received, reported)
        var settings = NATSFabric.Settings(address: address, cluster: cluster)
        settings.authoritiesFile = authorities
        let fabric = NATSFabric(
            settings, receive: { events in received.withLock { $0 += events } },
            report: { text in reported.withLock { $0.append(text) } })
        guard let fabric else { throw ExpectationError("descriptors") }
        self.fabric = fabric
    }

    var events: [FabricEvent] { received.withLock { $0 } }
    var reports: [String] { reported.withLock { $0 } }

    /// How often it was connected.
    var connections: Int { events.count { $0 == .connected } }

    func waitForConnection(_ number: Int = 1) throws {
        try eventually("connection \(number)", instead: "\(reports.suffix(3))") { connections >= number }
    }

    func received(_ bytes: [UInt8], on subject: Subject) -> Bool { events.contains(.received(bytes, on: subject)) }
}
