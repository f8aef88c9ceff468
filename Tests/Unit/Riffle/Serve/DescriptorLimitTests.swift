import Glibc
import Synchronization
import Testing

@testable import riffle

/// The limit of descriptors follows the limit of connections.
@Suite struct DescriptorLimitTests {
    @Test func tooFewDescriptorsAreReported() {
        #expect(DescriptorLimit.needed(connections: 20_000, loops: 4) == 20_320)
        #expect(DescriptorLimit.warning(connections: 20_000, needed: 20_320, allowed: 20_320) == nil)
        let warning = DescriptorLimit.warning(connections: 20_000, needed: 20_320, allowed: 4_096)
        #expect(warning == "20000 connections need 20320 descriptors, the system allows 4096 (ulimit -Hn)")
    }

    @Test func usedDescriptorsAreCountedWithoutOne() {
        #expect((3...DescriptorLimit.allowed).contains(DescriptorLimit.used))
        #expect(!DescriptorLimit.isReached(used: 83, allowed: 100))
        #expect(DescriptorLimit.isReached(used: 84, allowed: 100))
    }

    /// Anybody may ask for readiness as often as they like.
    @Test func aRecentFigureIsNotFoundAgain() {
        let searches = Atomic(0)
        let figure = RecentFigure(milliseconds: 1_000) { searches.add(1, ordering: .relaxed).newValue }
        #expect([0, 1, 999].map { figure.value(atMilliseconds: $0) } == [1, 1, 1])
        #expect([1_000, 1_999, 2_500].map { figure.value(atMilliseconds: $0) } == [2, 2, 3])
    }

    /// In a separate process: the limit concerns the whole process.
    @Test func theLimitIsSetToWhatIsNeeded() async {
        await #expect(processExitsWith: .success) {
            var limit = rlimit()
            let resource = __rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue))
            getrlimit(resource, &limit)
            let allowed = limit.rlim_max
            for connections in [1_000, 500, 2_000] {
                let warning = DescriptorLimit.set(connections: connections, loops: 1)
                getrlimit(resource, &limit)
                let needed = rlim_t(DescriptorLimit.needed(connections: connections, loops: 1))
                precondition(limit.rlim_cur == min(needed, allowed), "the soft limit is what is needed")
                precondition(limit.rlim_max == allowed, "the hard limit stays")
                precondition((warning != nil) == (needed > allowed), "too few are reported")
            }
        }
    }
}
