import ClusterTraffic
import FabricNATS
import Foundation
import Glibc
import TestPeers
import Testing

/// The fabric over NATS with servers that die, refuse, stand still or carry nonsense.
@Suite(.serialized, .enabled(if: NATSServer.program != nil, "nats-server is not installed"))
struct NATSFabricTests {
    private static let room = Subject.out(room: "talk")

    @Test func clientsOfADeadServerGoToAnother() throws {
        let ports = try (0..<3).map { _ in try Loopback.freePort() }
        let routes = try (0..<3).map { _ in try Loopback.freePort() }
        let all = routes.map { "nats://127.0.0.1:\($0)" }.joined(separator: ",")
        let servers = try zip(ports, routes).map { port, route in
            try NATSServer(
                port: port,
                options: ["--cluster_name", "test", "--cluster", "nats://127.0.0.1:\(route)", "--routes", all])
        }
        defer { for server in servers { server.end() } }
        let urls = ports.map { "nats://127.0.0.1:\($0)" }
        let writer = try NATSClientRecord(NATSAddress(urls[1]))
        let reader = try NATSClientRecord(NATSAddress(urls[0]))
        let mover = try NATSClientRecord(NATSAddress([urls[0], urls[2]].joined(separator: ",")))
        defer { for client in [writer, reader, mover] { client.fabric.close() } }
        for client in [reader, mover] { client.fabric.perform(.subscribe(Self.room)) }
        for client in [writer, reader, mover] { try client.waitForConnection() }
        try eventually("a message through two servers") {
            writer.fabric.perform(.publish([1], to: Self.room))
            return reader.received([1], on: Self.room) && mover.received([1], on: Self.room)
        }
        // The library takes one of the two servers by chance; both die in turn.
        try servers[0].kill()
        try eventually("a message after the end of a server", instead: "\(mover.reports.suffix(3))") {
            writer.fabric.perform(.publish([2], to: Self.room))
            return mover.received([2], on: Self.room)
        }
        try servers[0].startAgain()
        try servers[2].kill()
        try eventually("a message after the end of the other", instead: "\(mover.reports.suffix(3))") {
            writer.fabric.perform(.publish([3], to: Self.room))
            return mover.received([3], on: Self.room)
        }
        let news = mover.events.filter { $0 == .connected || $0 == .disconnected }
        #expect(news.count > 1 && news.count % 2 == 1, "\(news)")
        #expect(zip(news, news.dropFirst()).allSatisfy { $0 != $1 }, "they alternate")
        try reader.waitForConnection(2)
    }

    /// Stops a server with one client, does `work` until the client gives the connection up, and lets both go on.
    private func giveUp(_ work: (NATSClientRecord) -> Void) throws -> NATSClientRecord {
        let server = try NATSServer()
        defer { server.end() }
        let client = try NATSClientRecord(server.address)
        defer { client.fabric.close() }
        try client.waitForConnection()
        server.signal(SIGSTOP)
        work(client)
        try eventually("the end of the connection") { client.events.contains(.disconnected) }
        server.signal(SIGCONT)
        try client.waitForConnection(2)
        return client
    }

    @Test func aServerThatStandsStillIsGivenUp() throws {
        let client = try giveUp { _ in }
        #expect(client.reports.contains { $0.contains("expected an answer within 1.2 s") }, "\(client.reports)")
    }

    @Test func aServerThatComesLaterIsFound() throws {
        let port = try Loopback.freePort()
        let client = try NATSClientRecord(NATSAddress("nats://127.0.0.1:\(port)"))
        defer { client.fabric.close() }
        try eventually("a report") { !client.reports.isEmpty }
        client.fabric.perform([.subscribe(Self.room), .publish([9], to: Self.room)])
        let server = try NATSServer(port: port)
        defer { server.end() }
        try client.waitForConnection()
        client.fabric.perform(.publish([1], to: Self.room))
        try eventually("its own message") { client.received([1], on: Self.room) }
        #expect(!client.received([9], on: Self.room), "it was published without a connection")
        #expect(client.fabric.counts.lost == 1)
    }

    @Test func closingDoesNotWaitForASilentServer() throws {
        let (descriptor, port) = try Loopback.listener()
        defer { close(descriptor) }
        let client = try NATSClientRecord(NATSAddress("nats://127.0.0.1:\(port)"))
        let accepted = accept(descriptor, nil, nil)
        defer { close(accepted) }
        #expect(accepted >= 0)
        // The thread waits for the server's first words now.
        client.fabric.close()
        #expect(client.events.isEmpty)
    }

    @Test func aServerWithSmallMessagesIsRefused() throws {
        let folder = try NATSFolder(configuration: "max_payload: 100000")
        let server = try NATSServer(options: ["-c", folder.configuration])
        defer { server.end() }
        let client = try NATSClientRecord(server.address)
        defer { client.fabric.close() }
        try eventually("a report", instead: "\(client.reports)") {
            client.reports.contains { $0.contains("expected max_payload of at least 900000, got 100000") }
        }
        #expect(client.events.isEmpty)
    }

