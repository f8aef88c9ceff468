import PagingRoom
import PagingServer
import PagingWire
import Testing

@testable import riffle

/// The limits of `serve`: their settings and defaults.
@Suite struct ServeLimitTests {
    private func settings(_ words: ServeConfiguration.Words) throws -> ServerSettings {
        try ServeConfiguration.resolve(flags: words, environment: [:], file: nil).settings.server
    }

    private let numbers: [(option: String, field: KeyPath<ServerSettings, Int>, Int)] = [
        ("max-members", \.roomCapacity, 10_000), ("max-rooms", \.roomLimit, 1_000),
        ("max-message-bytes", \.limits.messageBytes, 4_096),
        ("max-content-bytes", \.limits.contentBytes, 1_048_576), ("max-input-rate", \.limits.objectsPerSecond, 240),
        ("max-outbox-bytes", \.answerBytes, 262_144), ("max-history-bytes", \.historyBytes, 4_194_304),
        ("max-asset-bytes", \.assetBytes, 16_777_216),
    ]

    private let times: [(option: String, field: KeyPath<ServerSettings, Int64>, Int64)] = [
        ("max-outbox-age", \.chokedMilliseconds, 60_000), ("keep-empty", \.emptyRoomMilliseconds, 600_000),
    ]

    @Test func eachLimitArrivesInItsSetting() throws {
        for (option, field, standard) in numbers {
            #expect(try settings([:])[keyPath: field] == standard, "\(option)")
            #expect(try settings([option: ["300"]])[keyPath: field] == 300, "\(option)")
        }
        for (option, field, standard) in times {
            #expect(try settings([:])[keyPath: field] == standard, "\(option)")
            #expect(try settings([option: ["3s"]])[keyPath: field] == 3_000, "\(option)")
        }
        #expect(try settings([:]).creation == .none)
        #expect(try settings(["create": ["any"], "policy": ["baton"]]).creation == .any)
        #expect(try settings(["create": ["any"], "policy": ["baton"]]).policy == .baton)
    }

    /// The help states the number that applies.
    @Test func theHelpStatesEachDefault() {
        let help = Serve.helpMessage(columns: 400).split(separator: "\n").joined(separator: " ")
        let times = [("max-outbox-age", "60s"), ("keep-empty", "10m")]
        for (option, standard) in numbers.map({ ($0.option, "\($0.2)") }) + times {
            let words = help.split(separator: "  --\(option) ").last?.split(separator: "  --").first
            #expect(words?.contains("By default \(standard)") == true, "\(option): \(words ?? "nothing")")
        }
    }
}
