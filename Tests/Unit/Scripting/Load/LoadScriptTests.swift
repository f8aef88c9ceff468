import PagingEngine
import PagingRoom
import Testing

@testable import Scripting

/// Populations, trouble and thresholds, as scripts speak of them.
@Suite struct LoadScriptTests {
    static let whole = """
        riffle: 1
        title: A talk with many followers
        room: {preset: threePage, deck: ../decks/tour.md}
        rooms: 4
        duration: 2m
        actors:
          - {name: ann, role: presenter, steps: [{wait: {for: 5s}}, {step: forward}]}
          - {name: follower, role: viewer, users: 500, spread: 10s, steps: [{wait: {for: 60s}}]}
          - {name: passer-by, rate: 20/s, for: 1m, most: 200, steps: [{think: {exponential: 5s}}, leave]}
          - {name: regular, rate: 90/m}
        chaos:
          - {at: 30s, drop: 30%}
          - {at: 40s, delay: 100ms..300ms, for: 10s, of: [follower], part: 10%}
          - {at: 1m, stopReading: 20s, of: [follower, ann], part: 1.5%}
          - {at: 70s, run: 'kill -9 $(cat "a b.pid") # now'}
        thresholds:
          - deliver.p95 < 100ms
          - gaps == 0
        """

    private func actor(_ fields: String) throws -> Script {
        try ScriptReader.read("{riffle: 1, actors: [{name: a, \(fields)}]}", file: "f")
    }

