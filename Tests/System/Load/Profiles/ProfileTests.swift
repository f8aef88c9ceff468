import Foundation
import TestPeers
import Testing

extension LoadTests {
    /// Built-in profiles against servers of their protocols.
    @Suite struct ProfileTests {
        private static let noPython: Comment =
            "the packages of Tests/System/PythonClient/requirements.txt are not there"

        /// Checks a run in which everything went well.
        private static func expectSuccess(
            _ run: (outcome: RunningProgram.Outcome, report: Report), replies: Double, pushes: Double,
            _ location: SourceLocation = #_sourceLocation
        ) {
            let (outcome, report) = run
            #expect(outcome.code == 0, "\(outcome.text)", sourceLocation: location)
            #expect(report.number("measures.reply.count") ?? 0 == replies, "\(outcome.text)", sourceLocation: location)
            #expect(report.number("measures.push.count") ?? 0 == pushes, "\(outcome.text)", sourceLocation: location)
            #expect(report.number("measures.connect.count") == 5, sourceLocation: location)
            #expect(report.number("counts.unreadable") == 0, sourceLocation: location)
        }

        @Test func builtInProfilesAreListed() throws {
            let list = try RunningProgram.run(["load", "--profiles"])
            #expect(list.code == 0 && list.output.contains("mqtt        MQTT 3.1.1"), "\(list.text)")
            #expect(list.output.contains { $0.hasPrefix("signalr") && $0.hasSuffix("(untested)") })
            let text = try RunningProgram.run(["load", "--profiles", "nats"])
            #expect(text.output.contains("title: NATS"))
            #expect(try RunningProgram.run(["load", "--profiles", "x"]).code == 64)
            #expect(try RunningProgram.run(["load"]).code == 64)
        }

        @Test func mistakesEndBeforeTheRun() throws {
            let fixture = try LoadFixture(["--conformance"])
            func outcome(_ script: String, _ words: [String] = []) throws -> RunningProgram.Outcome {
                let text = "riffle: 1\n\(script)\nactors: [{name: a, steps: [{call: tell}]}]\n"
                try text.write(toFile: fixture.path("a.riffle.yaml"), atomically: true, encoding: .utf8)
                return try RunningProgram.run(
                    ["load", fixture.path("a.riffle.yaml"), "--target", "ws://127.0.0.1:\(fixture.server.port)"] + words
                )
            }
            let unknown = try outcome("target: {profile: mqt}")
            #expect(unknown.code == 65 && unknown.text.contains("did you mean `mqtt`?"), "\(unknown.text)")
            let none = try outcome("target: {}")
            #expect(none.code == 65 && none.text.contains("`call` requires a profile"), "\(none.text)")
            let argument = try outcome("target: {profile: plain}")
            #expect(argument.code == 65 && argument.text.contains("`tell` requires `body`"), "\(argument.text)")
            let room = try RunningProgram.run(
                ["load", "Examples/load/talk.riffle.yaml", "--sim", "--profile", "plain"])
            #expect(room.code == 64 && room.text.contains("expected a script with a plain `target`"), "\(room.text)")
            let checked = try RunningProgram.run(["check", fixture.path("a.riffle.yaml")])
            #expect(checked.code == 65 && checked.text.contains("`tell` requires `body`"), "\(checked.text)")
        }

