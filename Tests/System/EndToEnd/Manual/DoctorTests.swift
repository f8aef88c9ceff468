import Foundation
import Glibc
import Platform
import TestPeers
import Testing

@testable import riffle

/// The checks of `riffle doctor`, and the reset of a terminal.
@Suite struct DoctorTests {
    private func terminal(
        _ environment: [String: String] = ["TERM": "xterm-256color"], size: WindowSize? = .standard,
        charset: String = "UTF-8", mouse: TerminalQuestion.Answer = .yes, isTerminal: Bool = true
    ) -> [String] {
        let facts = TerminalFacts(
            isTerminal: isTerminal, size: size, environment: environment, charset: charset, mouse: mouse)
        return facts.diagnoses.map { "\($0.verdict.rawValue) \($0.subject): \($0.words)" }
    }

    @Test func aGoodTerminalIsReportedAsGood() {
        #expect(
            terminal() == [
                "ok terminal: xterm-256color", "ok size: 80x24", "ok colour: 256", "ok unicode: UTF-8",
                "ok mouse: the terminal reports it: pages can be dragged",
            ])
    }

    @Test func problemsOfATerminalAreReported() {
        #expect(terminal(isTerminal: false).first?.hasPrefix("odd terminal") == true)
        #expect(terminal(["TERM": "dumb"]).first?.hasPrefix("bad terminal") == true)
        #expect(terminal([:]).first?.hasPrefix("bad terminal") == true)
        #expect(terminal(size: WindowSize(columns: 10, rows: 4))[1] == "odd size: 10x4 is small")
        #expect(terminal(size: nil)[1].hasPrefix("odd size"))
        #expect(terminal(["TERM": "xterm", "NO_COLOR": "1"])[2] == "ok colour: off because of NO_COLOR")
        #expect(terminal(["TERM": "xterm", "COLORTERM": "truecolor"])[2] == "ok colour: 16 million")
        #expect(terminal(charset: "ANSI_X3.4-1968")[3].hasPrefix("odd unicode"))
        #expect(terminal(mouse: .no)[4].hasPrefix("odd mouse"))
    }

    @Test(arguments: [
        ("", TerminalQuestion.Answer.silence), ("\u{1B}[?62;c", .unknown), ("\u{1B}[?1006;2$y\u{1B}[?62;c", .yes),
        ("\u{1B}[?1006;1$y\u{1B}[?62;c", .yes), ("\u{1B}[?1006;0$y\u{1B}[?62;c", .no), ("\u{1B}[?1006;", .no),
    ])
    func theTerminalsAnswerIsRead(reply: String, answer: TerminalQuestion.Answer) {
        #expect(TerminalQuestion.answer(in: reply) == answer)
    }

    @Test func limitsAreComparedWithTheUsers() {
        func verdicts(soft: UInt64, hard: UInt64, ports: Int, users: Int) -> [Diagnosis] {
            DescriptorFacts(soft: soft, hard: hard, localPorts: ports, users: users).diagnoses
        }
        #expect(verdicts(soft: 1_024, hard: 4_096, ports: 28_000, users: 0).map(\.verdict) == [.good])
        let few = verdicts(soft: 1_024, hard: 4_096, ports: 28_000, users: 1_000)
        #expect(few.map(\.verdict) == [.bad, .good] && few[0].remedy == "ulimit -n 1064")
        #expect(
            verdicts(soft: 1_024, hard: 1_024, ports: 9, users: 1_000)[0].remedy?.contains("the hard limit is 1024")
                == true)
        #expect(verdicts(soft: 9_999, hard: 9_999, ports: 9, users: 10).map(\.verdict) == [.good, .bad])
    }

    @Test func clocksAreChecked() {
        func verdicts(_ resolution: Int64, _ lateness: Int64, _ seconds: Int64) -> [Diagnosis.Verdict] {
            ClockFacts(resolutionNanoseconds: resolution, latenessMilliseconds: lateness, unixSeconds: seconds)
                .diagnoses.map(\.verdict)
        }
        #expect(verdicts(1, 2, 1_800_000_000) == [.good, .good, .good])
        #expect(verdicts(10_000_000, 200, 0) == [.odd, .odd, .bad])
        #expect(ClockFacts().diagnoses[0].verdict == .good)
    }

    @Test func aPortInUseIsReported() throws {
        let (listener, port) = try Loopback.listener()
        defer { close(listener) }
        #expect(PortCheck.diagnosis(port: port).verdict == .odd)
        #expect(PortCheck.diagnosis(port: 0).verdict == .good)
        #expect(PortCheck.diagnosis(port: 80, code: EACCES).verdict == .bad)
        let result = try RunningProgram.run(["doctor", "--port", "\(port)"])
        #expect(result.lines.contains { $0.hasPrefix("odd  port") && $0.contains("\(port) is in use") })
        #expect(try RunningProgram.run(["doctor", "--users", "-1"]).code == 64)
        #expect(try RunningProgram.run(["doctor", "--users", "9999999"]).code == 1)
    }

    @Test func resetRestoresTheTerminal() throws {
        var (user, terminal): (Int32, Int32) = (-1, -1)
        try #require(openpty(&user, &terminal, nil, nil, nil) == 0)
        defer { for descriptor in [user, terminal] { close(descriptor) } }
        var settings = termios()
        tcgetattr(terminal, &settings)
        let before = settings
        cfmakeraw(&settings)
        tcsetattr(terminal, TCSANOW, &settings)
        let process = Process()
        process.executableURL = Program.riffle
        process.arguments = ["doctor", "--reset"]
        let handle = FileHandle(fileDescriptor: terminal, closeOnDealloc: false)
        (process.standardInput, process.standardOutput, process.standardError) = (handle, handle, handle)
        try process.start()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        tcgetattr(terminal, &settings)
        #expect(settings.c_lflag == before.c_lflag)
        #expect(settings.c_iflag & tcflag_t(ICRNL) != 0 && settings.c_oflag == before.c_oflag)
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = read(user, &buffer, buffer.count)
        let text = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        for mode in ["[?1049l", "[?25h", "[?1002l", "[?1006l", "[0m"] { #expect(text.contains(mode)) }
    }
}
