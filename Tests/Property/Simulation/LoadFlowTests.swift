import LoadTesting
import PagingEngine
import Scripting
import Simulation
import TestSupport
import Testing

/// Scripts with data, ways and chance against a simulated server.
@Suite struct LoadFlowTests {
    private static let text = """
        riffle: 1
        vars: {users: 2000, pace: 200ms}
        data: {people: {csv: people.csv, order: random}}
        duration: 6s
        actors:
          - {name: ann, role: presenter, steps: [{repeat: {until: end, every: 1s, steps: [{step: forward}]}}]}
          - name: viewer
            role: viewer
            users: ${users}
            spread: 1s
            steps:
              - think: normal(500ms, 100ms)
              - if: {value: '${people.kind}', equals: gold, then: [{resize: '${people.width}x24'}]}
              - while: {value: '${iteration}', differs: '2', most: 3, steps: [{think: '${pace}'}]}
              - choose:
                  - {weight: 3, steps: [{resize: 80x24}]}
                  - {weight: 1, steps: [cut, {think: 'lognormal(100ms, 50ms)'}, reconnect]}
        """

    private static func script(users: Int) throws -> Script {
        var inputs = ScriptInputs()
        inputs.variables = ["users": "\(users)"]
        inputs.file = { _ in
            Array(
                ("kind,width\n" + (0..<3_000).map { "\($0 % 2 == 0 ? "gold" : "tin"),\($0 % 200 + 20)\n" }.joined())
                    .utf8)
        }
        return try ScriptReader.read(text, file: "flow.yaml", inputs: inputs)
    }

    private static func report(_ result: LoadResult) -> String {
        LoadReport(result, target: "simulated").json
    }

    /// Users with all that is chosen by chance: the same report, byte by byte.
    @Test func aSeedIsARunByteByByte() throws {
        let users = Effort.rounds(300, of: 2_000)
        let script = try Self.script(users: users)
        let one = try LoadScene.play(script, seed: 5)
        let again = try LoadScene.play(script, seed: 5)
        #expect(one == again)
        #expect(Self.report(one) == Self.report(again))
        #expect(one.counts.started == users + 1 && one.failures == [])
        #expect(one.counts.accepted > users)
        #expect(one.latencies[.catchUp] != nil, "some were cut")
        #expect(try LoadScene.play(Self.script(users: 50), seed: 6) != LoadScene.play(Self.script(users: 50), seed: 5))
    }

    /// Users make the same choices in however many workers they are played.
    @Test func choicesDoNotDependOnTheNumberOfWorkers() throws {
        let script = try Self.script(users: 60)
        let alone = try LoadScene.play(script)
        let shared = try LoadScene.play(script, workers: 3)
        #expect(alone.counts.accepted == shared.counts.accepted && alone.counts.accepted > 60)
        #expect(alone.latencies[.catchUp]?.corrected.count == shared.latencies[.catchUp]?.corrected.count)
    }
}
