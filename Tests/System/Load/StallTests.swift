import Foundation
import Glibc
import TestPeers
import Testing

extension LoadTests {
    @Suite struct Stalls {
        /// Plays a script, and stops its server for a second once the first `event` came.
        private func stop(at event: String, of script: String, _ words: [String] = []) throws -> Report {
            let fixture = try LoadFixture()
            let witness = try RunWitness(fixture)
            let program = try fixture.start(script, ["--progress", "lines"] + words)
            try witness.wait(for: event)
            kill(fixture.server.processID, SIGSTOP)
            usleep(1_000_000)
            kill(fixture.server.processID, SIGCONT)
            let outcome = try program.outcome()
            #expect(outcome.code == 0, "\(outcome.text)")
            return Report(path: fixture.path("report.json"))
        }

        /// A user asks for something every 40 ms and waits for it. While the server stands still it has but one request under
        /// way, so the naive figures hardly notice; those that were due meanwhile do: twelve seconds of lateness in all. What a
        /// slow machine adds to a naive value it adds to the corrected one as well.
        @Test func theCorrectedLatencyShowsThemTheNaiveOneDoesNot() throws {
            let pace = """
                actors:
                  - name: ann
                    role: presenter
                    steps:
                      - repeat:
                          times: 150
                          every: 40ms
                          steps:
                            - configure: {axis: vertical}
                            - wait: {event: settings}
                            - configure: {axis: horizontal}
                            - wait: {event: settings}
                """
            let report = try stop(at: "settings", of: pace)
            #expect(report.number("measures.ack.count") == 300)
            let corrected = try #require(report.number("measures.ack.mean"))
            let naive = try #require(report.number("measures.ack.naive.mean"))
            #expect(naive < corrected / 2, "corrected \(corrected), naive \(naive)")
            #expect(try #require(report.number("measures.ack.p99")) > 700_000)
            #expect(try #require(report.number("measures.ack.naive.max")) > 700_000, "it did stall")
        }

        /// A step is due every 100 ms. Those of the second in which the server stands still reach the followers late, but the
        /// server stamps them when it goes on: what is between the two means is 4.5 seconds of lateness, divided by 51 steps.
        /// Followers stay until they have seen the last page.
        @Test(arguments: [1, 2]) func aStoppedServerShowsInDeliverAndNotInTransit(workers: Int) throws {
            let steps = """
                actors:
                  - name: ann
                    role: presenter
                    steps:
                      - wait: {barrier: everybody, within: 60s}
                      - repeat: {times: 25, every: 200ms, steps: [{step: forward}, {wait: {for: 100ms}}, {step: back}]}
                      - wait: {rest, within: 60s}
                      - jump: 5
                      - wait: {barrier: over, within: 60s}
                  - name: follower
                    role: viewer
                    users: 5
                    steps:
                      - wait: {barrier: everybody, within: 60s}
                      - wait: {barrier: over, within: 120s}
                      - wait: {page: 5, within: 60s}
                """
            let report = try stop(at: "animation", of: steps, ["--workers", "\(workers)"])
            #expect(report.number("measures.deliver.count") == 306, "51 steps, seen by 6")
            #expect(try #require(report.number("measures.deliver.p95")) > 500_000)
            let deliver = try #require(report.number("measures.deliver.mean"))
            let transit = try #require(report.number("measures.transit.mean"))
            #expect(deliver - transit > 45_000, "deliver \(deliver), transit \(transit)")
        }
    }
}