        /// A profile of one's own beside the script, checked, and named by the command line in place of the script's.
        @Test func aFileIsAProfile() throws {
            let fixture = try LoadFixture(["--conformance"])
            let profile = """
                profile: 1
                title: An echo
                path: /echo
                open: [{send: '{"hello": {{user}}}'}, {expect: {has: [/hello]}}]
                messages: {ask: {send: '{"id": "q{{id}}", "t": {{at}}}', reply: {id: /id, is: 'q{{id}}'}}}
                """
            try profile.write(toFile: fixture.path("own.profile.yaml"), atomically: true, encoding: .utf8)
            let script = """
                riffle: 1
                target: {profile: ./own.profile.yaml}
                actors:
                  - name: a
                    users: 4
                    steps: [{repeat: {times: 5, every: 20ms, steps: [{call: {message: ask, with: {at: '{{time}}'}}}]}}]
                """
            let path = fixture.path("own.riffle.yaml")
            try script.write(toFile: path, atomically: true, encoding: .utf8)
            let checked = try RunningProgram.run(["check", fixture.path("own.profile.yaml"), path])
            #expect(checked.code == 0, "\(checked.text)")
            let words = ["load", path, "--target", "ws://127.0.0.1:\(fixture.server.port)", "--lateness", "60s"]
            for more in [[], ["--workers", "2"], ["--profile", fixture.path("own.profile.yaml")]] {
                let report = "json=" + fixture.path("report.json")
                let outcome = try RunningProgram.run(words + ["--out", report] + more)
                #expect(outcome.code == 0, "\(outcome.text)")
                #expect(Report(path: fixture.path("report.json")).number("measures.reply.count") == 20)
            }
            let wrong = try RunningProgram.run(words + ["--profile", "mqtt"])
            #expect(wrong.code == 65 && wrong.text.contains("no message `ask`"), "\(wrong.text)")
        }

