import PagingEngine
import Testing

@testable import ClusterTraffic

@Suite struct PartJoinerTests {
    private let sender = Fixture.node(1)
    private static let large = 3 * Part.maximumBytes - 5

    private func add(
        _ parts: [Part], to joiner: inout PartJoiner, at now: Int64 = 0, _ drops: inout DropCounts
    ) -> [[UInt8]] {
        parts.compactMap { joiner.add($0, from: sender, at: Fixture.at(now), dropping: &drops) }
    }

    @Test func partsInAnyOrderAndMoreThanOnceMakeOneMessage() {
        let parts = Fixture.parts(Self.large)
        #expect(parts.count == 3)
        for order in [[0, 1, 2], [2, 1, 0], [1, 1, 2, 0], [0, 1, 2, 0, 1, 2]] {
            var (joiner, drops) = (PartJoiner(), DropCounts())
            #expect(add(order.map { parts[$0] }, to: &joiner, &drops) == [Fixture.payload(Self.large)], "\(order)")
            #expect(drops[.duplicate] == order.count - 3 && drops.total == order.count - 3)
            #expect(joiner.heldBytes == 0)
        }
    }

    @Test func messagesMayBeInterleaved() {
        let (one, two) = (Fixture.parts(Self.large, number: 1), Fixture.parts(Self.large + 1, number: 2))
        var (joiner, drops) = (PartJoiner(), DropCounts())
        let got = add([one[0], two[0], one[1], two[1], two[2], one[2]], to: &joiner, &drops)
        #expect(got == [Fixture.payload(Self.large + 1), Fixture.payload(Self.large)])
        #expect(drops.total == 0)
    }

    @Test func aMissingPartCostsTheMessageAfterAWhile() {
        let parts = Fixture.parts(Self.large)
        var (joiner, drops) = (PartJoiner(), DropCounts())
        _ = add([parts[0]], to: &joiner, at: 0, &drops)
        _ = add([parts[2]], to: &joiner, at: 1_500, &drops)
        #expect(joiner.nextDeadline == Fixture.at(3_500))
        joiner.expire(at: Fixture.at(3_499), dropping: &drops)
        #expect(joiner.heldBytes > 0 && drops.total == 0)
        joiner.expire(at: Fixture.at(3_500), dropping: &drops)
        #expect(joiner.heldBytes == 0 && drops[.expired] == 1)
        #expect(joiner.senderCount == 0 && joiner.nextDeadline == nil)
    }

    @Test func aPartOfAnotherSizeConflicts() {
        var (joiner, drops) = (PartJoiner(), DropCounts())
        let parts = Fixture.parts(Self.large)
        let got = add([parts[0], Fixture.parts(Self.large + 1)[1], parts[1], parts[2]], to: &joiner, &drops)
        #expect(got.count == 1 && drops[.conflict] == 1)
    }

    @Test func valuesThatDoNotFitAreNoPart() {
        let full = [UInt8](repeating: 0, count: Part.maximumBytes)
        let total = 2 * Part.maximumBytes
        #expect(Part(number: 1, index: 1, totalBytes: total, bytes: full) != nil)
        #expect(Part(number: 1, index: 2, totalBytes: total, bytes: full) == nil, "index")
        #expect(Part(number: 1, index: 1, totalBytes: total + 1, bytes: [1]) == nil, "size")
        #expect(Part(number: 1, index: 0, totalBytes: 5, bytes: [1, 2, 3, 4, 5]) == nil, "needs no parts")
        #expect(Part(number: 1, index: 0, totalBytes: Part.maximumTotalBytes + 1, bytes: full) == nil, "too large")
    }

    @Test func aSenderHasItsShareOfMemory() {
        var (joiner, drops) = (PartJoiner(), DropCounts())
        for number in 1...10 {
            _ = add([Fixture.parts(Self.large, number: UInt64(number))[0]], to: &joiner, at: Int64(number), &drops)
        }
        #expect(drops[.overflow] == 6 && joiner.heldBytes == 4 * Part.maximumBytes)
        var limits = PartJoiner.Limits()
        limits.senderBytes = 2 * Part.maximumBytes
        joiner = PartJoiner(limits: limits)
        for number in 1...3 {
            _ = add([Fixture.parts(Self.large, number: UInt64(number))[0]], to: &joiner, at: Int64(number), &drops)
        }
        #expect(joiner.heldBytes(of: sender) == 2 * Part.maximumBytes)
        // The first was given up for the third: its other parts do not begin it again.
        #expect(add([Fixture.parts(Self.large, number: 1)[1]], to: &joiner, at: 4, &drops).isEmpty)
        #expect(joiner.heldBytes == 2 * Part.maximumBytes)
        let rest = Array(Fixture.parts(Self.large, number: 3)[1...])
        joiner.expire(at: Fixture.at(2_003), dropping: &drops)
        #expect(add(rest, to: &joiner, at: 2_003, &drops).isEmpty, "all have expired")
    }

    @Test func allSendersTogetherHaveALimit() {
        var limits = PartJoiner.Limits()
        (limits.totalBytes, limits.senders) = (5 * Part.maximumBytes, 8)
        var (joiner, drops) = (PartJoiner(limits: limits), DropCounts())
        let part = Fixture.parts(Self.large)[0]
        for number in 1...20 {
            _ = joiner.add(part, from: Fixture.node(UInt64(number)), at: Fixture.at(Int64(number)), dropping: &drops)
            #expect(joiner.heldBytes <= limits.totalBytes && joiner.senderCount <= limits.senders)
        }
        #expect(joiner.heldBytes == limits.totalBytes && drops[.overflow] == 15)
        #expect(joiner.heldBytes(of: Fixture.node(20)) == Part.maximumBytes, "the newest is there")
    }
}
