import Foundation
import TestPeers

/// A server, a script in a folder of its own, and the report of the run between them.
final class LoadFixture {
    let server: ServedRooms
    let folder: URL

    /// - Parameter serving: what else the server is told.
    init(_ serving: [String] = []) throws {
        server = try ServedRooms(arguments: ["--room", "talk=threePage"] + serving)
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("load-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        server.end()
        try? FileManager.default.removeItem(at: folder)
    }

    var url: String { url(port: server.port) }

    func url(port: UInt16) -> String { "ws://127.0.0.1:\(port)/rooms/talk" }

    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    /// The script's file. Everything after the room is said.
    func script(_ text: String) throws -> String {
        let head = "riffle: 1\ntitle: A test\nroom: {preset: threePage}\n"
        try (head + text).write(toFile: path("test.riffle.yaml"), atomically: true, encoding: .utf8)
        return path("test.riffle.yaml")
    }

    /// A run with a report; the generator may be as late as it likes, unless the run is about that.
    func run(
        _ script: String, _ words: [String] = [], port: UInt16? = nil
    ) throws -> (outcome: RunningProgram.Outcome, report: Report) {
        let program = try start(script, words, port: port)
        return (try program.outcome(), Report(path: path("report.json")))
    }

    func start(
        _ script: String, _ words: [String] = [], port: UInt16? = nil, environment: [String: String] = [:]
    ) throws -> RunningProgram {
        try start(file: self.script(script), at: url(port: port ?? server.port), words, environment)
    }

    /// A run of a whole script for a server without rooms.
    func runPlain(_ script: String, _ words: [String] = []) throws -> (outcome: RunningProgram.Outcome, report: Report)
    {
        let program = try startPlain(script, words)
        return (try program.outcome(), Report(path: path("report.json")))
    }

    func startPlain(_ script: String, _ words: [String] = []) throws -> RunningProgram {
        let file = path("plain.riffle.yaml")
        try script.write(toFile: file, atomically: true, encoding: .utf8)
        return try start(file: file, at: "ws://127.0.0.1:\(server.port)", words)
    }

    private func start(
        file: String, at url: String, _ words: [String], _ environment: [String: String] = [:]
    ) throws -> RunningProgram {
        let lateness = words.contains("--lateness") ? [] : ["--lateness", "60s"]
        return try RunningProgram(
            arguments: ["load", file, "--target", url, "--out", "json=" + path("report.json")] + lateness + words,
            environment: environment)
    }
}

/// A viewer in the room of a run, who sees how far the run has come.
final class RunWitness {
    private let peer: RawPeer

    init(_ fixture: LoadFixture) throws {
        peer = try RawPeer.upgraded(port: fixture.server.port, path: "/rooms/talk")
        try peer.send(.text, Array(#"{"type":"join","id":1,"role":"viewer"}"#.utf8))
        try wait(for: "snapshot")
    }

    /// Waits for the next event of this type.
    func wait(for type: String) throws {
        while true {
            let frame = try peer.readFrame()
            if frame.opcode == RawPeer.Opcode.ping.rawValue { try peer.send(.pong, frame.payload) }
            if frame.text.contains(#""type":"\#(type)""#) { return }
        }
    }
}

/// A run's JSON report.
struct Report {
    private let fields: [String: Any]

    init(path: String) {
        let data = (try? Data(contentsOf: URL(fileURLWithPath: path))) ?? Data()
        fields = (try? JSONSerialization.jsonObject(with: data) as? [String: Any]) ?? [:]
    }

    /// A field by its path, such as `counts.gaps`; nil when there is none.
    func number(_ path: String) -> Double? {
        var value: Any? = fields
        for word in path.split(separator: ".") { value = (value as? [String: Any])?[String(word)] }
        return (value as? NSNumber)?.doubleValue
    }
}
