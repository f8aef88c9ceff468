import ArgumentParser
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
            StandardStreams.say("riffle doctor: there is no terminal")
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
