import Foundation
import TestPeers
import Testing

extension LoadTests {
    /// Servers that lose, repeat, swap or change what they say to the third of those who listen.
    @Suite struct FaultyServers {
        static let victim = 2

        /// The figures of a run of a presenter and four followers through a proxy.
        private func run(_ editor: @escaping @Sendable (Int) -> (String) -> [String]) throws -> Report {
            let fixture = try LoadFixture()
            let proxy = try TamperingProxy(before: fixture.server.port) { number in
                guard number == Self.victim else { return { $0 } }
                let edit = editor(number)
                return { $0.flatMap(edit) }
            }
            defer { proxy.end() }
            let (outcome, report) = try fixture.run(
                Runs.talk(followers: 4),
                ["--threshold", "gaps == 0", "--threshold", "duplicates == 0"]
                    + ["--threshold", "diverged == 0"], port: proxy.port)
            #expect(outcome.code == 99, "\(outcome.text)")
            return report
        }

        @Test func aLostEventIsAGap() throws {
            let report = try run { _ in
                var isLost = false
                return { line in
                    guard !isLost, line.contains("\"type\":\"selected\"") else { return [line] }
                    isLost = true
                    return []
                }
            }
            #expect(report.number("counts.gaps") == 1)
            #expect(report.number("counts.duplicates") == 0)
        }

        @Test func aRepeatedEventIsADuplicate() throws {
            let report = try run { _ in { $0.contains("\"type\":\"selected\"") ? [$0, $0] : [$0] } }
            #expect(try #require(report.number("counts.duplicates")) >= 1)
            #expect(report.number("counts.gaps") == 0)
        }

        @Test func swappedEventsAreAGapOrADuplicate() throws {
            let report = try run { _ in
                var held: String?
                return { line in
                    guard let first = held else {
                        guard line.contains("\"type\":\"target\"") else { return [line] }
                        held = line
                        return []
                    }
                    held = nil
                    return [line, first]
                }
            }
            #expect(try #require(report.number("counts.gaps")) >= 1)
        }

        @Test func anEventThatSaysSomethingElseDiverges() throws {
            let report = try run { _ in
                { line in
                    guard line.contains("\"type\":\"selected\"") else { return [line] }
                    return [line.replacingOccurrences(of: "\"new\":2", with: "\"new\":1")]
                }
            }
            #expect(try #require(report.number("counts.diverged")) >= 1)
            #expect(report.number("counts.gaps") == 0 && report.number("counts.duplicates") == 0)
        }
    }
}
