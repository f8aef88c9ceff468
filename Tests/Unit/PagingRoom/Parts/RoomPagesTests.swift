import PagingContent
import PagingEngine
import Testing

@testable import PagingRoom

extension PartTests {
    @Suite struct RoomPagesTests {
        private let pages = Scene.pages(0..<2)

        @Test func pagesThatTakeTimeArriveOnceAtTheirTime() {
            var room = RoomPages(.delayed(pages, milliseconds: 100), loops: false)
            let holds10 = room.beginLoad(at: PartTests.at(5)) == 1
            #expect(holds10)
            let holds11 = room.beginLoad(at: PartTests.at(6)) == nil
            #expect(holds11, "the load has begun")
            #expect(room.arrival(by: PartTests.at(104)) == nil)
            #expect(room.arrival(by: PartTests.at(500))?.at == PartTests.at(105))
            let holds12 = room.endLoad() == 1 && room.endLoad() == nil && room.arrivesAt == nil
            #expect(holds12)
        }

        @Test func newPagesAreCheckedBeforeTheyReplaceOthers() throws {
            let room = RoomPages(.listed(pages), loops: true)
            #expect(try room.order(of: pages, wrap: nil, slots: 3).loops)
            #expect(try room.order(of: pages, wrap: .finite, slots: 3).order.wrap == .finite)
            #expect(throws: Refusal(.badRequest, "pages: an id occurs twice")) {
                try room.order(of: pages + pages, wrap: nil, slots: 3)
            }
        }
    }
}
