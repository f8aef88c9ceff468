import ClusterTraffic
import Testing

@testable import ClusterMembership

@Suite struct NodeDirectoryTests {
    @Test func ownersAreRegisteredNodesThatWereHeardLately() {
        var directory = NodeDirectory(LeaseTiming())
        var draining = Fixture.beat("d", 4)
        draining.isDraining = true
        for (number, beat) in [
            (1, Fixture.beat("a", 4)), (2, Fixture.beat("b", 0)), (3, Fixture.beat("c", 0, role: .edge)), (4, draining),
        ] {
            #expect(directory.heard(beat, from: Fixture.node(UInt64(number)), at: Fixture.at(1_000)) == nil)
        }
        #expect(directory.owners(at: Fixture.at(2_000)) == [Fixture.node(1)])
        #expect(directory.pinged(at: Fixture.at(2_000)) == [Fixture.node(1), Fixture.node(4)])
        #expect(directory.owners(at: Fixture.at(2_001)).isEmpty)
        #expect(directory[Fixture.node(3)]?.role == .edge)
        directory.remove(Fixture.node(1))
        #expect(directory.owners(at: Fixture.at(1_000)).isEmpty)
    }

    @Test func strangersDoNotFillTheDirectory() {
        var directory = NodeDirectory(LeaseTiming())
        for number in 1...UInt64(NodeDirectory.most) {
            let moment = Fixture.at(Int64(number))
            #expect(directory.heard(Fixture.beat("a", 1), from: Fixture.node(number), at: moment) == nil)
        }
        _ = directory.heard(Fixture.beat("a", 2), from: Fixture.node(1), at: Fixture.at(5_000))
        let removed = directory.heard(Fixture.beat("b", 1), from: Fixture.node(9_999), at: Fixture.at(5_000))
        #expect(removed == Fixture.node(2), "the one that was silent for the longest time")
        #expect(directory.count == NodeDirectory.most)
    }
}
