import Foundation
import Glibc
import TestPeers
import TestSupport
import Testing

extension CommandScenes {
    /// `riffle demo`, interrupted: it ends itself and its processes, and takes no more memory than before.
    @Suite struct DemoTests {
        /// A process of the demo maps 1.3 GB of addresses and uses 40 MB. A fault once made it ask for up to 64 GB at a
        /// signal.
        private static let mappedBound = 8 << 30
        private static let usedBound = 256 << 20

        @Test(arguments: [SIGINT, SIGTERM])
        func aSignalEndsTheDemoWithoutGrowth(signal: Int32) throws {
            let demo = try RunningProgram(arguments: ["demo"])
            defer { demo.end() }
            try waitForActors(of: demo)
            let watch = MemoryWatch(of: demo.processID)
            demo.signal(signal)
            #expect(try demo.exitCode() == 128 + signal)
            let peak = watch.end()
            #expect(peak.mapped > 0 && (Sanitizer.isOn || peak.mapped < Self.mappedBound))
            #expect(peak.used > 0 && peak.used < Self.usedBound)
        }

        /// A mapping that the kernel refuses does not show in a process's peak.
        @Test(
            .enabled(if: SystemCalls.areVisible, "strace is needed"),
            .disabled(if: Sanitizer.isOn, "a sanitizer maps terabytes itself"), arguments: [SIGINT, SIGTERM])
        func aSignalMakesTheDemoAskForNoLargeMemory(signal: Int32) throws {
            let folder = try ScratchFolder()
            let demo = try SystemCalls.trace(["mmap", "mremap"], of: ["demo"], into: folder.path("calls"))
            defer { demo.end() }
            try waitForActors(of: demo)
            demo.signal(signal)
            #expect(try demo.exitCode() == 128 + signal)
            let calls = try SystemCalls.recorded(in: folder.path("calls"), by: demo.processID)
            let sizes = calls.compactMap(SystemCalls.size)
            #expect(sizes.count > 100, "they were recorded")
            #expect(try #require(sizes.max()) < Self.mappedBound)
        }

        private func waitForActors(of demo: RunningProgram) throws {
            try demo.wait(for: "an actor") { lines in lines.contains { $0.contains(" process ") } }
        }
    }
}

/// Notes a process's peak memory until it has ended, on a thread of its own.
///
/// `@unchecked Sendable`: the peak is written by that thread and read after it has signalled its end.
private final class MemoryWatch: @unchecked Sendable {
    private let status: String
    private let ended = DispatchSemaphore(value: 0)
    private var peak = (mapped: 0, used: 0)

    init(of process: Int32) {
        status = "/proc/\(process)/status"
        Thread.detachNewThread { [self] in
            while let text = try? String(contentsOfFile: status, encoding: .utf8), text.contains("VmPeak") {
                peak = (max(peak.mapped, Self.bytes("VmPeak", in: text)), max(peak.used, Self.bytes("VmHWM", in: text)))
                usleep(500)
            }
            ended.signal()
        }
    }

    /// In bytes.
    func end() -> (mapped: Int, used: Int) {
        ended.wait()
        return peak
    }

    private static func bytes(_ name: String, in text: String) -> Int {
        let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        let kilobytes = line?.split { !$0.isNumber }.first.flatMap { Int($0) }
        return (kilobytes ?? 0) << 10
    }
}
