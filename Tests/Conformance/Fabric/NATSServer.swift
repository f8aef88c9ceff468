import FabricNATS
import Foundation
import TestPeers

/// A nats-server on this machine for one test, which ends it.
final class NATSServer {
    static let program = ["/usr/sbin/nats-server", "/usr/bin/nats-server", "/usr/local/bin/nats-server"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }.map { URL(fileURLWithPath: $0) }

    let port: UInt16
    private let options: [String]
    private var process: RunningProgram

    init(port: UInt16? = nil, options: [String] = []) throws {
        self.port = try port ?? Loopback.freePort()
        self.options = options
        process = try NATSServer.start(self.port, options)
    }

    private static func start(_ port: UInt16, _ options: [String]) throws -> RunningProgram {
        guard let program else { throw ExpectationError("nats-server") }
        let process = try RunningProgram(program, arguments: ["-a", "127.0.0.1", "-p", "\(port)"] + options)
        do {
            try process.waitForComplaint("Server is ready")
            return process
        } catch {
            process.end()
            throw error
        }
    }

    var address: NATSAddress {
        get throws { try NATSAddress("nats://127.0.0.1:\(port)") }
    }

    /// Ends it at once.
    func kill() throws {
        process.signal(SIGKILL)
        _ = try process.exitCode()
    }

    func startAgain() throws {
        process = try NATSServer.start(port, options)
    }

    func signal(_ number: Int32) { process.signal(number) }

    func end() { process.end() }
}
