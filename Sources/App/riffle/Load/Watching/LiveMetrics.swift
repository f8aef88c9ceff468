import FoundationEssentials
import LoadTesting
import Metrics
import Platform
import WebSocketLoop

/// The metrics of the run in progress, shared with the threads that hand them to others.
final class LiveMetrics: HTTPSite {
    private struct MetricsState {
        var metrics = LoadMetrics(title: "", seed: 0)
        var start = Date()
        /// Changes of the metrics so far.
        var version = 0
        var isClosed = false
        /// The version that an exporter has taken.
        var taken = 0
        /// The ends of earlier runs that no exporter has taken, in order.
        var ends: [MetricsSnapshot] = []

        func snapshot(isLast: Bool) -> MetricsSnapshot {
            MetricsSnapshot(
                families: metrics.families, start: start, time: Date(), version: version, isLast: isLast)
        }
    }

    /// The metrics at a moment.
    struct MetricsSnapshot: Sendable {
        let families: [MetricFamily]
        let start: Date
        let time: Date
        let version: Int
        let isLast: Bool
    }

    private let state = Locked(MetricsState())
    private let programStart = Date()
    private let isExported: Bool

    /// - Parameter isExported: whether an exporter calls `next`; it gets the end of every run.
    init(isExported: Bool) {
        self.isExported = isExported
    }

    /// Begins a run; counts begin at 0 again.
    func begin(title: String, seed: UInt64) {
        state.change { state in
            if isExported, state.version > state.taken { state.ends.append(state.snapshot(isLast: false)) }
            state.metrics = LoadMetrics(title: title, seed: seed)
            state.start = Date()
            state.version += 1
        }
    }

    func add(_ second: LoadSecond, microseconds: Int64) {
        state.change { state in
            state.metrics.add(second, microseconds: microseconds)
            state.version += 1
        }
    }

    /// Nothing comes after this.
    func close() {
        state.change { $0.isClosed = true }
    }

    /// Waits for metrics newer than `version`, or for the end.
    func next(after version: Int) -> MetricsSnapshot {
        while true {
            let found = state.wait { state -> MetricsSnapshot? in
                guard state.ends.isEmpty else { return state.ends.removeFirst() }
                guard state.version > version || state.isClosed else { return nil }
                state.taken = state.version
                return state.snapshot(isLast: state.isClosed)
            }
            if let found { return found }
        }
    }

    func answer(_ path: String) -> HTTPResponse {
        guard path == "/metrics" else { return HTTPResponse(status: 404, text: "there is /metrics") }
        let metrics = state.withLock(\.metrics)
        let text = metrics.families.prometheusText + ProcessMetrics.now(startedAt: programStart).text
        return HTTPResponse(status: 200, contentType: ServerMetrics.contentType, body: Array(text.utf8))
    }

    func answer(_ post: HTTPPost) -> HTTPResponse? { nil }
}

extension LoadMetrics {
    mutating func add(_ second: LoadSecond, microseconds: Int64) {
        let slice = second.slice
        (users, connections) = (slice.playing, slice.users)
        elapsedMicroseconds += microseconds
        add(starts: slice.counts.started, actions: slice.actions)
        add(messages: slice.sentMessages, bytes: slice.sentBytes, isSent: true)
        add(messages: slice.receivedMessages, bytes: slice.receivedBytes, isSent: false)
        add(expectedEvents: slice.counts.expectedEvents, receivedEvents: slice.counts.receivedEvents)
        add(acceptedRequests: slice.counts.accepted)
        for (code, count) in slice.counts.rejections { add(refusals: count, code: code) }
        for (code, count) in slice.counts.closes { add(closes: count, code: code) }
        for kind in ErrorKind.allCases { add(errors: slice.count(of: kind), kind: kind.rawValue) }
        add(slice.latencies, group: nil)
        for (group, latencies) in slice.groups.sorted(by: { $0.key < $1.key }) { add(latencies, group: group) }
    }

    private mutating func add(_ latencies: [Measure: Distribution], group: String?) {
        for (measure, values) in latencies where values.count > 0 && !measure.isDistance {
            let percentiles = [50.0, 95, 99].map { ("\(Int($0))", values.value(atPercentile: $0)) }
            add(
                values.steps.map { ($0.value, $0.count) },
                percentiles: (percentiles + [("100", values.maximum)]).map { (name: $0.0, value: $0.1) },
                to: Series(measure: measure.rawValue, group: group))
        }
    }
}
