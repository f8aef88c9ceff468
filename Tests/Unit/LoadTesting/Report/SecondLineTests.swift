import Foundation
import TestSupport
import Testing

@testable import LoadTesting

@Suite struct SecondLineTests {
    private func object(_ line: SecondLine) throws -> [String: Any] {
        #expect(!line.text.contains("\n"))
        return try #require(try JSONSerialization.jsonObject(with: Data(line.text.utf8)) as? [String: Any])
    }

    private var second: LoadSecond {
        var slice = LoadResult.Slice()
        (slice.users, slice.playing, slice.actions, slice.errors) = (4, 5, 9, 3)
        slice.counts.rejections = ["held": 1]
        slice.counts.closes = ["4001": 2]
        slice.counts.httpErrors = ["timeout": 3, "status": 1]
        slice.counts.checks = ["a": CheckCount()]
        slice.counts.checks["a"]?.failed = 6
        slice.failures = 1
        var values = Distribution()
        for value: Int64 in 1...100 { values.record(value) }
        slice.latencies[.deliver] = values
        slice.groups["{tag:slow}"] = [.ack: values]
        return LoadSecond(number: 12, slice)
    }

    @Test func aLineSaysWhatHappenedInASecond() throws {
        let line = try object(SecondLine(second, run: 2, microseconds: 400_000, unixMilliseconds: 1_700_000_000_123))
        #expect(line["second"] as? Int == 12 && line["run"] as? Int == 2 && line["microseconds"] as? Int == 400_000)
        #expect(line["unixMilliseconds"] as? Int == 1_700_000_000_123)
        #expect(line["errorKinds"] as? [String: Int] == ["close": 2, "http": 4, "expectation": 1, "check": 6])
        #expect(line["rejections"] as? [String: Int] == ["held": 1] && line["closes"] as? [String: Int] == ["4001": 2])
        let deliver = (line["measures"] as? [String: [String: Int]])?["deliver"]
        #expect(deliver == ["count": 100, "p50": 50, "p95": 95, "p99": 99, "max": 100])
        let groups = line["groups"] as? [String: [String: [String: Int]]]
        #expect(groups?["{tag:slow}"]?["ack"]?["p99"] == 99)
    }

    /// The schema and the lines name the same fields.
    @Test func theSchemaHasEveryField() throws {
        let path = Repository.file("Protocol/schemas/load-second.schema.json")
        let schema = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: path)) as? [String: Any])
        let line = try object(SecondLine(second, run: 1, unixMilliseconds: nil))
        #expect(line["unixMilliseconds"] is NSNull)
        let properties = try #require(schema["properties"] as? [String: Any])
        #expect(Set(line.keys) == Set(properties.keys))
        let required = try #require(schema["required"] as? [String])
        #expect(Set(required) == Set(properties.keys).subtracting(["groups"]))
        let kinds = (properties["errorKinds"] as? [String: Any])?["properties"] as? [String: Any]
        #expect(Set(kinds?.keys.map { $0 } ?? []) == Set(ErrorKind.allCases.map(\.rawValue)))
    }
}
