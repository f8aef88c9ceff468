import PagingEngine
import PagingRoom
import PagingWire
import Testing

@testable import PagingServer

/// Output for a connection goes out in one message; connections with the same cursor share it.
@Suite struct DeliveryTests {
    @Test func aJoinIsOneMessage() {
        var loops = ServerFixture()
        let said = loops.join(1, on: 0)
        #expect(said.words == ["welcome", "snapshot 1"])
        #expect(loops.join(1, on: 1).words == ["welcome", "snapshot 2"])
    }

    @Test func subscribersWithTheSameCursorShareOneSend() {
        var loops = ServerFixture()
        for peer in 1...5 { loops.join(UInt64(peer), on: 1) }
        loops.ask(2, .step(.forward, from: PageIndex(0)), from: 1, on: 1)
        loops.carry()
        #expect(loops.sent.map(\.peers) == [[1, 2, 3, 4, 5], [1]], "one for all, and the asker's answer")
        #expect(loops.sent.map(\.objects.words) == [["6", "7"], ["ack 2"]])
    }

    @Test func anAnswerGoesToTheAskerOnlyBehindTheEventsItCaused() {
        var loops = ServerFixture()
        loops.join(1, on: 0)
        loops.join(2, on: 0)
        loops.ask(2, .step(.back, from: PageIndex(0)), from: 2, on: 0)
        #expect(loops.said(to: 2, on: 0).words == ["3", "4", "ack 2"])
        #expect(loops.said(to: 1, on: 0).words == ["3", "4"])
        loops.ask(3, .step(.back, from: PageIndex(0)), from: 2, on: 0)
        #expect(loops.said(to: 2, on: 0).words == ["coalesced 3"])
        #expect(loops.said(to: 1, on: 0).isEmpty)
    }

    @Test func severalObjectsOfOneMessageAreAnsweredInOne() {
        var loops = ServerFixture()
        loops.join(1, on: 0)
        loops.send(
            .ping(RequestID(2)), .request(RequestID(3), .step(.forward, from: PageIndex(0))),
            .pages(RequestID(4), from: PageIndex(7), count: 2), from: 1, on: 0)
        #expect(loops.sent.count == 1)
        #expect(loops.said(to: 1, on: 0).words == ["2", "3", "pong 2", "ack 3", "pages 4"])
    }

    @Test func aChokedConnectionGetsNothingAndThenOneMessage() {
        var loops = ServerFixture()
        loops.join(1, on: 0)
        loops.join(2, on: 0)
        loops.handle(.choked(PeerID(2)), on: 0)
        for page in 0..<3 {
            loops.ask(Int64(page) + 2, .step(.forward, from: PageIndex(Int64(page))), from: 1, on: 0)
            #expect(loops.said(to: 1, on: 0).count > 1)
            #expect(loops.said(to: 2, on: 0).isEmpty)
        }
        loops.handle(.writable(PeerID(2)), on: 0)
        #expect(loops.sent.count == 1)
        #expect(loops.said(to: 2, on: 0).words == (3...10).map(String.init))
        loops.handle(.writable(PeerID(2)), on: 0)
        #expect(loops.sent.isEmpty)
    }

    /// Both limits of a history.
    static let historyLimits: [any WritableKeyPath<ServerSettings, Int> & Sendable] = [
        \.ringFrames, \.historyBytes,
    ]

    @Test(arguments: [0, 1], historyLimits)
    func aReaderTheRingHasLeftGetsASnapshotAndThenExactlyWhatFollows(
        loop: Int, limit: any WritableKeyPath<ServerSettings, Int> & Sendable
    ) {
        // Room for the three events of a step: each has two bytes here.
        var loops = ServerFixture { $0[keyPath: limit] = 6 }
        loops.join(1, on: 0)
        loops.join(2, on: loop)
        loops.handle(.choked(PeerID(2)), on: loop)
        for page in Int64(0)..<4 { loops.ask(page + 2, .step(.forward, from: PageIndex(page)), from: 1, on: 0) }
        loops.carry()
        loops.handle(.writable(PeerID(2)), on: loop)
        let first = loops.said(to: 2, on: loop)
        loops.carry()
        let said = first + loops.said(to: 2, on: loop)
        #expect(said.count == 1)
        let snapshot = said.first?.snapshot
        #expect(snapshot?.replica.target == PageIndex(4))
        #expect(snapshot?.replica.digest == snapshot?.digest)
        let last = snapshot?.replica.sequence.number ?? 0
        #expect(last == 13)
        loops.ask(9, .step(.forward, from: PageIndex(4)), from: 1, on: 0)
        let inside = loops.said(to: 2, on: loop)
        loops.carry()
        #expect((inside + loops.said(to: 2, on: loop)).words == (last + 1...last + 3).map(String.init))
    }

