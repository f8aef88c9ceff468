import Foundation
import Glibc
import Platform
import TestPeers
import TestSupport
import Testing

@Suite struct NamedThreadTests {
    /// A process that waited for the thread would hang, and ignore signals that the thread was to take.
    @Test(.disabled(if: Sanitizer.isOn, "a sanitizer maps memory itself"))
    func withoutAThreadTheProcessEndsWithASentence() async throws {
        let result = await #expect(processExitsWith: .exitCode(1), observing: [\.standardErrorContent]) {
            NamedThreadTests.forbidFurtherMemory()
            NamedThread.start("beside") {}
            // Not reached; 1 is also how a failed expectation ends.
            exit(2)
        }
        let sentence = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(sentence.contains("riffle: expected a thread (beside), got none: "), "\(sentence)")
    }

    @Test func aThreadRunsItsBodyWithItsName() throws {
        let name = Locked<String?>(nil)
        NamedThread.start("a name") {
            let own = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
            name.change { $0 = own ?? "none" }
        }
        #expect(name.wait(milliseconds: Int64(WaitLimit.milliseconds)) { $0 } == "a name\n")
    }

    /// Lowers the limit of addresses to those in use and 1 MiB, less than a stack.
    private static func forbidFurtherMemory() {
        let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ").first
        let bytes = UInt(pages ?? "0").map { $0 * UInt(sysconf(Int32(_SC_PAGESIZE))) } ?? 0
        var limit = rlimit(rlim_cur: bytes + 1 << 20, rlim_max: bytes + 1 << 20)
        setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
    }
}
