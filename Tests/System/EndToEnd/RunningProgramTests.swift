import Foundation
import TestPeers
import TestSupport
import Testing

/// Traces of a program in the test process that started it.
@Suite struct RunningProgramTests {
    @Test func aProgramThatHasEndedLeavesNoPipe() throws {
        let pipe = try nameOfPipe()
        try eventually("an end of \(pipe)", instead: "\(links())") { !links().contains(pipe) }
    }

    /// The name of a program's output, such as `pipe:[4711]`.
    private func nameOfPipe() throws -> String {
        let program = try RunningProgram(URL(filePath: "/bin/readlink"), arguments: ["/proc/self/fd/1"])
        let name = try program.nextLine()
        #expect(try program.exitCode() == 0)
        #expect(name.hasPrefix("pipe:["))
        return name
    }

    /// Targets of the descriptors of this process.
    private func links() -> [String] {
        let folder = "/proc/self/fd"
        let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return descriptors.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
    }
}
