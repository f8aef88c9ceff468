import FoundationEssentials
import Glibc

/// Processor time and memory of this process.
enum ProcessUsage {
    /// Processor time of the process, in user and kernel mode, since its start.
    static var processorMicroseconds: Int64 {
        var usage = rusage()
        getrusage(RUSAGE_SELF.rawValue, &usage)
        return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Int64($1.tv_sec) * 1_000_000 + Int64($1.tv_usec) }
    }

    /// Resident memory now, from `proc_pid_status(5)`; 0 when unknown.
    static var residentBytes: Int { bytes(of: "VmRSS:") }

    /// Peak of the resident memory. The value of `getrusage` would include the parent process.
    static var peakResidentBytes: Int { bytes(of: "VmHWM:") }

    private static func bytes(of field: String) -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix(field) }
        let kilobytes = line?.dropFirst(field.count).split(whereSeparator: \.isWhitespace).first.flatMap { Int($0) }
        return (kilobytes ?? 0) * 1_024
    }
}
