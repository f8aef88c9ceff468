import Foundation
import Glibc
import TestPeers
import Testing

extension LoadTests {
    @Suite struct Stalls {
        /// The users ask for something every 40 ms and wait for it. While the server stands still each has but one request
        /// under way, so the naive figures hardly notice; those that were due meanwhile do.
        @Test func theCorrectedLatencyShowsThemTheNaiveOneDoesNot() throws {
            let stand = try LoadStand()
            let witness = try RunWitness(stand)
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
            let program = try stand.start(pace, ["--progress", "lines"])
            try witness.wait(for: "settings")
            kill(stand.server.processID, SIGSTOP)
            usleep(1_000_000)
            kill(stand.server.processID, SIGCONT)
            let outcome = try program.outcome()
            #expect(outcome.code == 0, "\(outcome.text)")
            let report = Report(path: stand.path("report.json"))
            #expect(report.number("measures.ack.count") == 300)
            let corrected = try #require(report.number("measures.ack.p99"))
            let naive = try #require(report.number("measures.ack.naive.p99"))
            #expect(corrected > 700_000 && naive < corrected / 2, "corrected \(corrected), naive \(naive)")
            #expect(try #require(report.number("measures.ack.naive.max")) > 700_000, "it did stall")
        }
    }
}
