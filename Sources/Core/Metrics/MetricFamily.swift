/// A family of metrics with its values, for each format that carries it.
///
/// Its name has dots, as OpenTelemetry's conventions want; the name for Prometheus follows by the rules of OpenTelemetry
/// for it, so that both ways into a store end at one name.
package struct MetricFamily: Hashable, Sendable {
    package enum MetricUnit: String, Hashable, Sendable {
        case none = ""
        case seconds = "s"
        case bytes = "By"

        fileprivate var suffix: String {
            switch self {
            case .none: ""
            case .seconds: "_seconds"
            case .bytes: "_bytes"
            }
        }
    }

    package struct Label: Hashable, Sendable {
        package var name: String
        package var value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    package enum Value: Hashable, Sendable {
        case count(UInt64)
        /// In the unit of the family; of seconds in microseconds.
        case now(Int64)
        case distribution(Histogram)
    }

    package struct Point: Hashable, Sendable {
        package var labels: [Label]
        package var value: Value
    }

    package enum MetricKind: Hashable, Sendable { case counter, gauge, histogram }

    package var name: String
    package var kind: MetricKind
    package var unit: MetricUnit
    package var help: String
    package var points: [Point]

    /// The name for Prometheus.
    package var prometheusName: String {
        name.replacing(".", with: "_") + unit.suffix + (kind == .counter ? "_total" : "")
    }
}

extension [MetricFamily] {
    /// All families in Prometheus' text format 0.0.4.
    package var prometheusText: String {
        var text = MetricsText()
        for family in self {
            let name = family.prometheusName
            text.family(name, family.textKind, help: family.help)
            for point in family.points {
                let labels = point.labels.map { (name: $0.name, value: $0.value) }
                switch point.value {
                case .count(let count): text.sample(name, String(count), labels)
                case .now(let value):
                    let isTime = family.unit == .seconds
                    text.sample(name, isTime ? MetricsText.seconds(microseconds: value) : String(value), labels)
                case .distribution(let histogram): text.buckets(name, histogram, labels)
                }
            }
        }
        return text.text
    }
}

extension MetricFamily {
    fileprivate var textKind: MetricsText.Kind {
        switch kind {
        case .counter: .counter
        case .gauge: .gauge
        case .histogram: .histogram
        }
    }
}
