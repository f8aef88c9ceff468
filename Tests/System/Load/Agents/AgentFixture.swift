import Foundation
import Glibc
import TestPeers

/// A nats-server, agents at it, and an echo server to play against. All processes end with the fixture.
final class AgentFixture {
    static let isPossible = NATSServer.program != nil

    let nats: NATSServer
    let target: LoadFixture
    private(set) var agents: [RunningProgram] = []

    init(agents names: [String], options: [String] = []) throws {
        nats = try NATSServer()
        target = try LoadFixture(["--conformance"])
        for name in names { try start(name, options) }
    }

    deinit {
        for agent in agents { agent.end() }
        nats.end()
    }

    /// Starts an agent and waits until it waits for runs.
    func start(_ name: String, _ options: [String] = []) throws {
        let agent = try RunningProgram(arguments: ["load", "agent", "--join", nats.url, "--name", name] + options)
        agents.append(agent)
        _ = try agent.output(after: "agent \(name) waits for runs")
    }

    /// A run of ten users who ask an echo.
    ///
    /// - Parameters:
    ///   - rounds: requests of each user, 50 ms apart.
    ///   - head: more of the script.
    func coordinator(
        rounds: Int, agents count: Int = 2, head: String = "", words: [String] = []
    ) throws -> RunningProgram {
        let script = """
            riffle: 1
            title: An echo
            target: {path: /echo}
            \(head)
            actors:
              - name: asker
                users: 10
                steps:
                  - repeat:
                      times: \(rounds)
                      every: 50ms
                      steps:
                        - send: '{"id": {{id}}, "user": {{user}}}'
                        - reply: {field: id, within: 60s}
                  - leave
            """
        return try play(script, at: "ws://127.0.0.1:\(target.server.port)", count, words)
    }

    /// A run of any script.
    func play(_ script: String, at url: String, _ count: Int, _ words: [String] = []) throws -> RunningProgram {
        let path = target.path("run-\(UUID().uuidString).riffle.yaml")
        try script.write(toFile: path, atomically: true, encoding: .utf8)
        return try RunningProgram(
            arguments: [
                "load", path, "--target", url, "--lateness", "60s", "--agents", nats.url,
                "--agents-count", "\(count)", "--agents-wait", "60s", "--out", "json=" + target.path("report.json"),
            ] + words)
    }

    var report: Report { Report(path: target.path("report.json")) }

    /// Waits until an agent has a worker, and returns its processes.
    func workers(of agent: Int) throws -> [Int32] {
        var found: [Int32] = []
        try eventually("a worker of agent \(agent)") {
            found = agents[agent].children
            return !found.isEmpty
        }
        return found
    }

    /// Waits until a run with `--out jsonl=` this file has begun.
    func waitForSeconds(in file: String) throws {
        try eventually("the first second of the run") {
            (try? String(contentsOfFile: file, encoding: .utf8))?.contains("\n") == true
        }
    }

    /// Waits until no agent has a worker.
    func waitForNoWorkers() throws {
        try eventually("the end of all workers") { agents.allSatisfy { $0.children.isEmpty } }
    }
}