    /// Choked before its join, and forgotten by the ring before it could be welcomed.
    @Test func aNewMemberMayBeOvertakenToo() {
        var loops = ServerFixture { $0.ringFrames = 4 }
        loops.join(1, on: 0)
        loops.open(2, on: 0)
        loops.handle(.choked(PeerID(2)), on: 0)
        loops.send(.join(RequestID(1), Join()), from: 2, on: 0)
        #expect(loops.said(to: 2, on: 0).isEmpty)
        for page in Int64(0)..<4 { loops.ask(page + 2, .step(.forward, from: PageIndex(page)), from: 1, on: 0) }
        loops.handle(.writable(PeerID(2)), on: 0)
        #expect(loops.said(to: 2, on: 0).words == ["welcome", "snapshot 2", "snapshot 13"])
    }

    /// Output that waited for a commit may be more than a ring holds; a second message would find a choked connection.
    @Test func overtakenSubscribersGetOneMessageToo() throws {
        var loops = ServerFixture(1) {
            $0.isDurable = true
            $0.ringFrames = 4
        }
        for peer in [1, 2] as [UInt64] {
            loops.join(peer, on: 0)
            loops.save()
        }
        let session = try #require(loops.said(to: 2, on: 0).lazy.compactMap(\.welcome).first?.session)
        loops.close(2, on: 0)
        for page in Int64(0)..<3 {
            loops.ask(page + 2, .step(.forward, from: PageIndex(page)), from: 1, on: 0)
            loops.tick(at: loops.milliseconds + 200)
        }
        loops.ask(9, .step(.forward, from: PageIndex(3)), from: 1, on: 0)
        loops.join(3, on: 0, session: session)
        #expect(loops.sent.isEmpty, "the welcome of who returns waits behind what was said before")
        // The last flight lands under the look with which the snapshot is taken.
        loops.milliseconds += 200
        loops.save()
        #expect(loops.sent.flatMap(\.peers).sorted() == [1, 3], "each once")
        #expect(loops.said(to: 3, on: 0).words.first == "welcome")
    }

    @Test func aLargeAnswerIsNoReasonToEndAConnection() {
        var loops = ServerFixture { $0.answerBytes = 1 }
        loops.join(1, on: 0)
        loops.handle(.choked(PeerID(1)), on: 0)
        loops.send(.pages(RequestID(2), from: PageIndex(0), count: 32), from: 1, on: 0)
        #expect(loops.endings.isEmpty)
        loops.handle(.writable(PeerID(1)), on: 0)
        #expect(loops.said(to: 1, on: 0).words == ["pages 2"])
        loops.handle(.choked(PeerID(1)), on: 0)
        for id in 3...6 { loops.send(.pages(RequestID(Int64(id)), from: PageIndex(0), count: 32), from: 1, on: 0) }
        #expect(
            loops.endings == [ServerFixture.Ending(loop: 0, peer: 1, code: .tooSlow)], "but those of a stuck reader are"
        )
        #expect(loops.sent.isEmpty)
    }

    @Test func pagesAreAnsweredFromTheHomeToTheAskerAlone() {
        var loops = ServerFixture()
        loops.join(1, on: 1)
        loops.join(2, on: 1)
        loops.send(.pages(RequestID(5), from: PageIndex(-2), count: 3), from: 2, on: 1)
        loops.carry()
        #expect(loops.sent.map(\.peers) == [[2]])
        guard case .pages(_, let pages)? = loops.said(to: 2, on: 1).first else {
            Issue.record("expected pages")
            return
        }
        #expect(pages.map(\.index.value) == [-2, -1, 0])
    }
}
