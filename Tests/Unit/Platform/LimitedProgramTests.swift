import Foundation
import Platform
import TestPeers
import Testing

/// Programs with limits.
@Suite(.serialized) struct LimitedProgramTests {
    private static let limits = LimitedProgram.ProgramLimits(
        seconds: 30, outputBytes: 10_000, memoryBytes: 512 << 20, hasNoNetwork: false)

    private func run(
        _ script: String, _ limits: LimitedProgram.ProgramLimits = limits, input: String = "", joinsErrors: Bool = false
    ) -> LimitedProgram.ProgramOutcome {
        LimitedProgram(path: "/bin/sh", arguments: ["-c", script], limits: limits)
            .run(Array(input.utf8), joinsErrors: joinsErrors)
    }

    private func text(_ outcome: LimitedProgram.ProgramOutcome) -> String {
        String(decoding: outcome.output, as: UTF8.self)
    }

    @Test func inputOutputAndEnd() {
        let result = run("cat; echo bad >&2; exit 3", input: "in")
        #expect(text(result) == "in" && result.complaint == "bad\n" && result.end == .exited(3))
        #expect(text(run("echo a; echo b >&2; echo c", joinsErrors: true)) == "a\nb\nc\n")
        #expect(run("kill -9 $$").end == .killed(signal: 9))
        let missing = LimitedProgram(path: "/no/such", arguments: [], limits: Self.limits).run()
        #expect(missing.end == .notStarted("No such file or directory"))
        let long = String(repeating: "x", count: 300_000)
        #expect(text(run("wc -c", input: long)).trimmingCharacters(in: .whitespacesAndNewlines) == "300000")
    }

    @Test func environmentAndFolder() {
        let names = Set(text(run("env")).split(separator: "\n").map { $0.prefix { $0 != "=" } })
        #expect(names.isSubset(of: ["PATH", "HOME", "LANG", "PWD", "OLDPWD", "_", "SHLVL"]))
        #expect(names.contains("PATH"))
        let folder = text(run("pwd; ls -A; touch left")).trimmingCharacters(in: .newlines)
        #expect(folder.hasPrefix("/tmp/riffle-run-") && !FileManager.default.fileExists(atPath: folder))
        #expect(text(run("ls /proc/self/fd | wc -l")).trimmingCharacters(in: .whitespacesAndNewlines) == "4")
    }

    @Test func tooMuchTimeAndOutput() throws {
        var limits = Self.limits
        limits.seconds = 1
        let late = run("echo start; sleep 1000", limits)
        #expect(late.end == .late && text(late) == "start\n")
        let flood = run("yes", limits)
        #expect(flood.end == .tooLong && flood.output.count == 10_000)
        // A program that closes its output goes on no longer than that either.
        #expect(run("exec >&- 2>&-; sleep 1000", limits).end == .late)
        #expect(run("while :; do :; done", limits).end == .late)
    }

    @Test func processesThatItLeavesBehindEnd() throws {
        let result = run("sleep 1000 & echo $!")
        #expect(result.end == .exited(0))
        let process = try #require(Int32(text(result).trimmingCharacters(in: .newlines)))
        try eventually("the end of \(process)") { kill(process, 0) != 0 || self.isGone(process) }
    }

    /// Whether nothing but the entry of a process is left.
    private func isGone(_ process: Int32) -> Bool {
        let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        return status?.contains(") Z ") ?? true
    }

    @Test func memoryIsBounded() throws {
        let python = try #require(LimitedProgram.find("python3") ?? LimitedProgram.find("perl"))
        var limits = Self.limits
        limits.memoryBytes = 64 << 20
        let code =
            python.hasSuffix("perl")
            ? "my $x = 'a' x (300 << 20); print 'had it'" : "x = bytearray(300 << 20); print('had it')"
        let flag = python.hasSuffix("perl") ? "-e" : "-c"
        let result = LimitedProgram(path: python, arguments: [flag, code], limits: limits).run()
        #expect(!text(result).contains("had it") && result.end != .exited(0))
        limits.memoryBytes = 1 << 30
        #expect(text(LimitedProgram(path: python, arguments: [flag, code], limits: limits).run()).contains("had it"))
    }

    @Test func programsAreFoundInThePath() {
        #expect(LimitedProgram.find("sh")?.hasSuffix("/sh") == true)
        #expect(LimitedProgram.find("no-such-program") == nil && LimitedProgram.find("../bin") == nil)
    }
}
