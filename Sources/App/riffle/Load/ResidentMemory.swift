import Foundation

/// What this process holds of the machine's memory, in bytes, as the kernel counts it (`proc_pid_status(5)`); 0 where it
/// does not say.
enum ResidentMemory {
    /// Now.
    static var bytes: Int { bytes(of: "VmRSS:") }

    /// At most so far. What `getrusage` tells would count the program that started this one, too.
    static var peakBytes: Int { bytes(of: "VmHWM:") }

    private static func bytes(of field: String) -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix(field) }
        let kilobytes = line?.dropFirst(field.count).split(whereSeparator: \.isWhitespace).first.flatMap { Int($0) }
        return (kilobytes ?? 0) * 1_024
    }
}
