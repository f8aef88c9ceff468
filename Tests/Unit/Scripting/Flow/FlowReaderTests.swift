import PagingRoom
import Testing

@testable import Scripting

@Suite struct FlowReaderTests {
    private static func plain(_ steps: String, _ head: String = "") -> String {
        "riffle: 1\ntarget: {push: {field: t}}\n\(head)actors:\n  - name: a\n    steps:\n\(steps)"
    }

    private func steps(_ text: String) throws -> [PlainStep.Action] {
        try ScriptReader.read(text, file: "f").actors[0].plainSteps.map(\.action)
    }

    @Test func waysAreRead() throws {
        let found = try steps(
            Self.plain(
                """
                      - push
                      - if: {pointer: /kind, equals: gold, then: [leave], else: [{wait: {for: 1s}}]}
                      - while: {matches: 'more \\d', most: 5, steps: [push]}
                      - choose: [{weight: 3, steps: []}, {steps: [push]}]
                """))
        let push = PlainStep(.push(withinMilliseconds: 10_000), line: 8)
        #expect(
            found[1]
                == .flow(
                    .branch(
                        StepCondition(.pointer("/kind"), .equals(ReferenceText(literal: "gold"))),
                        then: [PlainStep(.leave, line: 7)], otherwise: [PlainStep(.wait(milliseconds: 1_000), line: 7)])
                ))
        #expect(found[2] == .flow(.loop(StepCondition(.message, .matches("more \\d")), most: 5, [push])))
        guard case .flow(.choice(let ways)) = found[3] else { return #expect(Bool(false), "expected a choice") }
        #expect(ways.map(\.weight) == [3, 1] && ways.map(\.steps.count) == [0, 1])
    }

    @Test func repeatingToTheEndRequiresAnEnd() throws {
        let step = "      - repeat: {until: end, every: 1s, steps: [push]}\n"
        let found = try steps(Self.plain(step, "duration: 9s\n"))
        #expect(
            found == [
                .flow(.endless(everyMilliseconds: 1_000, [PlainStep(.push(withinMilliseconds: 10_000), line: 7)]))
            ])
        #expect(
            ScriptReader.complaints(Self.plain(step)) == [
                "f:6:25: `until: end` requires a `duration` of the script, or `stages` with users; `riffle load --duration` gives one"
            ])
        var inputs = ScriptInputs()
        inputs.hasDuration = true
        #expect(throws: Never.self) { try ScriptReader.read(Self.plain(step), file: "f", inputs: inputs) }
        #expect(ScriptReader.complaints(Self.plain("      - repeat: {steps: [push]}\n")).count == 1)
    }

    @Test func ordersAreFollowedOnEachWay() {
        let left = "      - if: {value: a, equals: a, then: [leave]}\n      - push\n"
        #expect(ScriptReader.complaints(Self.plain(left)) == [])
        let inner = "      - if: {value: a, equals: a, then: [leave, push]}\n"
        #expect(ScriptReader.complaints(Self.plain(inner)).first?.contains("comes after `leave`") == true)
        let look = "      - check: {name: n, pointer: /a, exists: true}\n"
        let complaint = ScriptReader.complaints(Self.plain(look)).first
        #expect(complaint?.contains("requires a `reply`, a `call` or a `push`") == true)
        #expect(ScriptReader.complaints(Self.plain("      - push\n" + look)) == [])
    }

    @Test func roomsReadNoMessages() {
        func room(_ step: String) -> [String] {
            ScriptReader.complaints("riffle: 1\nactors:\n  - name: a\n    steps: [\(step)]\n")
        }
        #expect(room("{if: {pointer: /a, equals: b, then: []}}").first?.contains("expected `value`") == true)
        #expect(room("{if: {value: '${user}', equals: 0, then: [leave]}}") == [])
        #expect(
            room("{wait: {barrier: '${user}'}}, {if: {value: a, equals: a, then: []}}").first?.contains("barrier")
                == true)
        #expect(room("{check: {name: a, exists: true}}").first?.contains("plain `target`") == true)
    }

    @Test func referencesAreKnown() throws {
        let unknown = "      - push\n      - capture: {name: token, pointer: /t}\n      - send: '${tokne}'\n"
        #expect(ScriptReader.complaints(Self.plain(unknown)).first?.contains("did you mean `token`") == true)
        let known = "      - push\n      - capture: {name: token, pointer: /t}\n      - send: 'a ${token}'\n"
        let found = try steps(Self.plain(known))
        #expect(found[1] == .capture(Capture(name: "token", part: .pointer("/t"))))
        guard case .send(let template) = found[2] else { return #expect(Bool(false), "expected a message") }
        #expect(template.pieces.count == 2 && template.description == "a ${token}")
        let pointer = "      - push\n      - capture: {name: token, pointer: t}\n"
        #expect(ScriptReader.complaints(Self.plain(pointer)).first?.contains("a JSON Pointer such as") == true)
    }

    @Test func thresholdsKnowChecks() throws {
        let check = "      - push\n      - check: {name: is open, pointer: /a, equals: b}\n"
        func complaints(_ threshold: String) -> [String] {
            ScriptReader.complaints(Self.plain(check, "thresholds: ['\(threshold)']\n"))
        }
        #expect(complaints("checks >= 99%") == [])
        #expect(complaints("checks{check:is open}.failed < 3") == [])
        #expect(complaints("checks{check:is shut} >= 1").first?.contains("unknown check `is shut`") == true)
        #expect(complaints("checks.some > 1").first?.contains("unknown part of `checks`") == true)
        let threshold = try Threshold("checks >= 99.5%")
        #expect(threshold.bound == 0.995 && threshold.figure.subject == .checks(name: nil, .rate))
    }

    /// A step with a value of the user is read when a user comes to it.
    @Test func stepsWithValuesOfUsersAreReadLate() throws {
        let text =
            "riffle: 1\nvars: {a: 1}\nactors: [{name: a, steps: [{jump: '${user}'}, {think: '${iteration}ms'}]}]\n"
        let steps = try ScriptReader.read(text, file: "f").actors[0].steps
        #expect(try steps[0].action(with: UserValues(user: 4)) == .jump(PageNumber(4), animated: true))
        var values = UserValues(user: 0)
        values.reach(iteration: 7, rounds: 0)
        #expect(try steps[1].action(with: values) == .think(Pause(milliseconds: 7...7)))
        let late = "riffle: 1\nvars: {a: 1}\nactors: [{name: a, steps: [{resize: '${user}x24'}]}]\n"
        #expect(ScriptReader.complaints(late).count == 1, "user 0 has a window without columns")
    }
}