        @Test(.enabled(if: ProfileServer.python != nil, ProfileTests.noPython))
        func jsonRPC() throws {
            let server = try ProfileServer(python: "json-rpc")
            let profile = "{name: json-rpc, with: {sequence: /params/n}}"
            let steps = """
                - repeat:
                    times: 10
                    steps: [{call: {message: request, with: {method: echo, params: '[{{seq}}]'}}}]
                - call: {message: request, with: {method: ticks, params: '{"count": 5}'}}
                """
            let target = ", push: {field: t}"
            Self.expectSuccess(try server.play(profile, target: target, steps: steps), replies: 55, pushes: 25)
            // A number that is left out, and a request that is refused.
            let gaps =
                steps.replacing(#"{"count": 5}"#, with: #"{"count": 5, "without": 3}"#)
                + "\n- call: {message: request, with: {method: unknown, params: '[]'}}"
            let (outcome, report) = try server.play(profile, target: target, steps: gaps)
            #expect(outcome.code == 0, "\(outcome.text)")
            #expect(report.number("counts.gaps") == 5 && report.number("counts.rejections.-32601") == 5)
        }

        @Test(.enabled(if: ProfileServer.python != nil, ProfileTests.noPython))
        func plain() throws {
            let server = try ProfileServer(python: "json-rpc")
            let body = #"{"id": {{id}}, "method": "echo", "params": {{seq}}}"#
            let steps = """
                - repeat:
                    times: 10
                    steps: [{call: {message: request, with: {number: '{{id}}', body: '\(body)'}}}]
                """
            Self.expectSuccess(try server.play("plain", steps: steps), replies: 50, pushes: 0)
        }

        /// The run takes longer than the server waits for the answer to a ping.
        @Test(.enabled(if: ProfileServer.python != nil, ProfileTests.noPython))
        func socketIO() throws {
            let server = try ProfileServer(python: "socket.io")
            let steps = """
                - call: {message: request, with: {event: echo, data: '{"a": {{user}}}'}}
                - wait: {for: 4s}
                - call: {message: emit, with: {event: ticks, data: '{"count": 3}'}}
                - push
                - call: {message: request, with: {event: echo, data: '[1]'}}
                """
            let profile = "{name: socket.io, with: {sequence: /1/n}}"
            let run = try server.play(profile, target: ", push: {field: t}", steps: steps)
            Self.expectSuccess(run, replies: 10, pushes: 15)
            #expect(run.report.number("counts.receivedEvents") == 15 && run.report.number("counts.gaps") == 0)
            // A user that is refused tries again and again: the first refusal ends the run.
            let refused = try server.play(
                #"{name: socket.io, with: {auth: '{"secret": "wrong"}'}}"#, users: 1,
                ["--threshold", "connectFailures < 1", "--abort-after", "1s"], steps: steps)
            #expect(refused.outcome.code == 77, "\(refused.outcome.text)")
            #expect(refused.outcome.text.contains("refused to open the protocol"), "\(refused.outcome.text)")
        }

        @Test(.enabled(if: ProfileServer.python != nil, ProfileTests.noPython))
        func graphQL() throws {
            let server = try ProfileServer(python: "graphql")
            let steps = """
                - repeat:
                    times: 5
                    steps:
                      - call: {message: query, with: {query: 'query($t: String!) { echo(text: $t) }', variables: '{"t": "{{seq}}"}'}}
                - call: {message: subscribe, with: {query: 'subscription { ticks(count: 4) { n t } }', variables: '{}'}}
                - repeat: {times: 4, steps: [{push: {within: 60s}}]}
                """
            let profile = "{name: graphql, with: {sequence: /payload/data/ticks/n}}"
            let run = try server.play(profile, steps: steps)
            Self.expectSuccess(run, replies: 25, pushes: 0)
            #expect(run.report.number("counts.receivedEvents") == 20, "\(run.outcome.text)")
            let wrong = try server.play(
                "graphql", ["--threshold", "rejected == 5"],
                steps: "- call: {message: query, with: {query: '{ nothing }', variables: '{}'}}")
            #expect(wrong.outcome.code == 0, "\(wrong.outcome.text)")
        }

        @Test(.enabled(if: NATSServer.program != nil, "nats-server is not installed"))
        func nats() throws {
            let server = try ProfileServer(nats: "one")
            // A server that just started loses replies of JetStream when the first requests come side by side.
            let request = "- call: {message: request, with: {subject: $JS.API.INFO, body: '{}'}}"
            let first = try server.play("nats", users: 1, steps: request)
            #expect(first.outcome.code == 0, "\(first.outcome.text)")
            let steps = """
                - call: {message: subscribe, with: {subject: 'own.{{user}}'}}
                - repeat:
                    times: 10
                    steps:
                      - call: {message: publish, with: {subject: 'own.{{user}}', body: '{"n": {{seq}}, "t": {{time}}}'}}
                      - push
                      \(request)
                """
            Self.expectSuccess(
                try server.play("nats", target: ", push: {field: t}", steps: steps), replies: 50, pushes: 50)
            let nobody = try server.play(
                "nats", ["--threshold", "rejected.503 == 5"],
                steps: "- call: {message: request, with: {subject: nobody, body: '{}'}}")
            #expect(nobody.outcome.code == 0, "\(nobody.outcome.text)")
        }

        @Test(.enabled(if: NATSServer.program != nil, "nats-server is not installed"))
        func mqttOfNATS() throws { try playMQTT(at: try ProfileServer(nats: "two")) }

        @Test(.enabled(if: ProfileServer.hasMosquitto, "mosquitto or the Python packages are not installed"))
        func mqttOfMosquitto() throws { try playMQTT(at: try ProfileServer(python: "mosquitto")) }

        private func playMQTT(at server: ProfileServer) throws {
            let steps = """
                - call: {message: subscribe, with: {topic: 'own/{{user}}'}}
                - repeat:
                    times: 10
                    steps:
                      - call: {message: publish, with: {topic: 'own/{{user}}', body: '{"n": {{seq}}, "t": {{time}}}'}}
                      - push
                      - call: {message: publish1, with: {topic: 'nobody/{{user}}', body: x}}
                - call: {message: subscribe1, with: {topic: 'second/{{user}}'}}
                - call: {message: publish, with: {topic: 'second/{{user}}', body: '{"n": 100, "t": {{time}}}'}}
                - push
                """
            Self.expectSuccess(
                try server.play("{name: mqtt, with: {sequence: /n}}", target: ", push: {field: t}", steps: steps),
                replies: 60, pushes: 55)
        }

        /// CoilMQ; RabbitMQ is too large for every machine of tests.
        @Test(.enabled(if: ProfileServer.python != nil, ProfileTests.noPython))
        func stomp() throws {
            let server = try ProfileServer(python: "stomp")
            let steps = """
                - call: {message: subscribe, with: {destination: '/topic/own-{{user}}'}}
                - repeat:
                    times: 10
                    steps:
                      - call: {message: tell, with: {destination: '/topic/own-{{user}}', body: '{"t": {{time}}}'}}
                      - push
                      - call: {message: send, with: {destination: '/topic/nobody', body: x}}
                """
            Self.expectSuccess(
                try server.play("{name: stomp, with: {host: localhost}}", target: ", push: {field: t}", steps: steps),
                replies: 55, pushes: 50)
        }
    }
}
