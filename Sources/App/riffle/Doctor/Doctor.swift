import ArgumentParser
import Glibc
import WebSocketLoop

struct Doctor: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check terminal, limits, ports and clocks.",
        discussion: """
            Examples:
              riffle doctor
              riffle doctor --users 10000
              riffle doctor --reset

            Prints a line for each check: ok, odd (it works, but not as well as it could) or bad, and what to do.

            Ends with 0 when nothing is bad, else with 1.
            """)

    @Flag(help: "Reset a terminal that a program left in a wrong state, and do nothing else.")
    var reset = false

    @Option(help: "Number of connections to check for.")
    var users = 0

    @Option(help: "Port that a server would listen on.")
    var port: UInt16 = 7420

    func validate() throws {
        guard (0...10_000_000).contains(users) else {
            throw ValidationError("--users \(users): expected a number from 0 to 10000000")
        }
    }

    func run() throws {
        guard !reset else { return try resetTerminal() }
        let diagnoses =
            TerminalFacts().diagnoses + DescriptorFacts(users: users).diagnoses + [PortCheck.diagnosis(port: port)]
            + ClockFacts().diagnoses + [loop]
        for diagnosis in diagnoses { diagnosis.lines.forEach(StandardStreams.print) }
        if diagnoses.contains(where: { $0.verdict == .bad }) { throw ExitStatus.failure }
    }

    private func resetTerminal() throws {
        guard TerminalReset.run() else {
            StandardStreams.printError("riffle doctor: there is no terminal")
            throw ExitStatus.failure
        }
    }

    private var loop: Diagnosis {
        do {
            _ = try SocketLoop()
            return Diagnosis(.good, "sockets", "libwebsockets starts on libev")
        } catch {
            return Diagnosis(.bad, "sockets", "\(error)")
        }
    }
}

/// The result of one check.
struct Diagnosis: Equatable {
    enum Verdict: String {
        case good = "ok"
        /// It works, but not as well as it could.
        case odd = "odd"
        /// It does not work.
        case bad = "bad"
    }

    let verdict: Verdict
    let subject: String
    let words: String
    /// Action that solves the problem; nil when none is needed or known.
    let remedy: String?

    init(_ verdict: Verdict, _ subject: String, _ words: String, remedy: String? = nil) {
        self.verdict = verdict
        self.subject = subject
        self.words = words
        self.remedy = remedy
    }

    private static let subjectColumns = 12

    /// One line, and a second one with the remedy.
    var lines: [String] {
        let padding = String(repeating: " ", count: max(1, Diagnosis.subjectColumns - subject.count))
        let mark = verdict.rawValue + String(repeating: " ", count: 5 - verdict.rawValue.count)
        let indent = String(repeating: " ", count: 5 + Diagnosis.subjectColumns)
        return [mark + subject + padding + words] + (remedy.map { [indent + $0] } ?? [])
    }
}

/// Whether a server could listen on a port of this machine.
enum PortCheck {
    /// Tries to bind the loopback address, as a server does.
    static func diagnosis(port: UInt16) -> Diagnosis {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                    ? listen(descriptor, 1) : -1
            }
        }
        return diagnosis(port: port, code: result == 0 ? 0 : errno)
    }

    static func diagnosis(port: UInt16, code: Int32) -> Diagnosis {
        switch code {
        case 0: Diagnosis(.good, "port", "\(port) is free")
        case EADDRINUSE:
            Diagnosis(
                .odd, "port", "\(port) is in use, perhaps by another server",
                remedy: "riffle serve --listen 127.0.0.1:0 picks a free port")
        case EACCES:
            Diagnosis(
                .bad, "port", "this user may not listen on \(port)",
                remedy: "use a port from 1024 on, or grant the right to bind")
        default: Diagnosis(.bad, "port", "\(port): \(String(cString: strerror(code)))")
        }
    }
}
