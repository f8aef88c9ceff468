import PagingEngine
import PagingRoom
import PagingWire
import Testing

@testable import PagingServer

/// A loop hears of a room only while it has members of it.
@Suite struct MirrorTests {
    @Test func aMirrorLivesAsLongAsItsSubscribers() {
        var loops = ServerFixture(3)
        loops.join(1, on: 0)
        #expect(loops.cores.map { $0.relays.count } == [1, 0, 0])
        loops.ask(2, .step(.forward, from: PageIndex(0)), from: 1, on: 0)
        #expect(loops.messages.isEmpty, "nobody else to tell")
        loops.join(1, on: 2)
        #expect(loops.cores.map { $0.relays.count } == [1, 0, 1])
        loops.ask(3, .step(.forward, from: PageIndex(1)), from: 1, on: 0)
        #expect(loops.messages.map(\.to) == [2])
        loops.carry()
        loops.close(1, on: 2)
        #expect(loops.cores.map { $0.relays.count } == [1, 0, 0])
        loops.carry()
        loops.ask(4, .step(.forward, from: PageIndex(2)), from: 1, on: 0)
        #expect(loops.messages.isEmpty)
    }

    @Test func publicationsToALoopWithoutSubscribersAreDropped() {
        var loops = ServerFixture()
        loops.join(1, on: 0)
        loops.join(1, on: 1)
        loops.ask(2, .step(.forward, from: PageIndex(0)), from: 1, on: 0)
        loops.close(1, on: 1)
        loops.open(2, on: 1)
        loops.send(.join(RequestID(1), Join()), from: 2, on: 1)
        loops.carry()
        let words = loops.said(to: 2, on: 1).words
        #expect(words.first == "welcome")
        #expect(loops.sent.last?.objects.isEmpty == false)
    }

    @Test func removingASubscriberKeepsTheOthersAddressed() {
        var loops = ServerFixture()
        for peer in UInt64(1)...4 { loops.join(peer, on: 0) }
        loops.close(1, on: 0)
        loops.close(3, on: 0)
        loops.ask(2, .step(.forward, from: PageIndex(0)), from: 4, on: 0)
        #expect(loops.said(to: 4, on: 0).words == ["7", "8", "ack 2"])
        #expect(loops.said(to: 2, on: 0).words == ["7", "8"])
    }

    @Test func aConnectionThatClosedBeforeItsAdmissionIsAway() {
        var loops = ServerFixture()
        loops.join(1, on: 0)
        loops.open(2, on: 1)
        loops.send(.join(RequestID(1), Join()), from: 2, on: 1)
        loops.carryOne()
        loops.close(2, on: 1)
        loops.carry()
        #expect(loops.cores[1].relays.count == 0)
        #expect(loops.cores[0].hosted[loops.name]?.connections.perLoop == [1, 0])
        #expect(loops.said(to: 1, on: 0).words == ["3"], "away")
        loops.tick(at: 10_000)
        #expect(loops.said(to: 1, on: 0).words.contains("4"), "and gone")
    }

    @Test func aLoopThatServesFarAndNearServesBothAlike() {
        var loops = ServerFixture()
        loops.join(1, on: 0)
        loops.join(1, on: 1)
        loops.ask(2, .dragBegan(DragID(1), viewport: nil), from: 1, on: 1)
        let near = loops.said(to: 1, on: 0)
        loops.carry()
        #expect((near + loops.said(to: 1, on: 0)).words == ["3"])
        #expect(loops.said(to: 1, on: 1).words == ["3", "ack 2"])
    }
}
