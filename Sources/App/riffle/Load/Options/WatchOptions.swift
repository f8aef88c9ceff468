import ArgumentParser
import FoundationEssentials
import WebSocketLoop

/// The options for those who watch a run while it goes on.
struct WatchOptions: ParsableArguments {
    @Option(
        help:
            "Progress on standard error: auto (charts on a terminal of 60x16 or more, else one line that changes, else lines), line, lines (one every 10 s) or none."
    )
    var progress = ProgressUse.auto

    @Option(
        help:
            "Serve the metrics of the run for Prometheus at http://HOST:PORT/metrics; a PORT alone is of this machine.",
        transform: LoadArguments.listenAddress)
    var metricsAddress: ListenAddress?

    @Option(
        help:
            "Send the metrics of the run each second to a collector of OpenTelemetry, http[s]://HOST[:PORT][/PATH], as JSON; with the headers of OTEL_EXPORTER_OTLP_HEADERS (name=value,…).",
        transform: { try OTLPTarget($0) })
    var otlp: OTLPTarget?

    /// The headers of each request to the collector.
    func otlpHeaders() throws -> OTLPHeaders {
        do {
            return try OTLPHeaders(ProcessInfo.processInfo.environment[OTLPHeaders.variable])
        } catch {
            throw ValidationError("\(error)")
        }
    }

    /// Simulated seconds pass faster than those of a store of metrics.
    func check(isSimulated: Bool) throws {
        if otlp != nil { _ = try otlpHeaders() }
        guard !isSimulated || metricsAddress == nil && otlp == nil else {
            throw ValidationError(
                "\(otlp == nil ? "--metrics-address" : "--otlp"): expected a run over sockets, got --sim; use --out jsonl=FILE"
            )
        }
    }
}
