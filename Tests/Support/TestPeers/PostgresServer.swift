import Foundation
import Glibc
import Platform

/// A PostgreSQL server of this test process, in a temporary folder, on a loopback port of its own. It ends with the process,
/// a kill included, and its folder goes.
package final class PostgresServer: Sendable {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// The server that all tests share; nil where PostgreSQL is not installed.
    package static let shared: Result<PostgresServer, Failure>? = ScratchPostgres.programs.map { folder in
        do throws(Failure) {
            return .success(try PostgresServer(programs: folder))
        } catch {
            return .failure(error)
        }
    }

    package static let isInstalled = ScratchPostgres.programs != nil
    package static let reason = "PostgreSQL is not installed; .ci/setup tests installs it"

    package let port: UInt16
    private let programs: String
    /// Standard input of the shell. Its end, at the latest that of this process, ends the server.
    private let input: FileHandle

    /// Starts a server. Each `option` is a setting such as `fsync=off`.
    package convenience init(options: [String] = []) throws {
        guard let folder = ScratchPostgres.programs else { throw Failure(description: Self.reason) }
        try self.init(programs: folder, options: options)
    }

    private init(programs: String, options: [String] = []) throws(Failure) {
        self.programs = programs
        // Not below TMPDIR, which another user may not be able to enter.
        let data = "/tmp/riffle-postgres-\(UUID().uuidString.prefix(8))"
        guard mkdir(data, 0o755) == 0, let (descriptor, port) = try? Loopback.refusing() else {
            throw Failure(description: "expected a folder and a port, got none")
        }
        close(descriptor)
        self.port = port
        let input = Pipe()
        for handle in [input.fileHandleForReading, input.fileHandleForWriting] {
            _ = fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC)
        }
        let process = Process()
        process.executableURL = ScratchPostgres.shell
        let standard = [
            "port=\(port)", "listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=400",
        ]
        process.arguments = ScratchPostgres.arguments(programs: programs, data: data, options: standard + options)
        process.standardInput = input
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        self.input = input.fileHandleForWriting
        do {
            try process.start()
        } catch {
            throw Failure(description: "\(error)")
        }

        do {
            try eventually("PostgreSQL to answer") { isAnswering || !process.isRunning }
        } catch {
            throw Failure(description: "\(error)")
        }
        guard isAnswering else {
            let log = (try? String(contentsOfFile: "\(data)/log", encoding: .utf8)) ?? "no log"
            throw Failure(description: "PostgreSQL does not start: \(log)")
        }
    }

    private var isAnswering: Bool { (try? query("SELECT 1", in: "postgres")) == ["1"] }

    /// A new empty database; `options` are those of CREATE DATABASE.
    package func newDatabase(options: String = "") throws -> PostgresDatabase {
        let name = "t\(UUID().uuidString.replacingOccurrences(of: "-", with: "").lowercased())"
        try query("CREATE DATABASE \(name) \(options)", in: "postgres")
        return PostgresDatabase(server: self, name: name)
    }

    /// Runs `sql` with psql and returns the lines that it prints: one a row, with `|` between the columns.
    @discardableResult
    package func query(_ sql: String, in database: String) throws -> [String] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "\(programs)/psql")
        process.arguments = [
            "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1", "-p", "\(port)", "-U", "riffle", "-d",
            database, "-c", sql,
        ]
        let (output, errors) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput, process.standardError) = (FileHandle.nullDevice, output, errors)
        try process.start()
        let lines = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let complaint = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(description: complaint) }
        return lines.split(separator: "\n").map(String.init)
    }
}

/// A database of one test; dropped when it is released.
package final class PostgresDatabase: Sendable {
    package let server: PostgresServer
    package let name: String

    init(server: PostgresServer, name: String) {
        (self.server, self.name) = (server, name)
    }

    deinit { _ = try? server.query("DROP DATABASE \(name) WITH (FORCE)", in: "postgres") }

    /// URL of the database, through a proxy at `port` if given.
    package func url(port: UInt16? = nil) -> String {
        "postgres://riffle:secret-word@127.0.0.1:\(port ?? server.port)/\(name)"
    }

    @discardableResult
    package func query(_ sql: String) throws -> [String] { try server.query(sql, in: name) }
}
