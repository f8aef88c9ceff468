import Foundation
import Metrics
import Testing

@testable import riffle

@Suite struct OTLPRequestTests {
    @Test func aCollectorReadsThem() throws {
        var metrics = LoadMetrics(title: "A \"test\"", seed: 7)
        metrics.add(starts: 5, actions: 9)
        metrics.add(
            [(value: 200, count: 3), (value: 2_000_000, count: 1)], percentiles: [("50", 200)],
            to: LoadMetrics.Series(measure: "deliver"))
        let request = OTLPRequest(
            metrics.families, version: "1.0", startNanoseconds: 1_000, nowNanoseconds: 3_000_000_000)
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(request.json.utf8)) as? [String: [[String: Any]]])
        let resource = try #require(object["resourceMetrics"]?.first)
        let scope = try #require((resource["scopeMetrics"] as? [[String: Any]])?.first)
        let sent = try #require(scope["metrics"] as? [[String: Any]])
        func metric(_ name: String, _ kind: String) -> [String: Any]? {
            sent.first { $0["name"] as? String == name }?[kind] as? [String: Any]
        }
        let starts = try #require(metric("riffle.load.starts", "sum"))
        #expect(starts["aggregationTemporality"] as? Int == 2 && starts["isMonotonic"] as? Bool == true)
        let point = try #require((starts["dataPoints"] as? [[String: Any]])?.first)
        #expect(point["asInt"] as? String == "5", "64-bit numbers are strings in the protocol's JSON")
        #expect(point["startTimeUnixNano"] as? String == "1000" && point["timeUnixNano"] as? String == "3000000000")
        let latency = try #require(
            (metric("riffle.load.latency", "histogram")?["dataPoints"] as? [[String: Any]])?.first)
        let counts = try #require(latency["bucketCounts"] as? [String])
        let bounds = try #require(latency["explicitBounds"] as? [Double])
        #expect(counts.count == bounds.count + 1 && counts.compactMap { Int($0) }.reduce(0, +) == 4)
        #expect(latency["count"] as? String == "4" && latency["sum"] as? Double == 2.0006)
        #expect(metric("riffle.load.closes", "sum") == nil, "a family without points is left out")
        #expect(metric("riffle.load.elapsed", "gauge") != nil)
    }
}
