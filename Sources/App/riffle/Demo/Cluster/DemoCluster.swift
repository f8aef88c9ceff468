import FoundationEssentials
import Glibc
import Platform

/// A cluster of three nodes on this machine, with a database and a NATS server of its own.
final class DemoCluster: Sendable {
    struct DemoNode: Sendable {
        let name: String
        let process: ChildProcess
        /// The URL of the room at this node.
        let url: String
    }

    private static let names = ["one", "two", "three"]

    let nodes: [DemoNode]
    /// Names of the nodes that took the room, by their logs, with the times in milliseconds.
    private let owners: Locked<[(name: String, at: Int64)]>

    /// Starts all processes; the room is ready when `owner` returns.
    init(deck: String, _ cast: Cast, before end: Date) throws {
        let programs = try ClusterPrograms()
        let database = try DemoCluster.startDatabase(programs, cast, before: end)
        let fabric = try DemoCluster.startFabric(programs, cast, before: end)
        let owners = Locked<[(name: String, at: Int64)]>([])
        nodes = try DemoCluster.names.map { name in
            let options = ["--cluster", "demo", "--node", name, "--fabric", fabric, "--store", database]
            let (process, url) = try cast.startServer(deck: deck, options, before: end)
            process.forwardErrors { line in
                let now = MonotonicClock.milliseconds
                if line.contains("room owned") { owners.change { $0.append((name, now)) } }
            }
            return DemoNode(name: name, process: process, url: url)
        }
        self.owners = owners
    }

    /// The URL of a new database.
    private static func startDatabase(_ programs: ClusterPrograms, _ cast: Cast, before end: Date) throws -> String {
        // Not below TMPDIR: the user `postgres` enters it when this program runs as root.
        let data = "/tmp/riffle-demo-\(getpid())"
        try FileManager.default.createDirectory(
            atPath: data, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
        let options = ["listen_addresses=", "unix_socket_directories=\(data)"]
        let server = try cast.start(
            ScratchPostgres.arguments(programs: programs.postgres, data: data, options: options),
            of: ScratchPostgres.shell)
        guard server.nextLine(before: end) == "ready" else {
            throw DemoFailure("PostgreSQL did not start: \(server.complaints)")
        }
        return "postgres://riffle@/postgres?host=\(data)"
    }

    private static func startFabric(_ programs: ClusterPrograms, _ cast: Cast, before end: Date) throws -> String {
        let server = try cast.start(["-a", "127.0.0.1", "-p", "-1"], of: programs.nats)
        let address = Locked<String?>(nil)
        server.forwardErrors { line in
            guard let found = line.firstRange(of: "client connections on ") else { return }
            address.change { $0 = String(line[found.upperBound...]) }
        }
        guard let address = address.wait(milliseconds: DemoCluster.milliseconds(to: end), for: { $0 }) else {
            throw DemoFailure("nats-server did not start: \(server.complaints)")
        }
        return "nats://\(address)"
    }

    private static func milliseconds(to date: Date) -> Int64 { Int64(max(0, date.timeIntervalSinceNow * 1_000)) }

    /// Waits for the node that owns the room, other than `former`; nil when the time is over.
    func owner(otherThan former: DemoNode? = nil, before end: Date) -> (node: DemoNode, at: Int64)? {
        owners.wait(milliseconds: DemoCluster.milliseconds(to: end)) { owners in
            guard let last = owners.last, last.name != former?.name else { return nil }
            return nodes.first { $0.name == last.name }.map { ($0, last.at) }
        }
    }

    /// Options for a command that joins at `node`, and at the others when that has ended.
    func addresses(from node: DemoNode) -> [String] { [node.url] + nodes.map(\.url).filter { $0 != node.url } }
}
