import PagingContent
import PagingEngine
import Testing

@testable import PagingRoom

extension PartTests {
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

        @Test mutating func anEqualPictureNeedsNoSecondAcknowledgement() {
            acks.begin(at: Sequence(1), right, now: PartTests.at(0))
            draw(by: 1, at: 1, newest: 1)
            acks.end(before: Sequence(2))
            acks.begin(at: Sequence(5), right, now: PartTests.at(5))
            #expect(acks.rests.last?.drawn == [MemberID(1)])
            draw(by: 2, at: 1, newest: 5)
            #expect(acks.rests.last?.drawn == [MemberID(1), MemberID(2)], "late, but of the same picture")
            acks.end(before: Sequence(6))
            acks.begin(at: Sequence(7), wrong, now: PartTests.at(7))
            #expect(acks.rests.last?.drawn == [], "another picture")
            draw(by: 3, at: 5, newest: 7)
            #expect(acks.rests.map(\.drawn.count) == [2, 3, 0])
        }

        private mutating func draw(by member: UInt32, at sequence: Int64, newest: Int64) {
            let drawn = Drawn(member: MemberID(member), sequence: Sequence(sequence), digest: right)
            let divergence = acks.take(drawn, newest: Sequence(newest), at: PartTests.at(newest))
            #expect(divergence == nil)
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
            let report = acks.takeReport(at: PartTests.at(500)) { InStep($0, cut: $1, in: roster) }
            #expect(report?.of == 2 && report?.behind == [MemberID(1), MemberID(2)])
            acks.noteChange(at: PartTests.at(600))
            #expect(acks.due == PartTests.at(1_500), "one second after the report before")
            let holds27 = acks.takeReport(at: PartTests.at(1_500)) { InStep($0, cut: $1, in: roster) } == nil
            #expect(holds27)
        }
    }
}
