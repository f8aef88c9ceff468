import FoundationEssentials
import Metrics
import Platform

/// Sends the metrics of a run to a collector of OpenTelemetry while it goes on, on its own thread.
///
/// Each request has all counts since the start of a run, so one that fails, or a second that passes while another is
/// under way, loses no count. The end of each run is sent.
final class OTLPExporter: Sendable {
    private struct ExportState {
        var sent = 0
        var failed = 0
        var reason: String?
    }

    private let target: OTLPTarget
    private let state: Locked<ExportState>
    private let ended = OneShot<Void>()

    private static let timeoutSeconds = 5
    /// Time for the last request after the end of the run.
    private static let closeMilliseconds: Int64 = 2_000

    init(_ target: OTLPTarget, metrics: LiveMetrics) {
        self.target = target
        let state = Locked(ExportState())
        self.state = state
        NamedThread.start("load otlp") { [ended] in
            var version = 0
            while true {
                let snapshot = metrics.next(after: version)
                if snapshot.version > version {
                    let failure = OTLPExporter.send(snapshot, to: target)
                    state.withLock { state in
                        state.sent += 1
                        if let failure { (state.failed, state.reason) = (state.failed + 1, failure) }
                    }
                }
                version = snapshot.version
                if snapshot.isLast { break }
            }
            ended.give(())
        }
    }

    /// Sends the metrics; returns the reason when the collector did not take them.
    private static func send(_ snapshot: LiveMetrics.MetricsSnapshot, to target: OTLPTarget) -> String? {
        func nanoseconds(_ date: Date) -> Int64 { Int64(date.timeIntervalSince1970 * 1_000_000) * 1_000 }
        let request = OTLPRequest(
            snapshot.families, version: Riffle.version, startNanoseconds: nanoseconds(snapshot.start),
            nowNanoseconds: nanoseconds(snapshot.time))
        let exchange = HTTPExchange(
            host: target.host, port: target.port, timeoutSeconds: timeoutSeconds, mostBytes: 65_536)
        do throws(HTTPExchange.ExchangeFailure) {
            let answer = try exchange.send(
                HTTPExchange.ExchangeRequest(
                    method: "POST", path: target.path,
                    headers: [(name: "Content-Type", value: OTLPRequest.contentType)], body: Array(request.json.utf8)))
            return (200..<300).contains(answer.status) ? nil : "HTTP status \(answer.status)"
        } catch {
            return error.reason
        }
    }

    /// Waits for the last request, after the metrics were closed. Returns a sentence about failures; nil without any.
    func close() -> String? {
        let isOver = ended.wait(milliseconds: OTLPExporter.closeMilliseconds) != nil
        let state = state.withLock { $0 }
        guard let reason = state.reason ?? (isOver ? nil : "no answer in time") else { return nil }
        let failed = state.failed + (isOver ? 0 : 1)
        let sent = state.sent + (isOver ? 0 : 1)
        return "--otlp \(target): \(failed) of \(sent) requests failed, the last one with: \(reason)"
    }
}
