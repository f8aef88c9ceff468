import Foundation
import TestPeers
import Testing

extension LoadTests {
    /// Compares the bytes a run reports as sent and received with the counts of the server.
    @Suite struct Traffic {
        @Test(arguments: [1, 2]) func bothSidesCountTheSame(workers: Int) throws {
            let server = try LoadServer()
            let fixture = try LoadFixture()
            let files = ["--out", "json=" + fixture.path("report.json"), "--out", "csv=" + fixture.path("report.csv")]
            let outcome = try RunningProgram.run(
                ["load", try fixture.script(Runs.talk(followers: 10)), "--target", server.url, "--lateness", "60s"]
                    + ["--workers", "\(workers)"] + files)
            #expect(outcome.code == 0, "\(outcome.text)")
            let report = Report(path: fixture.path("report.json"))
            let sent = try #require(report.number("counts.sentBytes"))
            let received = try #require(report.number("counts.receivedBytes"))
            #expect(sent > 1_000)
            // The server may have the last bytes still to read when the run is over.
            var metrics = try server.metrics()
            try eventually("\(sent) bytes", instead: "\(metrics.value("riffle_received_bytes_total") ?? 0)") {
                metrics = try server.metrics()
                return metrics.value("riffle_received_bytes_total") == sent
            }
            // Everybody has seen the last page. Only notices of members who left are lost, with those who leave
            // themselves: at most 55 for eleven members, of about 110 bytes.
            let given = try #require(metrics.value("riffle_sent_bytes_total"))
            let lost = 55.0 * 130
            #expect(received <= given && received > given - lost, "\(received) of \(given)")
            // Eleven join and say goodbye; the presenter asks for three pages.
            #expect(try #require(report.number("counts.sentMessages")) >= 11 * 2 + 3)
            let line = outcome.output.first { $0.contains("  sent  ") } ?? ""
            #expect(line.contains(" messages, ") && line.hasSuffix("kB"), "\(outcome.text)")
            let csv = try String(contentsOfFile: fixture.path("report.csv"), encoding: .utf8)
            #expect(try Self.sum("sentBytes", in: csv) == sent)
            #expect(try Self.sum("receivedBytes", in: csv) == received)
        }

        /// Of a column that says the same in all rows of a second.
        private static func sum(_ column: String, in csv: String) throws -> Double {
            let rows = csv.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
            let place = try #require(rows.first?.firstIndex { $0 == column })
            var bySecond: [Substring: Double] = [:]
            for row in rows.dropFirst() where row.count > place { bySecond[row[0]] = Double(row[place]) }
            return bySecond.values.reduce(0, +)
        }
    }
}
