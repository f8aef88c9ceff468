import Foundation
import Glibc
import TestPeers
import Testing

@testable import Platform

@Suite struct ShellCommandTests {
    private func end(of text: String) throws -> ShellCommand.End {
        let command = try ShellCommand(text)
        command.wait()
        return command.takeEnd()
    }

    @Test func theEndIsThatOfTheShell() throws {
        #expect(try end(of: "exit 0") == .exited(0))
        #expect(try end(of: "exit 7") == .exited(7))
        #expect(try end(of: "no-such-command-of-anybody 2>/dev/null") == .exited(127))
        #expect(try end(of: "kill -9 $$") == .killed(signal: SIGKILL))
    }

    /// Programs of this kind block signals, to read them from a descriptor.
    @Test func signalsThatAreBlockedHereAreNotBlockedThere() throws {
        let found = Locked<ShellCommand.End?>(nil)
        NamedThread.start("blocked") {
            var set = sigset_t()
            sigemptyset(&set)
            sigaddset(&set, SIGTERM)
            pthread_sigmask(SIG_BLOCK, &set, nil)
            let end = try? end(of: "kill -TERM $$; exit 3")
            found.change { $0 = end ?? .exited(-1) }
        }
        #expect(found.wait { $0 } == .killed(signal: SIGTERM))
    }

    @Test func whatACommandLeavesBehindIsNotWaitedFor() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("left-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(try end(of: "sleep 600 & echo $! > '\(file.path)'") == .exited(0))
        let left = try #require(
            pid_t(String(contentsOf: file, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(kill(left, 0) == 0, "it runs on")
        kill(left, SIGKILL)
    }

    /// The shell waits for another process, which is not the one that was started.
    @Test func aSignalReachesWhatTheCommandWaitsFor() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("waited-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let command = try ShellCommand(
            "sleep 600 & echo $! > '\(file.path).new'; mv '\(file.path).new' '\(file.path)'; wait")
        func waited() -> pid_t? {
            pid_t(
                ((try? String(contentsOf: file, encoding: .utf8)) ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
            )
        }
        try eventually("the process that the command waits for") { waited() != nil }
        let process = try #require(waited())
        command.send(SIGTERM)
        command.wait()
        #expect(command.takeEnd() == .killed(signal: SIGTERM))
        try eventually("its end") { kill(process, 0) != 0 || isZombie(process) }
    }

    /// Nobody may be there to take the end of a process whose parent has ended.
    private func isZombie(_ process: pid_t) -> Bool {
        let status = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
        return status.split(separator: ")").last?.hasPrefix(" Z") ?? true
    }
}
