import Foundation
import TestPeers

/// Records system calls, or makes them fail, with strace.
enum SystemCalls {
    private static let tracer = URL(fileURLWithPath: "/usr/bin/strace")

    /// Whether strace is there and may look at a process.
    static var areVisible: Bool {
        guard let folder = try? ScratchFolder(),
            let probe = try? RunningProgram(tracer, arguments: ["-D", "-o", folder.path("probe"), "true"])
        else { return false }
        return (try? probe.exitCode()) == 0
    }

    /// Starts Riffle in the process that is returned; the tracer is another (`-D`).
    static func trace(_ names: [String], of words: [String], into file: String) throws -> RunningProgram {
        let options = ["-D", "-f", "-q", "--seccomp-bpf", "-e", "trace=" + names.joined(separator: ","), "-o", file]
        return try RunningProgram(tracer, arguments: options + [Program.riffle.path] + words)
    }

    /// Starts Riffle in the process that is returned, as if the kernel refused a call with an error such as `EPERM`.
    static func run(_ words: [String], failing call: String, with error: String) throws -> RunningProgram {
        let rules = ["-e", "trace=\(call)", "-e", "inject=\(call):error=\(error)"]
        let options = ["-D", "-f", "-q", "-o", "/dev/null"] + rules
        return try RunningProgram(tracer, arguments: options + [Program.riffle.path] + words)
    }

    /// The lines of all processes, once `process` has ended. strace aligns the process numbers: `987   +++ exited with 0 +++`.
    static func recorded(in file: String, by process: Int32) throws -> [Substring] {
        var lines: [Substring] = []
        try eventually("the end of process \(process) in \(file)", instead: lines.suffix(3).joined(separator: "\n")) {
            lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
            return lines.contains { line in
                let words = line.split(separator: " ")
                return words.starts(with: ["\(process)", "+++", "exited"])
            }
        }
        return lines
    }

    /// The largest argument in bytes: `123 mmap(NULL, 4096, PROT_READ, …`; for `mremap` the new size is the larger.
    static func size(_ line: Substring) -> Int? {
        guard line.contains("mmap(") || line.contains("mremap(") else { return nil }
        let parts = line.split { "(), ".contains($0) }
        return parts.dropFirst(2).prefix(4).compactMap { Int($0) }.max()
    }
}
