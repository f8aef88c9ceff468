/// The metrics of a load run while it goes on, of all its workers.
package struct LoadMetrics: Sendable {
    /// A measure of a run, of all users or of a group of actors such as `{tag:slow}`.
    package struct Series: Hashable, Sendable {
        package var measure: String
        package var group: String?

        package init(measure: String, group: String? = nil) {
            self.measure = measure
            self.group = group
        }

        fileprivate var labels: [MetricFamily.Label] {
            let labels = [MetricFamily.Label(name: "measure", value: measure)]
            return labels + [group].compactMap { $0 }.map { MetricFamily.Label(name: "group", value: $0) }
        }
    }

    /// Counts by a label with few values. Some values come from a server, so their number is bounded.
    private struct BoundedCounts: Sendable {
        private var counts: [String: UInt64] = [:]
        private static let valuesAtMost = 40

        mutating func add(_ value: String, _ count: Int) {
            guard count > 0 else { return }
            let isKnown = counts[value] != nil || counts.count < BoundedCounts.valuesAtMost
            counts[isKnown ? value : "other", default: 0] &+= UInt64(count)
        }

        func points(by label: String) -> [MetricFamily.Point] {
            counts.sorted { $0.key < $1.key }.map {
                MetricFamily.Point(labels: [MetricFamily.Label(name: label, value: $0.key)], value: .count($0.value))
            }
        }
    }

    private let title: String
    private let seed: UInt64
    /// Users that are part of the run, those that are connected, and the run's time in microseconds.
    package var users = 0
    package var connections = 0
    package var elapsedMicroseconds: Int64 = 0
    private var starts = BoundedCounts()
    private var actions = BoundedCounts()
    private var messages = BoundedCounts()
    private var bytes = BoundedCounts()
    private var events = BoundedCounts()
    private var requests = BoundedCounts()
    private var refusals = BoundedCounts()
    private var closes = BoundedCounts()
    private var errors = BoundedCounts()
    private var latencies: [Series: Histogram] = [:]
    private var percentiles: [Series: [(name: String, value: Int64)]] = [:]
    /// Measures of groups that are kept; a script may have more tags than a store of metrics should have series.
    private static let seriesAtMost = 100

    package init(title: String, seed: UInt64) {
        self.title = title
        self.seed = seed
    }

    // MARK: Counts of a second

    package mutating func add(starts: Int, actions: Int) {
        self.starts.add("", starts)
        self.actions.add("", actions)
    }

    package mutating func add(messages: Int, bytes: Int, isSent: Bool) {
        self.messages.add(isSent ? "sent" : "received", messages)
        self.bytes.add(isSent ? "sent" : "received", bytes)
    }

    package mutating func add(expectedEvents: Int, receivedEvents: Int) {
        events.add("expected", expectedEvents)
        events.add("received", receivedEvents)
    }

    package mutating func add(acceptedRequests count: Int) { requests.add("accepted", count) }

    package mutating func add(refusals count: Int, code: String) {
        requests.add("refused", count)
        refusals.add(code, count)
    }

    package mutating func add(closes count: Int, code: String) { closes.add(code, count) }

    package mutating func add(errors count: Int, kind: String) { errors.add(kind, count) }

    // MARK: Latencies of a second

    /// Adds the latencies of a second.
    ///
    /// - Parameters:
    ///   - steps: each value in microseconds, with how often it occurred.
    ///   - percentiles: by name in percent, such as `99`.
    package mutating func add(
        _ steps: [(value: Int64, count: Int64)], percentiles: [(name: String, value: Int64)], to series: Series
    ) {
        guard latencies[series] != nil || latencies.count < LoadMetrics.seriesAtMost else { return }
        for step in steps { latencies[series, default: .latencies].record(microseconds: step.value, count: step.count) }
        self.percentiles[series] = percentiles
    }

    // MARK: Families

    /// All families, always in the same order.
    package var families: [MetricFamily] {
        [
            infoFamily,
            gauge("users", Int64(users), "Users that are part of the run now."),
            gauge("connections", Int64(connections), "Users that are connected now."),
            gauge("elapsed", elapsedMicroseconds, "Time since the start of the run.", .seconds),
            counter("starts", starts.points(by: ""), "Users that have begun."),
            counter("actions", actions.points(by: ""), "Steps that asked the server for something."),
            counter("messages", messages.points(by: "direction"), "WebSocket messages, sent and received."),
            counter(
                "traffic", bytes.points(by: "direction"), "Bytes of WebSocket messages, sent and received.", .bytes),
            counter(
                "events", events.points(by: "state"), "Events that members should receive, and those they received."),
            counter("requests", requests.points(by: "outcome"), "Requests that were answered, by outcome."),
            counter("refusals", refusals.points(by: "code"), "Requests that were refused, by code."),
            counter("closes", closes.points(by: "code"), "Connections that the other side ended, by close code."),
            counter("errors", errors.points(by: "kind"), "Errors, by kind; refused requests are none."),
            latencyFamily, percentileFamily,
        ]
    }

    private var infoFamily: MetricFamily {
        let labels = [
            MetricFamily.Label(name: "title", value: title), MetricFamily.Label(name: "seed", value: String(seed)),
        ]
        return MetricFamily(
            name: "riffle.load.info", kind: .gauge, unit: .none, help: "Always 1; the labels describe the run.",
            points: [MetricFamily.Point(labels: labels, value: .now(1))])
    }

    private var latencyFamily: MetricFamily {
        let points = sorted(latencies).map { entry in
            MetricFamily.Point(labels: entry.key.labels, value: .distribution(entry.value))
        }
        return MetricFamily(
            name: "riffle.load.latency", kind: .histogram, unit: .seconds,
            help: "Latencies from the intended moment, by measure.", points: points)
    }

    private var percentileFamily: MetricFamily {
        var points: [MetricFamily.Point] = []
        for entry in sorted(percentiles) {
            for percentile in entry.value {
                let label = MetricFamily.Label(name: "percentile", value: percentile.name)
                points.append(MetricFamily.Point(labels: entry.key.labels + [label], value: .now(percentile.value)))
            }
        }
        return MetricFamily(
            name: "riffle.load.percentile", kind: .gauge, unit: .seconds,
            help: "Percentiles of the newest second with values, by measure; 100 is the largest value.",
            points: points)
    }

    private func sorted<Value>(_ all: [Series: Value]) -> [(key: Series, value: Value)] {
        all.sorted { ($0.key.measure, $0.key.group ?? "") < ($1.key.measure, $1.key.group ?? "") }
    }

    private func gauge(
        _ name: String, _ value: Int64, _ help: String, _ unit: MetricFamily.MetricUnit = .none
    ) -> MetricFamily {
        MetricFamily(
            name: "riffle.load.\(name)", kind: .gauge, unit: unit, help: help,
            points: [MetricFamily.Point(labels: [], value: .now(value))])
    }

    /// A count without values has no label.
    private func counter(
        _ name: String, _ points: [MetricFamily.Point], _ help: String, _ unit: MetricFamily.MetricUnit = .none
    ) -> MetricFamily {
        let named = points.map { point in
            var point = point
            point.labels.removeAll { $0.name.isEmpty }
            return point
        }
        return MetricFamily(name: "riffle.load.\(name)", kind: .counter, unit: unit, help: help, points: named)
    }
}
