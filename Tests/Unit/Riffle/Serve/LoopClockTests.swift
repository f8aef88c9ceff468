import PagingEngine
import Platform
import Testing

@testable import riffle

@Suite struct LoopClockTests {
    private let day: Int64 = 86_400_000

    @Test func aSingleServerHasTheClockOfTheMachine() {
        var clock = LoopClock(of: nil)
        let before = MonotonicClock.milliseconds
        let now = clock.now().milliseconds
        #expect((before...MonotonicClock.milliseconds).contains(now))
        #expect(clock.machineMilliseconds(at: Instant(milliseconds: 77)) == 77)
    }

    @Test func aNodeHasTheTimeOfItsCluster() {
        let state = NodeState()
        var clock = LoopClock(of: state)
        #expect(clock.now().milliseconds <= BootClock.milliseconds)
        state.timeLead = 1_000 * day
        let before = BootClock.milliseconds + 1_000 * day
        #expect((before...before + day).contains(clock.now().milliseconds))
    }

    /// The estimate of the shared time was corrected backwards: the loop sees the same time until it is reached again.
    @Test func itNeverGoesBack() {
        let state = NodeState()
        var clock = LoopClock(of: state)
        state.timeLead = 1_000 * day
        let first = clock.now()
        state.timeLead = 999 * day
        #expect((1...3).map { _ in clock.now() } == [first, first, first])
        state.timeLead = 1_001 * day
        #expect(clock.now().milliseconds(since: first) >= day)
    }

    /// A timer of the machine is set to the moment at which the loop's clock shows the time.
    @Test func aTimeOfTheClusterIsOneOfTheMachine() {
        let state = NodeState()
        state.timeLead = -1_000 * day
        var clock = LoopClock(of: state)
        let before = MonotonicClock.milliseconds
        let due = clock.machineMilliseconds(at: clock.now().advanced(byMilliseconds: day))
        #expect((before...MonotonicClock.milliseconds + day).contains(due) && due > before + day / 2)
    }
}
