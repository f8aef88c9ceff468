import PagingContent
import PagingEngine
import Testing

@testable import PagingRoom

extension PartTests {
    @Suite struct RoomPersistenceTests {
        private static func state(shown: Int) -> PersistedState {
            let pager = Pager(configuration: Configuration(.threePage), order: .unbounded, now: PartTests.at(0))
            return PersistedState(
                rest: pager.rest, configuration: pager.configuration, loops: false, control: Control(), removed: [],
                shown: shown)
        }

        @Test func onlyTheFirstRecordIsWholeAndOnlyChangesMakeOthers() {
            var (persistence, roster) = (RoomPersistence(), PartTests.roster(.member))
            var requests = RequestLogs()
            let pages = RoomPages(.numbers, loops: false)
            func take(_ shown: Int, whole: Bool = false) -> RoomRecord? {
                persistence.takeRecord(
                    whole: whole, of: Self.state(shown: shown), pages: pages, roster: &roster, requests: &requests,
                    at: Sequence(1))
            }
            let first = take(0)
            #expect(first?.isWhole == true && first?.arrivals.count == 1 && first?.pages != nil)
            let holds33 = take(0) == nil
            #expect(holds33)
            let second = take(1)
            #expect(second?.isWhole == false && second?.pages == nil && second?.shown == 1)
            let holds34 = take(1, whole: true)?.configuration != nil
            #expect(holds34)
        }
    }
}
