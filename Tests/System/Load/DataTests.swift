import Foundation
import Testing

extension LoadTests {
    /// Users with rows of a file, captures and checks, against the echo of `serve --conformance`.
    @Suite struct UsersWithData {
        private static let script = """
            riffle: 1
            vars: {users: 3, rounds: 2}
            data: {people: {csv: people.csv, per: user}}
            target: {path: /echo, headers: {X-User: '${people.name}'}}
            actors:
              - name: caller
                users: ${users}
                steps:
                  - send: '{"id": {{id}}, "data": {"name": "${people.name|json}", "n": ${user}}}'
                  - reply: {field: id}
                  - capture: {name: name, pointer: /data/name}
                  - capture: {name: number, matches: '"n": (\\d+)'}
                  - check: {name: names come back, pointer: /data/name, equals: '${people.name}'}
                  - repeat:
                      times: ${rounds}
                      steps:
                        - send: '${number}: ${name} ${iteration}'
                        - reply: echo
                        - check: {name: is the first round, matches: ' 0$'}
            thresholds:
              - checks{check:names come back} >= 100%
              - failures == 0
            """

        private func run(_ fixture: LoadFixture, _ words: [String] = []) throws -> RunningProgram.Outcome {
            try "name\nAnn\n\"B \"\"x\"\" B\"\nCy\n".write(
                toFile: fixture.path("people.csv"), atomically: true, encoding: .utf8)
            return try fixture.runPlain(Self.script, words).outcome
        }

        @Test(arguments: [1, 2]) func eachUserHasItsOwn(workers: Int) throws {
            let fixture = try LoadFixture(["--conformance"])
            let outcome = try run(fixture, ["--workers", "\(workers)", "--var", "rounds=4"])
            let report = Report(path: fixture.path("report.json"))
            #expect(outcome.code == 0, "\(outcome.text)")
            #expect(report.number("counts.checks.names come back.passed") == 3)
            #expect(report.number("counts.checks.is the first round.passed") == 3)
            #expect(report.number("counts.checks.is the first round.failed") == 9)
            #expect(report.number("counts.sentMessages") == 15)
            #expect(!outcome.text.contains("share the"))
        }

        @Test func aShortFileIsSaidBeforeTheRun() throws {
            let fixture = try LoadFixture(["--conformance"])
            let outcome = try run(fixture, ["--var", "users=5"])
            #expect(outcome.code == 0, "\(outcome.text)")
            #expect(outcome.text.contains("data `people`: 5 users share the 3 rows of people.csv"))
        }

        @Test func aWrongVariableIsAnError() throws {
            let fixture = try LoadFixture(["--conformance"])
            let outcome = try run(fixture, ["--var", "user=5"])
            #expect(outcome.code == 65)
            #expect(
                outcome.text.contains(
                    "`--var user`: expected a variable of `vars`, got an unknown one (did you mean `users`?)"))
            #expect(try run(fixture, ["--var", "users"]).code == 64)
        }
    }
}
