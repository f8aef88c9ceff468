import FoundationEssentials
import Metrics

extension ProcessMetrics {
    private static let subprotocol = "riffle.v1"

    /// The figures of this process now.
    ///
    /// - Parameter start: the start of the process.
    static func now(startedAt start: Date) -> ProcessMetrics {
        var metrics = ProcessMetrics(version: Riffle.version, subprotocol: subprotocol)
        metrics.processorMicroseconds = ProcessUsage.processorMicroseconds
        metrics.residentBytes = ProcessUsage.residentBytes
        metrics.openDescriptors = DescriptorLimit.used
        metrics.maximumDescriptors = DescriptorLimit.allowed
        metrics.startMicroseconds = Int64(start.timeIntervalSince1970 * 1_000_000)
        return metrics
    }
}
