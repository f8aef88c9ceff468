import PagingRoom
import PagingServer
import Testing

@testable import riffle

@Suite struct PublishQueueTests {
    @Test func aTurnTakesAFewRoomsAndEachOnce() {
        var queue = PublishQueue()
        let rooms = (0..<10).map { "room-\($0)" }
        queue.add(Dictionary(uniqueKeysWithValues: rooms.map { ($0, RecordNumber(1)) }))
        var taken: [String] = []
        var turns = 0
        while !queue.isEmpty {
            let portion = queue.take()
            #expect(portion.count <= LoopBudget.standard.committedRoomsPerTurn)
            taken += portion.keys
            turns += 1
        }
        #expect(taken.sorted() == rooms && turns == 3)
    }

    @Test func theNewestRecordCountsAndARemovedRoomIsDropped() {
        var queue = PublishQueue()
        queue.add(["talk": RecordNumber(7), "gone": RecordNumber(1)])
        queue.add(["talk": RecordNumber(5)])
        queue.remove("gone")
        #expect(queue.take() == ["talk": RecordNumber(7)])
        #expect(queue.take().isEmpty)
    }
}
