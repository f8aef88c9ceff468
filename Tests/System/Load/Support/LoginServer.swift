import Foundation
import TestPeers
import TestSupport

/// A server that admits WebSockets with a ticket or a cookie only.
final class LoginServer {
    private let process: RunningProgram
    private let folder: URL
    let port: String
    let url: String

    init(certificate: String? = nil, key: String? = nil) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("http-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let script = Repository.file("Tests/System/PythonClient/login_server.py").path
        process = try RunningProgram(
            URL(fileURLWithPath: "/usr/bin/env"),
            arguments: ["python3", script] + [certificate, key].compactMap(\.self))
        do {
            port = try process.output(after: "port ")
        } catch {
            process.end()
            throw error
        }
        url = "\(certificate == nil ? "ws" : "wss")://127.0.0.1:\(port)"
    }

    deinit {
        process.end()
        try? FileManager.default.removeItem(at: folder)
    }

    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    /// The step of a user who logs in.
    static let login = "http: {post: /login, within: 30s, json: {name: '${user}', password: 'secret of ${user}'}}"

    /// A script of users that connect after these steps, and expect an echo. A run of it ends with its users, long before its
    /// duration.
    ///
    /// - Parameter before: one step a line.
    static func script(
        _ before: String, path: String = "/ws", users: Int = 3, thresholds: String = "[]"
    ) -> String {
        let steps = before.split(separator: "\n").map { "      - " + $0 }.joined(separator: "\n")
        return """
            riffle: 1
            target: {path: '\(path)'}
            duration: 120s
            thresholds: \(thresholds)
            actors:
              - name: ann
                users: \(users)
                before:
            \(steps)
                steps: [{send: 'hello {{user}}'}, {reply: echo}]
            """
    }

    /// Plays such a script.
    func play(
        _ before: String, path: String = "/ws", users: Int = 3, thresholds: String = "[]",
        _ words: [String] = []
    ) throws -> (outcome: RunningProgram.Outcome, report: Report) {
        try LoginServer.script(before, path: path, users: users, thresholds: thresholds)
            .write(toFile: self.path("test.riffle.yaml"), atomically: true, encoding: .utf8)
        let outcome = try RunningProgram.run(
            [
                "load", self.path("test.riffle.yaml"), "--target", url, "--lateness", "60s", "--out",
                "json=" + self.path("report.json"),
            ] + words)
        return (outcome, Report(path: self.path("report.json")))
    }

    /// The lines of all requests, once the server has ended.
    func requests() throws -> [String] {
        process.signal(SIGTERM)
        _ = try process.exitCode()
        return process.remainingLines()
    }
}
