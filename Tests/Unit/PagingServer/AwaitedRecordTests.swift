import PagingEngine
import PagingRoom
import PagingWire
import Testing

@testable import PagingServer

/// Which records somebody waits for, and what is noted without a word.
@Suite struct AwaitedRecordTests {
    private func room() -> ServerFixture {
        var loops = ServerFixture(1) { $0.isDurable = true }
        loops.join(1, on: 0)
        loops.save()
        return loops
    }

    @Test func aNewMemberWaitsForItsRecord() {
        #expect(room().records.map(\.isAwaited) == [true])
    }

    @Test func nobodyWaitsForTheRecordOfAFlight() {
        var loops = room()
        loops.ask(2, .step(.forward, from: PageIndex(0)), from: 1, on: 0)
        #expect(loops.records.last?.isAwaited == false)
    }

    @Test func outputAboutAChangeWaitsForItsRecord() {
        var loops = room()
        loops.ask(2, .jump(PageIndex(7), animated: false), from: 1, on: 0)
        #expect(loops.records.last?.isAwaited == true)
        loops.ask(3, .step(.forward, from: PageIndex(7)), from: 1, on: 0)
        #expect(loops.records.last?.isAwaited == true, "its answer stands behind that of the jump")
    }

    /// Otherwise a crash could let a member back in of whom a presenter believes that it is gone.
    @Test func aRemovalIsToldAfterItsCommit() {
        var loops = room()
        loops.join(2, on: 0, role: .member)
        loops.save()
        loops.ask(2, .remove(MemberID(2)), from: 1, on: 0)
        #expect(loops.endings.map(\.code) == [.removed], "its connection ends at once")
        #expect(loops.sent.isEmpty && loops.records.last?.isAwaited == true)
        loops.save()
        #expect(loops.said(to: 1, on: 0).words.suffix(1) == ["ack 2"])
    }

    @Test func aCommitNobodyWaitsForHasNoOutput() throws {
        var loops = room()
        loops.ask(2, .step(.forward, from: PageIndex(0)), from: 1, on: 0)
        let number = try #require(loops.records.last?.number)
        #expect(loops.markCommittedIfIdle(number).isEmpty)
        loops.tick(at: 150)
        #expect(loops.sent.count == 1, "the end of the animation waits for nothing")
    }

    @Test func aCommitSomebodyWaitsForIsLeftToPublish() throws {
        var loops = room()
        loops.ask(2, .jump(PageIndex(7), animated: false), from: 1, on: 0)
        let number = try #require(loops.records.last?.number)
        #expect(loops.markCommittedIfIdle(number) == [loops.name: number])
        loops.tick(at: 50)
        #expect(loops.sent.isEmpty, "it is not told behind everybody's back")
        loops.save()
        #expect(!loops.sent.isEmpty)
    }
}
