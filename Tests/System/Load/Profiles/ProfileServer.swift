import Foundation
import Platform
import TestPeers
import TestSupport

/// A server of a protocol on top of WebSocket, on this machine for one test, which ends it.
final class ProfileServer {
    private let process: RunningProgram
    private let folder: URL
    let url: String

    /// The interpreter with the packages of `requirements.txt`; nil without them.
    static let python: URL? = {
        let python = Repository.file(".build/python/bin/python")
        let check = Process()
        let packages = "socketio, aiohttp, strawberry, websockets, coilmq"
        (check.executableURL, check.arguments) = (python, ["-c", "import \(packages)"])
        (check.standardOutput, check.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        guard FileManager.default.isExecutableFile(atPath: python.path), (try? check.start()) != nil else { return nil }
        check.waitUntilExit()
        return check.terminationStatus == 0 ? python : nil
    }()

    static let hasMosquitto = python != nil && FileManager.default.isExecutableFile(atPath: "/usr/sbin/mosquitto")

    /// A server of `profile_servers.py`.
    init(python name: String) throws {
        guard let python = ProfileServer.python else { throw ExpectationError("an interpreter for \(name)") }
        let script = Repository.file("Tests/System/PythonClient/profile_servers.py").path
        (folder, process) = (try ProfileServer.folder(), try RunningProgram(python, arguments: [script, name]))
        do {
            url = "ws://127.0.0.1:\(try process.output(after: "port "))"
        } catch {
            process.end()
            throw error
        }
    }

    /// A nats-server with NATS, and MQTT below /mqtt, over WebSocket.
    init(nats name: String) throws {
        guard let program = NATSServer.program else { throw ExpectationError("nats-server") }
        folder = try ProfileServer.folder()
        let (port, socket, mqtt) = (try Loopback.freePort(), try Loopback.freePort(), try Loopback.freePort())
        let file = folder.appendingPathComponent("nats.conf")
        try """
        listen: "127.0.0.1:\(port)"
        server_name: \(name)
        jetstream: {store_dir: "\(folder.path)"}
        websocket: {listen: "127.0.0.1:\(socket)", no_tls: true}
        mqtt: {listen: "127.0.0.1:\(mqtt)"}
        """.write(to: file, atomically: true, encoding: .utf8)
        url = "ws://127.0.0.1:\(socket)"
        process = try RunningProgram(program, arguments: ["-c", file.path])
        do {
            try process.waitForComplaint("Server is ready")
        } catch {
            process.end()
            throw error
        }
    }

    deinit {
        process.end()
        try? FileManager.default.removeItem(at: folder)
    }

    private static func folder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("profile-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    /// Plays a script of one actor with five users. The run ends with its users, long before its duration.
    ///
    /// - Parameter target: the fields of `target` behind the profile.
    func play(
        _ profile: String, target: String = "", users: Int = 5, _ words: [String] = [], steps: String
    ) throws -> (outcome: RunningProgram.Outcome, report: Report) {
        try """
        riffle: 1
        target: {profile: \(profile)\(target)}
        duration: 120s
        actors:
          - name: user
            users: \(users)
            steps:
        \(steps.split(separator: "\n").map { "      " + $0 }.joined(separator: "\n"))
        """.write(toFile: path("test.riffle.yaml"), atomically: true, encoding: .utf8)
        let outcome = try RunningProgram.run(
            [
                "load", path("test.riffle.yaml"), "--target", url, "--lateness", "60s", "--out",
                "json=" + path("report.json"),
            ] + words)
        return (outcome, Report(path: path("report.json")))
    }
}