    @Test func stagesAreUsersOrRates() throws {
        let users = try actor("stages: [{for: 30s, users: 500}, {for: 0s, users: 0}]")
        #expect(
            users.actors[0].population
                == .staged([RampStage(forMilliseconds: 30_000, users: 500), RampStage(forMilliseconds: 0, users: 0)]))
        #expect(users.load.durationMilliseconds == 30_000 && users.loadWord == "stages")
        let rates = try actor("most: 40, stages: [{for: 10s, rate: 5/s}, {for: 1m, rate: 0/s}]")
        guard case .ramping(let stages, 40) = rates.actors[0].population else {
            Issue.record("expected rates, got \(rates.actors[0].population)")
            return
        }
        #expect(stages.map(\.rate.perSecond) == [5, 0] && rates.load.durationMilliseconds == 70_000)
    }

    @Test(arguments: [
        (
            "stages: [{for: 30s, users: 5}, {for: 1s, rate: 5/s}]",
            "expected `users` in all stages or `rate` in all, got both"
        ),
        ("stages: [{for: 30s}]", "expected one of users or rate, got none"),
        ("stages: [{users: 5}]", "`for` is required"),
        ("stages: []", "expected a list of stages, at least 1"),
        ("users: 5, stages: [{for: 1s, users: 5}]", "expected only one of users, rate or stages"),
        ("most: 5, stages: [{for: 1s, users: 5}]", "`most` requires stages with rates, got stages with users"),
        ("users: 5, most: 5", "`most` requires `rate` or `stages`"),
        ("stages: [{for: 1s, users: 2000000}]", "expected an integer from 0 to 1000000"),
    ])
    func wrongStagesAreExplained(fields: String, sentence: String) {
        #expect {
            try actor(fields)
        } throws: { error in
            "\(error)".contains(sentence)
        }
    }

    @Test func theWholeIsRead() throws {
        let script = try ScriptReader.read(LoadScriptTests.whole, file: "f")
        #expect(script.load.rooms == 4)
        #expect(script.load.durationMilliseconds == 120_000)
        #expect(script.load.plain == nil)
        let twenty = Population.Rate(count: 20, perMilliseconds: 1_000)
        let ninety = Population.Rate(count: 90, perMilliseconds: 60_000)
        #expect(
            script.actors.map(\.population) == [
                .one, .closed(users: 500, spreadMilliseconds: 10_000),
                .open(rate: twenty, forMilliseconds: 60_000, most: 200),
                .open(rate: ninety, forMilliseconds: nil, most: 1_000),
            ])
        #expect(ninety.perSecond == 1.5)
        #expect(script.actors[2].steps.map(\.action) == [.think(Pause(meanMilliseconds: 5_000)), .leave])
        let delay = Pause(milliseconds: 100...300)
        #expect(
            script.load.chaos == [
                FaultPlan(atMilliseconds: 30_000, trouble: .drop, part: 0.3, line: 12),
                FaultPlan(
                    atMilliseconds: 40_000, trouble: .delay(delay), forMilliseconds: 10_000, actors: ["follower"],
                    part: 0.1, line: 13),
                FaultPlan(
                    atMilliseconds: 60_000, trouble: .stopReading, forMilliseconds: 20_000,
                    actors: ["follower", "ann"], part: 0.015, line: 14),
            ])
        let command = CommandPlan(atMilliseconds: 70_000, text: "kill -9 $(cat \"a b.pid\") # now", line: 15)
        #expect(script.load.commands == [command])
        #expect(script.load.thresholds.map(\.text) == ["deliver.p95 < 100ms", "gaps == 0"])
        #expect(script.loadWord == "users")
    }

    /// A threshold that may end the run is a mapping, and is written as one.
    @Test func thresholdsMayEndTheRun() throws {
        let text =
            "{riffle: 1, warmup: 10s, thresholds: [gaps == 0, {threshold: ack.p95 < 1s over 5s, abort: true, "
            + "after: 30s}, {threshold: 'ack{tag:t}.p95 < 1s', abort: false}], actors: [{name: a, tag: t, users: 2}]}"
        let load = try ScriptReader.read(text, file: "f").load
        #expect(load.warmupSeconds == 10)
        #expect(load.thresholds.map(\.abort) == [nil, Threshold.EarlyEnd(afterMilliseconds: 30_000), nil])
        #expect(load.thresholds.map(\.windowSeconds) == [nil, 5, nil])
        let written = load.thresholds.compactMap { ValueKind<Threshold>.threshold.write($0)?.line }
        #expect(
            written == [
                "\"gaps == 0\"", "{threshold: \"ack.p95 < 1s over 5s\", abort: true, after: 30000ms}",
                "\"ack{tag:t}.p95 < 1s\"",
            ])
        let again = try ScriptReader.read(
            "{riffle: 1, thresholds: [\(written.joined(separator: ", "))], actors: [{name: a, tag: t}]}", file: "f")
        #expect(again.load.thresholds == load.thresholds)
    }

    private func word(_ extra: String, actor: String = "") throws -> String? {
        let script = try ScriptReader.read("{riffle: 1, \(extra) actors: [{name: a\(actor)}]}", file: "f")
        return script.loadWord
    }

    @Test func aSceneIsNoLoad() throws {
        #expect(try word("") == nil)
        #expect(try word("duration: 1s, thresholds: [gaps == 0],") == nil)
        #expect(try word("chaos: [{at: 1s, drop: 5%}],") == "chaos")
        #expect(try word("chaos: [{at: 1s, run: ls}],") == "chaos")
        #expect(try word("target: {path: /},") == "target")
        #expect(try word("", actor: ", users: 1") == "users")
        #expect(try word("", actor: ", rate: 1/s, for: 1s") == "rate")
    }

    @Test func roundsCanBeDueAtFixedTimes() throws {
        let text = solo(["repeat: {times: 100, every: 100ms, steps: [{step: forward}]}"])
        let steps = try ScriptReader.read(text, file: "f").actors[0].steps
        let inner = [Step(.step(.forward, from: nil), line: 5)]
        #expect(steps.map(\.action) == [.repeat(times: 100, everyMilliseconds: 100, inner)])
    }

    @Test func aPlainEndpoint() throws {
        let script = try ScriptReader.read(
            """
            riffle: 1
            target:
              path: /ws?room=1
              headers: {Authorization: Bearer abc, X-Trace: ''}
              subprotocols: [chat, v2.json]
              push: {field: sent, unit: us, clock: monotonic}
            actors:
              - name: asker
                users: 50
                steps:
                  - repeat:
                      times: 10
                      every: 100ms
                      steps:
                        - send: '{"id": {{id}}, "from": "{{user}}", "at": {{time}}, "n": {{seq}}}'
                        - reply: {field: id, within: 5s}
                  - sendBinary: 00 FF 1a
                  - reply: echo
                  - send: hello
                  - reply: {next: , within: 1s}
                  - push
                  - push: {within: 2s}
                  - think: 1s..2s
                  - wait: {for: 3s}
                  - leave
            thresholds: [reply.p99 < 20ms, naive.push.max <= 1s, closed == 0]
            """, file: "f")
        var endpoint = PlainEndpoint(path: "/ws?room=1")
        endpoint.headers = [
            PlainEndpoint.Header(name: "Authorization", value: "Bearer abc"),
            PlainEndpoint.Header(name: "X-Trace", value: ""),
        ]
        endpoint.subprotocols = ["chat", "v2.json"]
        let stamp = PlainEndpoint.Stamp(unit: .microseconds, clock: .monotonic)
        endpoint.push = PlainEndpoint.Push(field: "sent", stamp: stamp)
        #expect(script.load.plain == endpoint)
        #expect(endpoint.stamp == stamp)
        #expect(script.actors[0].steps.isEmpty)
        let question = Template(pieces: [
            .text("{\"id\": "), .placeholder(.id), .text(", \"from\": \""), .placeholder(.user), .text("\", \"at\": "),
            .placeholder(.time), .text(", \"n\": "), .placeholder(.sequence), .text("}"),
        ])
        let inner = [
            PlainStep(.send(question), line: 15), PlainStep(.reply(.field("id"), withinMilliseconds: 5_000), line: 16),
        ]
        #expect(
            script.actors[0].plainSteps.map(\.action) == [
                .repeat(times: 10, everyMilliseconds: 100, inner), .sendBinary([0, 255, 26]),
                .reply(.echo, withinMilliseconds: 10_000), .send(Template(pieces: [.text("hello")])),
                .reply(.next, withinMilliseconds: 1_000), .push(withinMilliseconds: 10_000),
                .push(withinMilliseconds: 2_000), .think(Pause(milliseconds: 1_000...2_000)),
                .wait(milliseconds: 3_000), .leave,
            ])
    }
}
