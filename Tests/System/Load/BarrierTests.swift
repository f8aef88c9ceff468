import Foundation
import Testing

extension LoadTests {
    /// Users of several processes who wait for each other.
    @Suite struct BarriersOfWorkers {
        @Test func usersOfTwoProcessesMeetAgainAndAgain() throws {
            let fixture = try LoadFixture()
            let script = """
                actors:
                  - name: slow
                    role: viewer
                    steps:
                      - repeat:
                          times: 3
                          steps: [{wait: {for: 600ms}}, {wait: {barrier: "all of us", within: 60s}}, {resize: 80x24}]
                  - name: quick
                    role: viewer
                    users: 7
                    steps:
                      - repeat:
                          times: 3
                          steps:
                            - wait: {barrier: "all of us", within: 60s}
                            - resize: 90x24
                            - expect: {rejected: none, within: 60s}
                """
            let (outcome, report) = try fixture.run(script, ["--workers", "2"])
            #expect(outcome.code == 0, "\(outcome.text)")
            #expect(report.number("measures.ack.count") == 24 && report.number("failureCount") == 0)
            #expect(
                try #require(report.number("durationMicroseconds")) >= 1_800_000, "nobody goes on without the slow one")
        }
    }
}
