import PagingEngine
import Testing

@testable import ClusterServer

/// The hand-over of rooms before a node ends.
@Suite struct NodeDrainTests {
    private func time(_ milliseconds: Int64) -> Instant { Instant(milliseconds: milliseconds) }

    /// A deadline that nothing can meet would keep the cluster loop busy.
    @Test func nothingIsDueWithoutOtherNodes() {
        var drain = NodeDrain(ClusterTiming())
        drain.begin()
        #expect(drain.takeDue(of: ["talk"], hasOthers: true, at: time(0)).map(\.isForced) == [false])
        #expect(drain.nextDeadline == time(2_000))
        #expect(drain.takeDue(of: ["talk"], hasOthers: false, at: time(2_500)).isEmpty && drain.nextDeadline == nil)
        #expect(drain.takeDue(of: ["talk"], hasOthers: true, at: time(3_000)).map(\.isForced) == [true])
        #expect(drain.nextDeadline == nil)
    }
}
