import Glibc
import Platform
import Testing

@Suite struct LockedTests {
    @Test func aWaitEndsWithTheChangeItWaitsFor() async {
        let value = Locked(0)
        async let seen = Task.detached { value.wait { $0 == 3 ? $0 : nil } }.value
        for _ in 0..<3 { value.change { $0 += 1 } }
        #expect(await seen == 3)
    }

    @Test func aWaitReturnsNilWhenItsTimeIsOver() {
        let result: Int? = Locked(0).wait(milliseconds: 1) { $0 > 0 ? $0 : nil }
        #expect(result == nil)
    }

    @Test func changesFromSeveralThreadsAreAllCounted() async {
        let value = Locked(0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 { group.addTask { for _ in 0..<1_000 { value.withLock { $0 += 1 } } } }
        }
        #expect(value.withLock { $0 } == 4_000)
    }

    @Test func theClockNeverGoesBackAndItsUnitsAgree() {
        let before = MonotonicClock.microseconds
        let between = MonotonicClock.milliseconds
        let after = MonotonicClock.microseconds
        #expect(before / 1_000 <= between && between <= after / 1_000)
    }

    /// On a machine that has not slept since its start, it cannot be told from the monotonic clock.
    @Test func theBootClockIsThatOfTheKernel() {
        func kernel() -> Int64 {
            var time = timespec()
            clock_gettime(CLOCK_BOOTTIME, &time)
            return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
        }
        let before = kernel()
        let between = BootClock.milliseconds
        #expect(before <= between && between <= kernel())
    }
}
