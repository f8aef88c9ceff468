package import Foundation
import Glibc

/// A nats-server on this machine for one test, which ends it.
package final class NATSServer {
    package static let program = ["/usr/sbin/nats-server", "/usr/bin/nats-server", "/usr/local/bin/nats-server"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }.map { URL(fileURLWithPath: $0) }

    package let port: UInt16
    private let options: [String]
    private var process: RunningProgram

    /// Servers that pass messages on to each other; each knows all others.
    package static func cluster(of count: Int) throws -> [NATSServer] {
        let ports = try (0..<count).map { _ in try Loopback.freePort() }
        let routes = ports.map { "nats://127.0.0.1:\($0)" }
        let servers = try routes.map { own in
            try NATSServer(
                options: ["--cluster_name", "test", "--cluster", own, "--routes", routes.joined(separator: ",")])
        }
        for server in servers { try server.waitForRoutes(to: count - 1) }
        return servers
    }

    package init(port: UInt16? = nil, options: [String] = []) throws {
        self.port = try port ?? Loopback.freePort()
        self.options = options
        process = try NATSServer.start(self.port, options)
    }

    private static func start(_ port: UInt16, _ options: [String]) throws -> RunningProgram {
        guard let program else { throw ExpectationError("nats-server") }
        let process = try RunningProgram(program, arguments: ["-a", "127.0.0.1", "-p", "\(port)"] + options)
        do {
            // It is ready before it listens for its routes, and ends when it cannot.
            let isReady = options.contains("--cluster") ? "Listening for route connections" : "Server is ready"
            try process.waitForComplaint(isReady)
            return process
        } catch {
            process.end()
            throw error
        }
    }

    package var url: String { "nats://127.0.0.1:\(port)" }

    /// Ends it at once.
    package func kill() throws {
        process.signal(SIGKILL)
        _ = try process.exitCode()
    }

    package func startAgain() throws {
        process = try NATSServer.start(port, options)
    }

    /// Waits until it is connected to so many others since its start.
    package func waitForRoutes(to count: Int) throws {
        try process.waitForComplaint("Route connection created", times: count)
    }

    package func signal(_ number: Int32) { process.signal(number) }

    package func end() { process.end() }
}
