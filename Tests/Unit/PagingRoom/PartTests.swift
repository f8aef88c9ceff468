import PagingContent
import PagingEngine
import Testing

@testable import PagingRoom

/// The parts of a room, each without the others.
@Suite struct PartTests {
    private static func at(_ milliseconds: Int64) -> Instant { Instant(milliseconds: milliseconds) }

    private static func roster(_ roles: Role...) -> Roster {
        var roster = Roster()
        for (number, role) in roles.enumerated() {
            _ = roster.add(name: nil, role: role, session: Session("session-\(number)"))
        }
        return roster
    }

    @Suite struct ControlStateTests {
        private let (ann, bob, cy) = (MemberID(1), MemberID(2), MemberID(3))
        private let roster = PartTests.roster(.presenter, .member, .member)
        private var state = ControlState(Control(policy: .baton))

        @Test mutating func aFreeBatonIsGrantedAtOnceAndAHeldOneInTurn() throws {
            #expect(try state.perform(.request, by: bob, as: .member, in: roster, at: PartTests.at(0)))
            #expect(try state.perform(.request, by: cy, as: .member, in: roster, at: PartTests.at(1)))
            #expect(state.published.holder == bob && state.published.asked == [cy])
            #expect(try state.perform(.release, by: bob, as: .member, in: roster, at: PartTests.at(2)))
            #expect(state.published.holder == cy && state.published.asked.isEmpty)
            #expect(state.published.grant == FencingToken(2))
        }

