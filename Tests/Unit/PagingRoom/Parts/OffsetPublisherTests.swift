import PagingContent
import PagingEngine
import Testing

@testable import PagingRoom

extension PartTests {
    @Suite struct OffsetPublisherTests {
        @Test func aRestIsPublishedOnceByItsPosition() {
            let pager = Pager(
                configuration: Configuration(.threePage), order: .unbounded, now: PartTests.at(0))
            var offsets = OffsetPublisher(at: Position(units: 7))
            let holds28 = offsets.takeUnpublishedRest(of: pager) == Position(units: 0)
            #expect(holds28)
            let holds29 = offsets.takeUnpublishedRest(of: pager) == nil
            #expect(holds29)
        }

        @Test func eventsTellTheBeginningAndTheEndOfAHeldStrip() {
            var offsets = OffsetPublisher(at: Position(units: 0))
            let holds30 = offsets.stripMoved(isHeld: true)
            #expect(holds30)
            let holds31 = !offsets.stripMoved(isHeld: true)
            #expect(holds31, "an offset")
            let holds32 = offsets.stripMoved(isHeld: false)
            #expect(holds32)
        }
    }
}
