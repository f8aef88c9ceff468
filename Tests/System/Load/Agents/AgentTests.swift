import Foundation
import Glibc
import TestPeers
import Testing

extension LoadTests {
    /// Runs that agents play, over a real nats-server.
    @Suite(.enabled(if: AgentFixture.isPossible, "nats-server is not installed")) struct SeveralMachines {
        @Test func twoAgentsPlayTheWholePlanRunAfterRun() throws {
            let fixture = try AgentFixture(agents: ["beta", "alpha"])
            for _ in 0..<2 {
                let outcome = try fixture.coordinator(rounds: 10).outcome()
                #expect(outcome.code == 0, "\(outcome.text)")
                #expect(outcome.text.contains("plays with alpha, beta at 127.0.0.1"), "\(outcome.text)")
                #expect(outcome.text.contains("alpha: 50 % of the users, clock"), "\(outcome.text)")
                #expect(fixture.report.number("counts.started") == 10)
                #expect(fixture.report.number("counts.sentMessages") == 100)
                #expect(fixture.report.number("measures.reply.count") == 100)
            }
            try fixture.waitForNoWorkers()
        }

        @Test func usersOfTwoAgentsMeetAtABarrier() throws {
            let fixture = try AgentFixture(agents: ["alpha", "beta"])
            let script = """
                riffle: 1
                actors:
                  - name: slow
                    role: viewer
                    steps: [{repeat: {times: 3, steps: [{wait: {for: 600ms}}, {wait: {barrier: "all"}}, {resize: 80x24}]}}]
                  - name: quick
                    role: viewer
                    users: 7
                    steps: [{repeat: {times: 3, steps: [{wait: {barrier: "all"}}, {resize: 90x24}, {expect: {rejected: none}}]}}]
                """
            let outcome = try fixture.play(script, at: fixture.target.url, 2, ["--workers", "2"]).outcome()
            #expect(outcome.code == 0, "\(outcome.text)")
            #expect(fixture.report.number("measures.ack.count") == 24 && fixture.report.number("failureCount") == 0)
            #expect(
                try #require(fixture.report.number("durationMicroseconds")) >= 1_800_000, "all wait for the slow one")
        }

        /// The server says how old its messages are: half an hour and more, so that what a slow machine adds is less than the
        /// histogram's resolution. Each user has its age from a file that goes to the agents with the script.
        @Test(.enabled(if: ProfileServer.python != nil, "Python packages are not installed"))
        func theFiguresOfTwoAgentsAreThoseOfOneGenerator() throws {
            let server = try ProfileServer(python: "ages")
            let fixture = try AgentFixture(agents: ["alpha", "beta"])
            let ages = (0..<40).map { "\(1_800_000 + 40_000 * $0)\n" }
            try ("age\n" + ages.joined()).write(
                toFile: fixture.target.path("ages.csv"), atomically: true, encoding: .utf8)
            let script = """
                riffle: 1
                target: {path: /, push: {field: at}}
                data: {ages: {csv: ages.csv}}
                actors:
                  - name: asker
                    users: 40
                    steps: [{repeat: {times: 5, steps: [{send: '{"age": ${ages.age}}'}, {push: {within: 60s}}]}}]
                """
            let agents = try fixture.play(script, at: server.url, 2, ["--workers", "2"]).outcome()
            #expect(agents.code == 0, "\(agents.text)")
            let merged = fixture.report
            let figures = ["p50", "p90", "p95", "p99", "max"].map { merged.number("measures.push.\($0)") }
            #expect(merged.number("measures.push.count") == 200)
            let path = fixture.target.path("one.riffle.yaml")
            try script.write(toFile: path, atomically: true, encoding: .utf8)
            let one = try RunningProgram.run([
                "load", path, "--target", server.url, "--lateness", "60s", "--out",
                "json=" + fixture.target.path("one.json"),
            ])
            #expect(one.code == 0, "\(one.text)")
            let alone = Report(path: fixture.target.path("one.json"))
            #expect(alone.number("measures.push.count") == 200)
            for (name, figure) in zip(["p50", "p90", "p95", "p99", "max"], figures) {
                let (found, expected) = (try #require(figure), try #require(alone.number("measures.push.\(name)")))
                #expect(expected > 1_800_000_000 && abs(found - expected) <= expected / 500, "\(name)")
            }
        }

        @Test func theLossOfAnAgentEndsTheRunWithAnError() throws {
            let fixture = try AgentFixture(agents: ["alpha", "beta"])
            let run = try fixture.coordinator(rounds: 10_000)
            let workers = try fixture.workers(of: 1)
            fixture.agents[1].signal(SIGKILL)
            let outcome = try run.outcome()
            #expect(outcome.code == 1 && outcome.text.contains("agent beta was silent for 5 s"), "\(outcome.text)")
            try fixture.waitForNoWorkers()
            try eventually("the end of the lost agent's workers") { workers.allSatisfy { kill($0, 0) != 0 } }
        }

        @Test func aRunThatMayShrinkGoesOnWithoutALostAgent() throws {
            let fixture = try AgentFixture(agents: ["alpha", "beta"])
            let seconds = fixture.target.path("seconds.jsonl")
            let run = try fixture.coordinator(
                rounds: 10_000, head: "agents: {lost: shrink}\nduration: 12s", words: ["--out", "jsonl=" + seconds])
            try fixture.waitForSeconds(in: seconds)
            fixture.agents[1].signal(SIGKILL)
            let outcome = try run.outcome()
            #expect(outcome.code == 0, "\(outcome.text)")
            #expect(outcome.text.contains("LOST 50 % of the users after "), "\(outcome.text)")
            #expect(outcome.text.contains("LOST: agent beta was silent"), "\(outcome.text)")
            #expect(fixture.report.number("counts.started") == 5)
        }

        @Test func aSecondCoordinatorIsToldWhoseRunTheAgentPlays() throws {
            let fixture = try AgentFixture(agents: ["alpha"])
            let first = try fixture.coordinator(rounds: 10_000, agents: 1)
            _ = try fixture.workers(of: 0)
            let second = try fixture.coordinator(rounds: 1, agents: 1, words: ["--agents-wait", "3s"]).outcome()
            #expect(second.code == 1, "\(second.text)")
            #expect(second.text.contains("waits for 1 of 1 agents") && second.text.contains("alpha plays a run of "))
            first.signal(SIGINT)
            let outcome = try first.outcome()
            #expect(outcome.code == 130 && outcome.text.contains("INTERRUPTED"), "\(outcome.text)")
            #expect(try #require(fixture.report.number("measures.reply.count")) > 0)
            try fixture.waitForNoWorkers()
        }

        @Test func aCoordinatorThatVanishesEndsTheRunAtItsAgents() throws {
            let fixture = try AgentFixture(agents: ["alpha"])
            let run = try fixture.coordinator(rounds: 10_000, agents: 1)
            _ = try fixture.workers(of: 0)
            run.signal(SIGKILL)
            _ = try run.exitCode()
            try fixture.waitForNoWorkers()
            let next = try fixture.coordinator(rounds: 1, agents: 1).outcome()
            #expect(next.code == 0, "\(next.text)")
        }

        @Test func theEndOfNATSEndsTheRun() throws {
            let fixture = try AgentFixture(agents: ["alpha", "beta"])
            let run = try fixture.coordinator(rounds: 10_000)
            for agent in 0..<2 { _ = try fixture.workers(of: agent) }
            try fixture.nats.kill()
            let outcome = try run.outcome()
            #expect(outcome.code == 1 && outcome.text.contains("lost with the connection to NATS"), "\(outcome.text)")
            try fixture.waitForNoWorkers()
        }

        /// Bytes of anybody on the NATS server: no messages, messages at the wrong time, and a run without sense.
        @Test func anAgentOutlivesHostileMessages() throws {
            let fixture = try AgentFixture(agents: ["alpha"])
            let agent = fixture.agents[0]
            // What is published before the server knows the agent's subscriptions is lost: a run shows that it does.
            let first = try fixture.coordinator(rounds: 1, agents: 1).outcome()
            #expect(first.code == 0, "\(first.text)")
            _ = try agent.output(after: "the run of ")
            let peer = try RawPeer(port: fixture.nats.port)
            func message(_ body: String, run: Int = 0, sequence: Int = 0) -> String {
                #"{"from":5,"name":"\u001b[2J","version":"0.1.0","run":\#(run),"sequence":\#(sequence),"body":\#(body)}"#
            }
            let texts = [
                "", "{", "null", message("{}"), message(#"{"claim":{"workers":-1}}"#, run: 3),
                message(#"{"claim":{"workers":9223372036854775807}}"#, run: 4), message(#"{"release":{}}"#),
                message(#"{"input":{"worker":0,"data":"AAAA"}}"#, run: 9, sequence: 1),
                message(#"{"claim":{"workers":2}}"#, run: 7, sequence: 1),
                message(#"{"input":{"worker":-1,"data":"AAAA"}}"#, run: 7, sequence: 2),
                message(#"{"taken":{"worker":9}}"#, run: 7, sequence: 3),
                message(#"{"input":{"worker":0,"data":"e30K"}}"#, run: 7, sequence: 4),
                message(#"{"input":{"worker":1}}"#, run: 7, sequence: 5),
                message(#"{"probe":{"at":-9223372036854775808}}"#, run: 7, sequence: 9_223_372_036_854_775_807),
            ]
            try peer.send("CONNECT {\"verbose\":false}\r\n")
            for text in texts { try peer.send("PUB riffle.load_agents.beat \(text.utf8.count)\r\n\(text)\r\n") }
            try agent.wait(for: "the end of the run without sense") { lines in
                lines.count { $0.hasPrefix("the run of ") } == 2
            }
            let outcome = try fixture.coordinator(rounds: 1, agents: 1).outcome()
            #expect(outcome.code == 0, "\(outcome.text)")
        }

        @Test func anAgentPlaysOnlyAgainstTheHostsItWasGiven() throws {
            let fixture = try AgentFixture(agents: ["alpha"], options: ["--target-allow", "10.0.0.1"])
            let outcome = try fixture.coordinator(rounds: 1, agents: 1).outcome()
            #expect(outcome.code == 1 && outcome.text.contains("expected a target at 10.0.0.1"), "\(outcome.text)")
        }

        @Test func usersOfAgentsLogInBeforeTheyConnect() throws {
            let authority = try TestAuthority()
            let files = try authority.issue()
            let server = try LoginServer(certificate: files.certificate, key: files.key)
            let fixture = try AgentFixture(agents: ["alpha", "beta"])
            let script = LoginServer.script(
                LoginServer.login + "\nhttp: {get: /ticket}\ncapture: {name: ticket, pointer: /ticket}",
                path: "/ws?ticket=${ticket|url}", users: 6)
            let outcome = try fixture.play(script, at: server.url, 2, ["--tls-ca", authority.certificate]).outcome()
            #expect(outcome.code == 0, "\(outcome.text)")
            #expect(fixture.report.number("measures.http.count") == 12)
            #expect(fixture.report.number("measures.reply.count") == 6)
            let logins = try server.requests().filter { $0.hasPrefix("POST /login 200") }
            #expect(logins.count == 6)
        }

        /// Neither the URL of a step nor a redirect leads users to another host.
        @Test(arguments: ["http://localhost:PORT/ticket", "/elsewhere"])
        func anAgentAsksOnlyTheHostsItWasGiven(url: String) throws {
            let server = try LoginServer()
            let fixture = try AgentFixture(agents: ["alpha"], options: ["--target-allow", "127.0.0.1"])
            let step = "http: {get: '\(url.replacing("PORT", with: server.port))', redirects: 1}"
            let script = LoginServer.script(LoginServer.login + "\n" + step)
            let outcome = try fixture.play(script, at: server.url, 1).outcome()
            let reason = "localhost, which is none of the hosts that may be asked (127.0.0.1)"
            #expect(outcome.code == 69 && outcome.text.contains(reason), "\(outcome.text)")
            #expect(fixture.report.number("counts.httpErrors.refused") == 3)
            let requests = try server.requests()
            #expect(requests.contains { $0.hasPrefix("POST /login 200") })
            #expect(!requests.contains { $0.contains("/ticket") }, "\(requests)")
        }
    }
}
