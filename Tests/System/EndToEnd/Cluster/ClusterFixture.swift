import Foundation
import Glibc
import PagingRoom
import PagingWire
import TestPeers
import Testing

/// Nodes of one cluster with their database and their NATS server, and the members of a test. All processes end with the
/// test.
final class ClusterFixture {
    static let isPossible = PostgresServer.isInstalled && NATSServer.program != nil
    private static let adminToken = "a-token-of-the-operators"
    static let reason = "PostgreSQL or nats-server is not installed"

    /// Servers of one NATS cluster.
    let fabric: [NATSServer]
    let database: PostgresDatabase
    private(set) var nodes: [RunningServer] = []
    /// Ports of the admin listeners, by node.
    private(set) var adminPorts: [UInt16] = []
    private let folder = try? ScratchFolder()
    private let loops: Int
    private let options: [String]
    private var members: [TestMember] = []

    private init(loops: Int, options: [String], fabric: [NATSServer], database: PostgresServer?) throws {
        (self.loops, self.options, self.fabric) = (loops, options, fabric)
        self.database = try (database ?? #require(PostgresServer.shared).get()).newDatabase()
    }

    /// - Parameters:
    ///   - nodes: nodes at the start; all of them are ready.
    ///   - fabric: by default one NATS server. They end with the fixture.
    ///   - database: by default the server of all tests.
    static func with(
        nodes: Int, loops: Int = 1, options: [String] = [], fabric: [NATSServer]? = nil,
        database: PostgresServer? = nil, _ play: (ClusterFixture) throws -> Void
    ) throws {
        let fixture = try ClusterFixture(
            loops: loops, options: options, fabric: fabric ?? [NATSServer()], database: database)
        defer { fixture.end() }
        for _ in 0..<nodes { try fixture.startNode() }
        for node in 0..<nodes { try fixture.waitUntilReady(node) }
        try play(fixture)
    }

    /// Starts one more node; its name is its number. `launcher` is a program that runs it.
    func startNode(rooms: [String] = [EndToEndFixture.numbers], launcher: [String] = []) throws {
        try start(rooms: rooms, port: Loopback.freePort(), store: database.url(), launcher: launcher)
    }

    /// Starts one more node, which has no database and owns no rooms.
    func startEdge(port: UInt16? = nil) throws {
        try start(port: port ?? Loopback.freePort(), options: ["--role", "edge"])
    }

    private func start(
        rooms: [String] = [], port: UInt16, store: String? = nil, options more: [String] = [], launcher: [String] = []
    ) throws {
        var options = options + more + ["--cluster", "test", "--node", "\(nodes.count)"]
        options += ["--fabric", fabric.map(\.url).joined(separator: ",")]
        options += ["--admin", "0", "--admin-token-file", try #require(folder).write(Self.adminToken, to: "admin")]
        let node = try RunningServer(
            rooms: rooms, loops: loops, port: port, store: store, options: options, launcher: launcher)
        nodes.append(node)
        let line = try node.program.nextLine()
        adminPorts.append(try #require(line.split(separator: ":").last.flatMap { UInt16($0) }, "\(line)"))
    }

    /// Runs `riffle admin` at a node.
    func admin(_ words: [String], at node: Int) throws -> (code: Int32, lines: [String], complaints: String) {
        let token = try #require(folder).path("admin")
        let url = "http://127.0.0.1:\(adminPorts[node])"
        return try RunningProgram.run(["admin", words[0], url] + words.dropFirst() + ["--token-file", token])
    }

    func metrics(of node: Int) throws -> Exposition {
        try Exposition(RawClient(port: adminPorts[node], path: "/metrics", subprotocol: nil, upgrade: false).body)
    }

    /// The answer of a node to `/readyz`.
    func readiness(of node: Int) throws -> (status: Int, body: String) {
        let page = try RawClient(port: nodes[node].port, path: "/readyz", subprotocol: nil, upgrade: false)
        return (page.status, page.body)
    }

    func waitUntilReady(_ node: Int) throws {
        var last = ""
        try eventually("node \(node) to be ready", instead: "\(last), \(nodes[node].program.complaints)") {
            let (status, body) = try readiness(of: node)
            last = body
            return status == 200
        }
    }

    /// Lets somebody in at a node and waits until they know the room.
    ///
    /// - Parameter others: further nodes, where the member goes when its connection ends.
    func join(
        _ name: String, at node: Int, others: [Int] = [], role: Role = .member, room: String = "numbers"
    ) throws -> TestMember {
        let member = try TestMember(
            name, url: nodes[node].url(of: room), others: others.map { nodes[$0].url(of: room) }, role: role,
            offsets: .keyframes)
        members.append(member)
        try member.wait("the room", until: \.isFollowing)
        return member
    }

    /// The number of the node that owns a room, when that is one of `candidates`.
    func owner(of room: String = "numbers", among candidates: [Int]) throws -> Int {
        var owner: Int?
        try eventually("an owner of \(room) among \(candidates)") {
            let names = try database.query(
                "SELECT node.name FROM room JOIN node ON node.id = room.owner WHERE room.name = '\(room)'")
            owner = names.first.flatMap { Int($0) }
            return owner.map { candidates.contains($0) } == true
        }
        return try #require(owner)
    }

    func signal(_ number: Int32, to node: Int) { nodes[node].program.signal(number) }

    /// Ends a node in the middle of whatever it does.
    func kill(_ node: Int) throws {
        nodes[node].program.signal(SIGKILL)
        _ = try nodes[node].program.exitCode()
    }

    /// Asks a node to end, as a service manager does, and returns how it did.
    func stop(_ node: Int) throws -> Int32 {
        nodes[node].program.signal(SIGTERM)
        return try nodes[node].program.exitCode()
    }

    private func end() {
        for member in members { member.end() }
        for node in nodes { node.program.signal(SIGKILL) }
        for node in nodes { node.end() }
        for server in fabric { server.end() }
    }
}
