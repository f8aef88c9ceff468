import ArgumentParser
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
            "Send the metrics of the run each second to a collector of OpenTelemetry, http://HOST[:PORT][/PATH], as JSON.",
        transform: { try OTLPTarget($0) })
    var otlp: OTLPTarget?

    /// Simulated seconds pass faster than those of a store of metrics.
    func check(isSimulated: Bool) throws {
        guard !isSimulated || metricsAddress == nil && otlp == nil else {
            throw ValidationError(
                "\(otlp == nil ? "--metrics-address" : "--otlp"): expected a run over sockets, got --sim; use --out jsonl=FILE"
            )
        }
    }
}
