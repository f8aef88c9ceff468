/// The process and its build, under the names that client libraries of Prometheus use.
package struct ProcessMetrics: Hashable, Sendable {
    package var version: String
    /// The subprotocol of the rooms.
    package var subprotocol: String
    /// Processor time in user and kernel mode since the start.
    package var processorMicroseconds: Int64 = 0
    package var residentBytes: Int = 0
    package var openDescriptors: Int = 0
    /// The limit of `openDescriptors`.
    package var maximumDescriptors: Int = 0
    /// Microseconds since 1970.
    package var startMicroseconds: Int64 = 0

    package init(version: String, subprotocol: String) {
        self.version = version
        self.subprotocol = subprotocol
    }

    /// The metrics in Prometheus' text format 0.0.4.
    package var text: String {
        var text = MetricsText()
        text.family("riffle_build_info", .gauge, help: "Always 1; the labels describe the build.")
        text.sample("riffle_build_info", "1", [("version", version), ("subprotocol", subprotocol)])
        text.value(
            "process_cpu_seconds_total", .counter, MetricsText.seconds(microseconds: processorMicroseconds),
            help: "Processor time of the process, in user and kernel mode.")
        text.value(
            "process_resident_memory_bytes", .gauge, String(residentBytes), help: "Resident memory of the process.")
        text.value("process_open_fds", .gauge, String(openDescriptors), help: "Open descriptors of the process.")
        text.value("process_max_fds", .gauge, String(maximumDescriptors), help: "Limit of open descriptors.")
        text.value(
            "process_start_time_seconds", .gauge, MetricsText.seconds(microseconds: startMicroseconds),
            help: "Start of the process, in seconds since 1970.")
        return text.text
    }
}
