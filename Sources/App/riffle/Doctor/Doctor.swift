import ArgumentParser
import WebSocketLoop

struct Doctor: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Look whether terminal, limits, ports and clocks are as they should be.",
        discussion: """
            Examples:
              riffle doctor
              riffle doctor --users 10000
              riffle doctor --reset

            Prints a line for each thing: ok, odd (it works, and something could be better) or bad, and what to do.
            Ends with 0 when nothing is bad, else with 1.
            """)

    @Flag(help: "Mend a terminal that a program has left in disorder, and do nothing else.")
    var reset = false

    @Option(help: "For so many connections at once.")
    var users = 0

    @Option(help: "The port a server is to listen on.")
    var port: UInt16 = 7420

    func validate() throws {
        guard (0...10_000_000).contains(users) else { throw ValidationError("--users: 0 to 10000000") }
    }

    func run() throws {
        guard !reset else { return try mend() }
        let symptoms =
            TerminalFacts().symptoms + DescriptorFacts(users: users).symptoms + [PortCheck.symptom(port: port)]
            + ClockFacts().symptoms + [loop]
        for symptom in symptoms { symptom.lines.forEach(StandardStreams.print) }
        if symptoms.contains(where: { $0.verdict == .bad }) { throw ExitStatus.failure }
    }

    private func mend() throws {
        guard TerminalMend.mend() else {
            StandardStreams.say("riffle doctor: there is no terminal here")
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