    @Test func theUserOfTheAddressCounts() throws {
        let server = try NATSServer(options: ["--user", "ann", "--pass", "secret"])
        defer { server.end() }
        let good = try NATSClientRecord(NATSAddress("nats://ann:secret@127.0.0.1:\(server.port)"))
        let bad = try NATSClientRecord(NATSAddress("nats://ann:wrong@127.0.0.1:\(server.port)"))
        defer { for client in [good, bad] { client.fabric.close() } }
        try good.waitForConnection()
        try eventually("a refusal", instead: "\(bad.reports)") {
            bad.reports.contains { $0.contains("Authorization") || $0.contains("authorization") }
        }
        #expect(bad.events.isEmpty)
        #expect(bad.reports.allSatisfy { !$0.contains("wrong") }, "\(bad.reports)")
    }

    @Test func messagesPassOverTLS() throws {
        let authority = try TestAuthority()
        let pair = try authority.issue()
        let server = try NATSServer(
            options: ["--tls", "--tlscert", pair.certificate, "--tlskey", pair.key])
        defer { server.end() }
        let address = try NATSAddress("tls://localhost:\(server.port)")
        let client = try NATSClientRecord(address, authorities: authority.certificate)
        let other = try NATSClientRecord(address, authorities: TestAuthority().certificate)
        defer { for client in [client, other] { client.fabric.close() } }
        client.fabric.perform(.subscribe(Self.room))
        try client.waitForConnection()
        let largest = FabricConformanceTests.payload(Envelope.maximumBytes)
        for _ in 0..<10 { client.fabric.perform(.publish(largest, to: Self.room)) }
        try eventually("ten large messages", instead: "\(client.events.count), \(client.reports)") {
            client.events.count { $0 == .received(largest, on: Self.room) } == 10
        }
        try eventually("a refusal") { !other.reports.isEmpty }
        #expect(other.events.isEmpty, "it trusts another authority")
        try server.kill()
        try eventually("the end of the connection") { client.events.contains(.disconnected) }
        try server.startAgain()
        try client.waitForConnection(2)
        client.fabric.perform(.publish([7], to: Self.room))
        try eventually("a message over the new connection") { client.received([7], on: Self.room) }
    }

    @Test func aCertificateOfAnotherHostIsRefused() throws {
        let authority = try TestAuthority()
        let pair = try authority.issue("DNS:example.org")
        let server = try NATSServer(
            options: ["--tls", "--tlscert", pair.certificate, "--tlskey", pair.key])
        defer { server.end() }
        let client = try NATSClientRecord(
            NATSAddress("tls://localhost:\(server.port)"), authorities: authority.certificate)
        defer { client.fabric.close() }
        try eventually("a refusal") { !client.reports.isEmpty }
        #expect(client.events.isEmpty)
    }

    /// Anyone who may publish may send anything: with headers, without bytes, in pieces, with subjects of no kind.
    @Test func nonsenseOnTheSubjectsHarmsNobody() throws {
        let server = try NATSServer()
        defer { server.end() }
        let client = try NATSClientRecord(server.address)
        defer { client.fabric.close() }
        client.fabric.perform([.subscribe(Self.room), .subscribe(.beat)])
        try client.waitForConnection()
        client.fabric.perform(.publish([1], to: .beat))
        try eventually("its own message") { client.received([1], on: .beat) }
        let peer = try RawPeer(port: server.port)
        let subject = "riffle.test.out.talk"
        try peer.send("CONNECT {\"verbose\":false,\"headers\":true}\r\n")
        try peer.send("PUB \(subject) 0\r\n\r\nPUB \(subject) reply.to 3\r\nabc\r\n")
        try peer.send("HPUB \(subject) 12 15\r\nNATS/1.0\r\n\r\nabc\r\n")
        try peer.send("HPUB \(subject) 16 16\r\nNATS/1.0 503\r\n\r\n\r\n")
        try peer.send("HPUB \(subject) 9 12\r\nnonsense\nabc\r\n")
        try peer.send("PUB riffle.test.out.talk.more 1\r\nx\r\nPUB riffle.other.beat 1\r\nx\r\n")
        try peer.send("PUB \(subject) 1048576\r\n" + String(repeating: "x", count: 1_048_576) + "\r\n")
        try peer.send("PUB \(subject) 3\r\nend\r\n")
        try eventually("the last message", instead: "\(client.events.count), \(client.reports)") {
            client.received(Array("end".utf8), on: Self.room)
        }
        #expect(client.received([], on: Self.room) && client.received(Array("abc".utf8), on: Self.room))
        #expect(client.connections == 1)
    }

    /// A thread that cannot keep up loses messages, and says so by a new connection.
    @Test func whatWaitsHasALimit() throws {
        let large = [UInt8](repeating: 1, count: Envelope.maximumBytes)
        let client = try giveUp { client in
            for _ in 0..<150 { client.fabric.perform(.publish(large, to: Self.room)) }
        }
        #expect(client.fabric.counts.lost > 0)
    }
}

/// A folder with the configuration of a server.
private final class NATSFolder {
    private let folder: URL

    init(configuration: String) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("nats-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(configuration.utf8).write(to: folder.appendingPathComponent("nats.conf"))
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var configuration: String { folder.appendingPathComponent("nats.conf").path }
}
