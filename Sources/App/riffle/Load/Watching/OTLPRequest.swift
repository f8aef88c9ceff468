import Metrics
import Support

/// Metrics as a request of OpenTelemetry's protocol over HTTP, in its JSON form (OTLP 1, `ExportMetricsServiceRequest`).
///
/// Sums and histograms count from the start, so that a request that is lost loses nothing.
struct OTLPRequest: Sendable {
    static let contentType = "application/json"

    private let families: [MetricFamily]
    private let version: String
    private let start: JSONText
    private let now: JSONText

    /// - Parameters:
    ///   - version: of this program.
    ///   - startNanoseconds: the start of the counts since 1970.
    init(_ families: [MetricFamily], version: String, startNanoseconds: Int64, nowNanoseconds: Int64) {
        self.families = families
        self.version = version
        // 64-bit numbers are strings in this form.
        start = .string(String(startNanoseconds))
        now = .string(String(nowNanoseconds))
    }

    var json: String {
        let resource = OTLPRequest.attributes([
            .init(name: "service.name", value: "riffle-load"), .init(name: "service.version", value: version),
        ])
        let scope: JSONText = .object([("name", "riffle.load"), ("version", .string(version))])
        let metrics = families.filter { !$0.points.isEmpty }.map(metric)
        return JSONText.object([
            (
                "resourceMetrics",
                [
                    .object([
                        ("resource", .object([("attributes", resource)])),
                        ("scopeMetrics", [.object([("scope", scope), ("metrics", .array(metrics))])]),
                    ])
                ]
            )
        ]).line
    }

    private func metric(_ family: MetricFamily) -> JSONText {
        let points = JSONText.array(family.points.map { point(of: $0, family) })
        var data: [(String, JSONText)] = [("dataPoints", points)]
        // 2: cumulative.
        if family.kind != .gauge { data.append(("aggregationTemporality", 2)) }
        if family.kind == .counter { data.append(("isMonotonic", true)) }
        let kind =
            switch family.kind {
            case .counter: "sum"
            case .gauge: "gauge"
            case .histogram: "histogram"
            }
        return .object([
            ("name", .string(family.name)), ("description", .string(family.help)),
            ("unit", .string(family.unit.rawValue)), (kind, .object(data)),
        ])
    }

    private func point(of point: MetricFamily.Point, _ family: MetricFamily) -> JSONText {
        var fields: [(String, JSONText)] = [("attributes", OTLPRequest.attributes(point.labels))]
        if family.kind != .gauge { fields.append(("startTimeUnixNano", start)) }
        fields.append(("timeUnixNano", now))
        switch point.value {
        case .count(let count): fields.append(("asInt", .string(String(count))))
        case .now(let value) where family.unit == .seconds:
            fields.append(("asDouble", .number(Double(value) / 1_000_000)))
        case .now(let value): fields.append(("asInt", .string(String(value))))
        case .distribution(let histogram):
            fields += [
                ("count", .string(String(histogram.count))),
                ("sum", .number(Double(histogram.sumMicroseconds) / 1_000_000)),
                ("bucketCounts", .array(histogram.counts.map { .string(String($0)) })),
                ("explicitBounds", .array(histogram.boundsMicroseconds.map { .number(Double($0) / 1_000_000) })),
            ]
        }
        return .object(fields)
    }

    private static func attributes(_ labels: [MetricFamily.Label]) -> JSONText {
        .array(
            labels.map { label in
                .object([
                    ("key", .string(label.name)), ("value", .object([("stringValue", .string(label.value))])),
                ])
            })
    }
}
