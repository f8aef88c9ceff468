import PagingRoom
import PagingServer
import PagingWire
import Testing

@testable import riffle

/// The limits a server is told, where they arrive, and what they are when nobody says anything.
@Suite struct LimitTests {
    private func settings(_ words: ServeConfiguration.Words) throws -> ServerSettings {
        var settings = ServerSettings(
            server: "test", epoch: Epoch("life"), retry: Retry(minimumMilliseconds: 1, maximumMilliseconds: 2))
        try ServeConfiguration.resolve(flags: words, environment: [:], file: nil).apply(to: &settings)
        return settings
    }

    private let numbers: [(option: ServeConfiguration.Option, field: KeyPath<ServerSettings, Int>, Int)] = [
        (.members, \.roomCapacity, 10_000), (.rooms, \.roomLimit, 1_000), (.messageBytes, \.limits.messageBytes, 4_096),
        (.contentBytes, \.limits.contentBytes, 1_048_576), (.inputRate, \.limits.objectsPerSecond, 240),
        (.outboxBytes, \.answerBytes, 262_144),
    ]

    private let times: [(option: ServeConfiguration.Option, field: KeyPath<ServerSettings, Int64>, Int64)] = [
        (.outboxAge, \.chokedMilliseconds, 60_000), (.keepEmpty, \.emptyRoomMilliseconds, 600_000),
    ]

    @Test func eachLimitArrivesWhereItCounts() throws {
        for (option, field, standard) in numbers {
            #expect(try settings([:])[keyPath: field] == standard, "\(option)")
            #expect(try settings([option: ["300"]])[keyPath: field] == 300, "\(option)")
        }
        for (option, field, standard) in times {
            #expect(try settings([:])[keyPath: field] == standard, "\(option)")
            #expect(try settings([option: ["3s"]])[keyPath: field] == 3_000, "\(option)")
        }
        #expect(try settings([:]).creation == .none)
        #expect(try settings([.create: ["any"], .policy: ["baton"]]).creation == .any)
        #expect(try settings([.create: ["any"], .policy: ["baton"]]).policy == .baton)
    }

    /// The number in the help is the number that counts.
    @Test func theHelpStatesEachDefault() {
        let help = Serve.helpMessage(columns: 400).split(separator: "\n").joined(separator: " ")
        let times: [(ServeConfiguration.Option, String)] = [(.outboxAge, "60s"), (.keepEmpty, "10m")]
        for (option, standard) in numbers.map({ ($0.option, "\($0.2)") }) + times {
            let words = help.split(separator: "  --\(option.rawValue) ").last?.split(separator: "  --").first
            #expect(words?.contains("by default \(standard)") == true, "\(option): \(words ?? "nothing")")
        }
    }
}
