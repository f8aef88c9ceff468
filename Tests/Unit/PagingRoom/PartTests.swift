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
        private let bob = MemberID(2)
        private let cy = MemberID(3)
        private let roster = PartTests.roster(.presenter, .member, .member)
        private var state = ControlState(Control(policy: .baton))

        @Test mutating func aFreeBatonIsGrantedAtOnceAndAHeldOneInTurn() throws {
            let holds1 = try state.perform(.request, by: bob, as: .member, in: roster, at: PartTests.at(0))
            #expect(holds1)
            let holds2 = try state.perform(.request, by: cy, as: .member, in: roster, at: PartTests.at(1))
            #expect(holds2)
            #expect(state.published.holder == bob && state.published.asked == [cy])
            let holds3 = try state.perform(.release, by: bob, as: .member, in: roster, at: PartTests.at(2))
            #expect(holds3)
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
            let holds4 = !state.renewLease(of: bob, at: PartTests.at(10_000))
            #expect(holds4)
            #expect(state.leaseEndsAt == PartTests.at(40_000) && state.published.until == PartTests.at(30_000))
            let holds5 = state.renewLease(of: bob, at: PartTests.at(15_001))
            #expect(holds5)
            #expect(state.published.until == PartTests.at(45_001))
            let holds6 = !state.renewLease(of: cy, at: PartTests.at(15_002))
            #expect(holds6)
        }
    }

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
            #expect(try room.order(of: pages, wrap: nil).loops)
            #expect(try room.order(of: pages, wrap: .finite).order.wrap == .finite)
            #expect(throws: Refusal(.badRequest, "pages: an id occurs twice")) {
                try room.order(of: pages + pages, wrap: nil)
            }
        }
    }

    @Suite struct PresentationTests {
        private var presentation = Presentation()
        private let ann = MemberID(1)
        private let page = PageIndex(3)

        @Test mutating func aTargetBeginsWithoutStepsUnlessItIsShownWhole() {
            let holds13 = presentation.enter(page, showing: 0, by: ann) == nil
            #expect(holds13)
            let holds14 = presentation.enter(page, showing: 2, by: ann) == .revealed(page, shown: 2, by: ann)
            #expect(holds14)
            let holds15 = presentation.limit(to: 2, of: page, by: ann) == nil
            #expect(holds15)
            let holds16 = presentation.limit(to: 1, of: page, by: ann) == .revealed(page, shown: 1, by: ann)
            #expect(holds16)
            #expect(presentation.shown == 1)
        }

        @Test mutating func onlyAChangeIsPublished() {
            let holds17 = presentation.setBlank(false, by: ann) == nil
            #expect(holds17)
            let holds18 = presentation.setBlank(true, by: ann) == .blank(true, by: ann)
            #expect(holds18)
            let holds19 = presentation.point(to: nil) == nil
            #expect(holds19)
            let pointer = Pointer(page: PageID("a"), at: 1, by: ann)
            let holds20 = presentation.point(to: pointer) == .pointer(pointer)
            #expect(holds20)
            let holds21 = presentation.point(to: pointer) == nil
            #expect(holds21)
        }

        @Test func notesArePublishedOnceUntilTheWindowHasOthers() {
            var notes = NotesPublisher()
            let some = [PageNotes(page: PageID("a"), text: "secret")]
            let holds22 = notes.isWindowChanged && notes.publish(some)
            #expect(holds22)
            #expect(!notes.isWindowChanged)
            notes.windowChanged()
            let holds23 = notes.isWindowChanged && !notes.publish(some)
            #expect(holds23)
        }
    }

    @Suite struct RenderAcksTests {
        private var acks = RenderAcks()
        private let right = Digest(value: 1)
        private let wrong = Digest(value: 2)

        @Test mutating func theMemoryHasALimit() {
            for number in Int64(1)...50 {
                acks.end(before: Sequence(number))
                acks.begin(at: Sequence(number), right, now: PartTests.at(number))
                for member in 1...3 as ClosedRange<UInt32> {
                    let drawn = Drawn(member: MemberID(member), sequence: Sequence(number), digest: right)
                    let holds24 = acks.take(drawn, newest: Sequence(number), at: PartTests.at(number)) == nil
                    #expect(holds24)
                }
            }
            #expect(acks.rests.count == RenderAcks.restsKept)
        }

        @Test mutating func aDivergenceIsReturnedOncePerPicture() {
            acks.begin(at: Sequence(1), right, now: PartTests.at(0))
            let drawn = Drawn(member: MemberID(1), sequence: Sequence(1), digest: wrong)
            let first = acks.take(drawn, newest: Sequence(1), at: PartTests.at(1))
            #expect(first == Divergence(member: MemberID(1), at: Sequence(1), isNew: true))
            let holds25 = acks.take(drawn, newest: Sequence(1), at: PartTests.at(2)) == nil
            #expect(holds25)
            acks.end(before: Sequence(2))
            acks.begin(at: Sequence(2), right, now: PartTests.at(3))
            let again = Drawn(member: MemberID(1), sequence: Sequence(2), digest: wrong)
            let holds26 = acks.take(again, newest: Sequence(2), at: PartTests.at(4))?.isNew == false
            #expect(holds26)
        }

        @Test mutating func aReportComesAfterTheGraceAndOnlyWhenItDiffers() {
            acks.begin(at: Sequence(1), right, now: PartTests.at(0))
            #expect(acks.due == PartTests.at(RenderAcks.graceMilliseconds))
            let roster = PartTests.roster(.presenter, .member)
            let report = acks.takeReport(at: PartTests.at(500)) { InStep($0, in: roster) }
            #expect(report?.of == 2 && report?.behind == [MemberID(1), MemberID(2)])
            acks.noteChange(at: PartTests.at(600))
            #expect(acks.due == PartTests.at(1_500), "one second after the report before")
            let holds27 = acks.takeReport(at: PartTests.at(1_500)) { InStep($0, in: roster) } == nil
            #expect(holds27)
        }
    }

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
            let holds33 = take(0) == nil
            #expect(holds33)
            let second = take(1)
            #expect(second?.isWhole == false && second?.pages == nil && second?.shown == 1)
            let holds34 = take(1, whole: true)?.configuration != nil
            #expect(holds34)
        }
    }
}
