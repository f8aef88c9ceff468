import Foundation
import Glibc
import Platform
import TestPeers
import Testing

@Suite struct ProcessStartTests {
    /// Each thread starts, by turns, a program that stays and some that end.
    @Test func aProgramThatStaysDoesNotHoldBackTheEndOfAnother() {
        // Foundation lists each before a start, so a start takes longer, and threads meet in one.
        let descriptors = (0..<300).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
        defer { for descriptor in descriptors { close(descriptor) } }
        let (threads, ends, staying) = (DispatchGroup(), DispatchGroup(), Locked<[Process]>([]))
        for _ in 0..<8 {
            threads.enter()
            Thread.detachNewThread {
                for number in 0..<24 {
                    let (process, stays) = (Process(), number.isMultiple(of: 4))
                    process.executableURL = URL(filePath: stays ? "/bin/sleep" : "/bin/true")
                    process.arguments = ["600"]
                    if stays {
                        staying.withLock { $0.append(process) }
                    } else {
                        ends.enter()
                        process.terminationHandler = { process in
                            process.waitUntilExit()
                            ends.leave()
                        }
                    }
                    #expect(throws: Never.self) { try process.start() }
                }
                threads.leave()
            }
        }
        threads.wait()
        #expect(ends.wait(timeout: .now() + WaitLimit.seconds) == .success)
        for process in staying.withLock({ $0 }) {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
    }
}
