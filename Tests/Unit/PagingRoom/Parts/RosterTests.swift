import PagingContent
import PagingEngine
import Testing

@testable import PagingRoom

extension PartTests {
    @Suite struct RosterTests {
        @Test func aMemberAwayDepartsAfterItsTimeUnlessItComesBack() {
            var roster = PartTests.roster(.member, .member)
            roster.setAway(MemberID(1), at: PartTests.at(0))
            roster.setAway(MemberID(2), at: PartTests.at(5))
            roster.setBack(MemberID(1))
            let holds7 = roster.departures(at: PartTests.at(10_000)).isEmpty
            #expect(holds7)
            let holds8 = roster.departures(at: PartTests.at(10_005)) == [MemberID(2)]
            #expect(holds8)
            #expect(roster.nextDeparture == nil)
        }

        @Test func aRecordListsChangesSinceTheLastOne() {
            var roster = PartTests.roster(.presenter)
            #expect(!roster.hasUnrecordedChanges, "the first record lists everybody")
            let holds9 = roster.takeRecord(whole: true).arrivals.map(\.member) == [MemberID(1)]
            #expect(holds9)
            _ = roster.add(name: "Bob", role: .member, session: Session("bob"))
            roster.remove(MemberID(1))
            #expect(roster.hasUnrecordedChanges)
            let (arrivals, departures) = roster.takeRecord(whole: false)
            #expect(arrivals.map(\.name) == ["Bob"] && departures == [MemberID(1)])
            #expect(!roster.hasUnrecordedChanges)
        }
    }
}
