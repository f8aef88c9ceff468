import FoundationEssentials
import Glibc
import HTTPClient
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

    private static let timeoutMilliseconds: Int64 = 5_000
    /// Time for the last request after the end of the run.
    private static let closeMilliseconds: Int64 = 2_000

    /// - Throws: `CommandFailure` when there is no thread for requests.
    init(_ target: OTLPTarget, headers: OTLPHeaders, metrics: LiveMetrics) throws(CommandFailure) {
        self.target = target
        var options = HTTPClient.HTTPOptions()
        options.authorities = .ofSystem
        options.agent = "riffle/\(Riffle.version)"
        guard let client = HTTPClient(options) else {
            throw CommandFailure(description: "--otlp: \(LoadHTTP.Unavailable().description)")
        }
        let state = Locked(ExportState())
        self.state = state
        NamedThread.start("load otlp") { [ended] in
            var version = 0
            while true {
                let snapshot = metrics.next(after: version)
                if snapshot.version > version {
                    let failure = OTLPExporter.send(snapshot, to: target, headers, by: client)
                    state.withLock { state in
                        state.sent += 1
                        if let failure { (state.failed, state.reason) = (state.failed + 1, failure) }
                    }
                }
                version = snapshot.version
                if snapshot.isLast { break }
            }
            // Before the process may exit: the library closes its connections.
            client.close()
            ended.give(())
        }
    }

    /// Sends the metrics; returns the reason when the collector did not take them.
    private static func send(
        _ snapshot: LiveMetrics.MetricsSnapshot, to target: OTLPTarget, _ headers: OTLPHeaders, by client: HTTPClient
    ) -> String? {
        func nanoseconds(_ date: Date) -> Int64 { Int64(date.timeIntervalSince1970 * 1_000_000) * 1_000 }
        let metrics = OTLPRequest(
            snapshot.families, version: Riffle.version, startNanoseconds: nanoseconds(snapshot.start),
            nowNanoseconds: nanoseconds(snapshot.time))
        var request = HTTPRequest("POST", target.description)
        request.headers = [HTTPRequest.HeaderLine("Content-Type", OTLPRequest.contentType)] + headers.lines
        (request.body, request.withinMilliseconds) = (metrics.json, timeoutMilliseconds)
        client.send(request, user: 0)
        var query = pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&query, 1, -1) < 0 {}
        switch client.takeOutcomes().first?.outcome.answer {
        case .answered(200..<300, _, _): return nil
        case .answered(let status, _, _): return "HTTP status \(status)"
        case .failed(.timeout, _): return "no answer within \(timeoutMilliseconds / 1_000) s"
        case .failed(_, let reason): return reason.printableLine
        case nil: return "no answer"
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