        @Test mutating func aRefusedActionChangesNothing() {
            let before = state.published
            #expect(throws: Refusal.self) {
                try state.perform(.release, by: bob, as: .member, in: roster, at: PartTests.at(0))
            }
            #expect(throws: Refusal.self) {
                try state.perform(.grant(to: cy), by: bob, as: .member, in: roster, at: PartTests.at(0))
            }
            #expect(state.published == before && state.leaseEndsAt == nil)
        }

        @Test mutating func aMoveNeedsTheBatonAndItsToken() throws {
            _ = try state.perform(.request, by: bob, as: .member, in: roster, at: PartTests.at(0))
            #expect(throws: Never.self) {
                try state.checkMove(of: bob, as: .member, token: FencingToken(1), in: roster)
            }
            #expect(throws: Refusal(.forbidden, "the baton has passed on: grant 1, yours is 0")) {
                try state.checkMove(of: bob, as: .member, token: FencingToken(0), in: roster)
            }
            #expect(throws: Refusal(.forbidden, "member-2 has the baton")) {
                try state.checkMove(of: cy, as: .member, token: nil, in: roster)
            }
        }

        @Test mutating func aRenewalIsPublishedInTheSecondHalfOfTheLease() throws {
            _ = try state.perform(.request, by: bob, as: .member, in: roster, at: PartTests.at(0))
            #expect(!state.renewLease(of: bob, at: PartTests.at(10_000)))
            #expect(state.leaseEndsAt == PartTests.at(40_000) && state.published.until == PartTests.at(30_000))
            #expect(state.renewLease(of: bob, at: PartTests.at(15_001)))
            #expect(state.published.until == PartTests.at(45_001))
            #expect(!state.renewLease(of: cy, at: PartTests.at(15_002)))
        }
    }

    @Suite struct RosterTests {
        @Test func aMemberAwayDepartsAfterItsTimeUnlessItComesBack() {
            var roster = PartTests.roster(.member, .member)
            roster.setAway(MemberID(1), at: PartTests.at(0))
            roster.setAway(MemberID(2), at: PartTests.at(5))
            roster.setBack(MemberID(1))
            #expect(roster.departures(at: PartTests.at(10_000)).isEmpty)
            #expect(roster.departures(at: PartTests.at(10_005)) == [MemberID(2)])
            #expect(roster.nextDeparture == nil)
        }

        @Test func aRecordListsChangesSinceTheLastOne() {
            var roster = PartTests.roster(.presenter)
            #expect(!roster.hasUnrecordedChanges, "the first record lists everybody")
            #expect(roster.takeRecord(whole: true).arrivals.map(\.member) == [MemberID(1)])
            _ = roster.add(name: "Bob", role: .member, session: Session("bob"))
            roster.remove(MemberID(1))
            #expect(roster.hasUnrecordedChanges)
            let (arrivals, departures) = roster.takeRecord(whole: false)
            #expect(arrivals.map(\.name) == ["Bob"] && departures == [MemberID(1)])
            #expect(!roster.hasUnrecordedChanges)
        }

        @Test func aRepeatedIDGetsItsAnswerWhileItIsKept() {
            var roster = PartTests.roster(.member)
            let member = MemberID(1)
            for number in Int64(1)...20 {
                roster.record(.accepted(RequestID(number), Sequence(number)), to: RequestID(number), for: member)
            }
            let newest = Sequence(99)
            #expect(roster.repeatedAnswer(to: RequestID(21), for: member, at: newest) == nil)
            #expect(
                roster.repeatedAnswer(to: RequestID(20), for: member, at: newest)
                    == .accepted(RequestID(20), Sequence(20)))
            #expect(roster.repeatedAnswer(to: RequestID(4), for: member, at: newest)?.refusal == .badRequest)
        }
    }

    @Suite struct RoomPagesTests {
        private let pages = Scene.pages(0..<2)

        @Test func pagesThatTakeTimeArriveOnceAtTheirTime() {
            var room = RoomPages(.delayed(pages, milliseconds: 100), loops: false)
            #expect(room.beginLoad(at: PartTests.at(5)) == 1)
            #expect(room.beginLoad(at: PartTests.at(6)) == nil, "the load has begun")
            #expect(room.arrival(by: PartTests.at(104)) == nil)
            #expect(room.arrival(by: PartTests.at(500))?.at == PartTests.at(105))
            #expect(room.endLoad() == 1 && room.endLoad() == nil && room.arrivesAt == nil)
        }

        @Test func newPagesAreCheckedBeforeTheyReplaceOthers() throws {
            let room = RoomPages(.listed(pages), loops: true)
            #expect(try room.order(of: pages, wrap: nil).loops)
            #expect(try room.order(of: pages, wrap: .finite).order.wrap == .finite)
            #expect(throws: Refusal(.badRequest, "pages: an id occurs twice")) {
                try room.order(of: pages + pages, wrap: nil)
            }
        }
    }

    @Suite struct PresentationTests {
        private var presentation = Presentation()
        private let (ann, page) = (MemberID(1), PageIndex(3))

        @Test mutating func aTargetBeginsWithoutStepsUnlessItIsShownWhole() {
            #expect(presentation.enter(page, showing: 0, by: ann) == nil)
            #expect(presentation.enter(page, showing: 2, by: ann) == .revealed(page, shown: 2, by: ann))
            #expect(presentation.limit(to: 2, of: page, by: ann) == nil)
            #expect(presentation.limit(to: 1, of: page, by: ann) == .revealed(page, shown: 1, by: ann))
            #expect(presentation.shown == 1)
        }

        @Test mutating func onlyAChangeIsPublished() {
            #expect(presentation.setBlank(false, by: ann) == nil)
            #expect(presentation.setBlank(true, by: ann) == .blank(true, by: ann))
            #expect(presentation.point(to: nil) == nil)
            let pointer = Pointer(page: PageID("a"), at: 1, by: ann)
            #expect(presentation.point(to: pointer) == .pointer(pointer))
            #expect(presentation.point(to: pointer) == nil)
        }

        @Test func notesArePublishedOnceUntilTheWindowHasOthers() {
            var notes = NotesPublisher()
            let some = [PageNotes(page: PageID("a"), text: "secret")]
            #expect(notes.isWindowChanged && notes.publish(some))
            #expect(!notes.isWindowChanged)
            notes.windowChanged()
            #expect(notes.isWindowChanged && !notes.publish(some))
        }
    }

    @Suite struct RenderAcksTests {
        private var acks = RenderAcks()
        private let (right, wrong) = (Digest(value: 1), Digest(value: 2))

        @Test mutating func theMemoryHasALimit() {
            for number in Int64(1)...50 {
                acks.end(before: Sequence(number))
                acks.begin(at: Sequence(number), right, now: PartTests.at(number))
                for member in 1...3 as ClosedRange<UInt32> {
                    let drawn = Drawn(member: MemberID(member), sequence: Sequence(number), digest: right)
                    #expect(acks.take(drawn, newest: Sequence(number), at: PartTests.at(number)) == nil)
                }
            }
            #expect(acks.rests.count == RenderAcks.restsKept)
        }

        @Test mutating func aDivergenceIsReturnedOncePerPicture() {
            acks.begin(at: Sequence(1), right, now: PartTests.at(0))
            let drawn = Drawn(member: MemberID(1), sequence: Sequence(1), digest: wrong)
            let first = acks.take(drawn, newest: Sequence(1), at: PartTests.at(1))
            #expect(first == Divergence(member: MemberID(1), at: Sequence(1), isNew: true))
            #expect(acks.take(drawn, newest: Sequence(1), at: PartTests.at(2)) == nil)
            acks.end(before: Sequence(2))
            acks.begin(at: Sequence(2), right, now: PartTests.at(3))
            let again = Drawn(member: MemberID(1), sequence: Sequence(2), digest: wrong)
            #expect(acks.take(again, newest: Sequence(2), at: PartTests.at(4))?.isNew == false)
        }

        @Test mutating func aReportComesAfterTheGraceAndOnlyWhenItDiffers() {
            acks.begin(at: Sequence(1), right, now: PartTests.at(0))
            #expect(acks.due == PartTests.at(RenderAcks.graceMilliseconds))
            let roster = PartTests.roster(.presenter, .member)
            let report = acks.takeReport(at: PartTests.at(500)) { InStep($0, in: roster) }
            #expect(report?.of == 2 && report?.behind == [MemberID(1), MemberID(2)])
            acks.noteChange(at: PartTests.at(600))
            #expect(acks.due == PartTests.at(1_500), "one second after the report before")
            #expect(acks.takeReport(at: PartTests.at(1_500)) { InStep($0, in: roster) } == nil)
        }
    }

    @Suite struct OffsetPublisherTests {
        @Test func aRestIsPublishedOnceByItsPosition() {
            let pager = Pager(
                configuration: Configuration(.threePage), order: .unbounded, now: PartTests.at(0))
            var offsets = OffsetPublisher(at: Position(units: 7))
            #expect(offsets.takeUnpublishedRest(of: pager) == Position(units: 0))
            #expect(offsets.takeUnpublishedRest(of: pager) == nil)
        }

        @Test func eventsTellTheBeginningAndTheEndOfAHeldStrip() {
            var offsets = OffsetPublisher(at: Position(units: 0))
            #expect(offsets.stripMoved(isHeld: true))
            #expect(!offsets.stripMoved(isHeld: true), "an offset")
            #expect(offsets.stripMoved(isHeld: false))
        }
    }

    @Suite struct RoomPersistenceTests {
        private static func state(shown: Int) -> PersistedState {
            let pager = Pager(configuration: Configuration(.threePage), order: .unbounded, now: PartTests.at(0))
            return PersistedState(
                rest: pager.rest, configuration: pager.configuration, loops: false, control: Control(), shown: shown)
        }

        @Test func onlyTheFirstRecordIsWholeAndOnlyChangesMakeOthers() {
            var (persistence, roster) = (RoomPersistence(), PartTests.roster(.member))
            let pages = RoomPages(.numbers, loops: false)
            func take(_ shown: Int, whole: Bool = false) -> RoomRecord? {
                persistence.takeRecord(
                    whole: whole, of: Self.state(shown: shown), pages: pages, roster: &roster, at: Sequence(1))
            }
            let first = take(0)
            #expect(first?.isWhole == true && first?.arrivals.count == 1 && first?.pages != nil)
            #expect(take(0) == nil)
            let second = take(1)
            #expect(second?.isWhole == false && second?.pages == nil && second?.shown == 1)
            #expect(take(1, whole: true)?.configuration != nil)
        }
    }
}
