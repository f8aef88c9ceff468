import ClusterTraffic
import PagingEngine
import PagingRoom
import PagingServer
import PagingWire
import Testing

@testable import ClusterServer

@Suite struct ServedRoomsTests {
    @Test func aRoomIsHostedFollowedAndStartedBeforeItSpeaks() {
        var bench = ServedBench()
        #expect(bench.words.isEmpty)
        bench.start()
        let kinds = bench.commands.map { command in
            switch command {
            case .host(let spec, let epoch, _): "host \(spec.name) \(epoch.text)"
            case .follow(_, let isFollowed): "follow \(isFollowed)"
            case .started: "started"
            case .speak: "speak"
            default: "other"
            }
        }
        #expect(kinds == ["host talk 7-1", "follow true", "started", "speak"])
        // Who waited for the room gets a link with the first word.
        let opened = RoomMessage.opened(ServedBench.key, sequence: 3, valid: Instant(milliseconds: 1_500))
        #expect(bench.words.map(\.word).last == opened)
        #expect(bench.words.first?.subject == .out(room: "talk"))
    }

    @Test func theNewestEventIsToldAgainAfterASilence() {
        var bench = ServedBench.serving()
        bench.publish(4...5)
        bench.run(50)
        bench.publish(6...6)
        bench.take()
        bench.run(99)
        #expect(bench.words.isEmpty)
        for (pause, count) in [(1, 1), (299, 1), (1, 2), (1_199, 2), (1, 3), (5_000, 3)] as [(Int64, Int)] {
            bench.run(pause)
            #expect(bench.words.count == count)
        }
        for (subject, word) in bench.words {
            guard case .tail(_, ServedBench.epoch, 6, nil, _) = word else {
                Issue.record("expected a tail, got \(word)")
                continue
            }
            #expect(subject == .out(room: "talk"))
        }
    }

    @Test func aWordOfTheHomeGoesToAllEdgesAtOnce() {
        var bench = ServedBench.serving()
        bench.publish(4...5)
        #expect(bench.words.map(\.subject) == [.out(room: "talk")])
        guard case .publication(_, ServedBench.epoch, let events, let valid)? = bench.words.first?.word else {
            Issue.record("expected events, got \(bench.words)")
            return
        }
        #expect(events.first == 4 && events.frames.map { EdgeBench.text($0) } == ["e4", "e5"] && valid == bench.valid)
    }

    @Test func nothingIsSaidWithoutALeaseAndAllOfItLater() {
        var bench = ServedBench.serving()
        // Nothing of before is told again.
        bench.run(5_000)
        bench.send(ServedBench.join(1))
        bench.take()
        bench.isLive = false
        bench.change { rooms, output in rooms.hold(ServedBench.room, into: &output) }
        bench.publish(4...4)
        bench.say(.reply(PeerID(2), [1], answers: nil))
        bench.since(3)
        bench.run(300)
        #expect(bench.words.isEmpty && bench.frames.isEmpty)
        bench.isLive = true
        bench.change { rooms, output in rooms.speak(ServedBench.room, into: &output) }
        guard case .tail(_, _, 4, _, _)? = bench.words.first?.word else {
            Issue.record("expected the newest event, got \(bench.words)")
            return
        }
        #expect(bench.receive().count == 2)
    }

    @Test func aLoopThatHoldsIsToldToSpeakAgain() {
        var bench = ServedBench()
        let again = { (bench: inout ServedBench, loop: Int) -> [String] in
            bench.take()
            bench.change { rooms, output in rooms.speakAgain(on: loop, into: &output) }
            return bench.commands.map { "\($0)" }
        }
        #expect(again(&bench, 0).isEmpty, "it is told when the home exists")
        bench.start()
        #expect(again(&bench, 0) == ["speak(room: \"talk\")"] && again(&bench, 1).isEmpty)
        // A hand-over may fail: then the room goes on.
        bench.change { rooms, _ in rooms.freeze(ServedBench.room) }
        #expect(again(&bench, 0).count == 1)
        bench.change { rooms, output in rooms.hold(ServedBench.room, into: &output) }
        #expect(again(&bench, 0).isEmpty)
    }

    @Test func missingEventsAreSentToTheOneThatAsks() {
        var bench = ServedBench.serving()
        bench.publish(4...6)
        bench.take()
        bench.since(4)
        #expect(bench.words.count == 1 && bench.words.first?.subject == .node(ServedBench.edge))
        guard case .publication(_, _, let events, _)? = bench.words.first?.word else {
            Issue.record("expected events, got \(bench.words)")
            return
        }
        #expect(events.first == 5 && events.frames.map { EdgeBench.text($0) } == ["e5", "e6"])
    }

    /// One message has at most 1,024 frames.
    @Test(arguments: [false, true]) func manyEventsArriveAtAnEdge(isAskedFor: Bool) {
        var bench = ServedBench.serving(ringFrames: 2_048)
        bench.publish(4...10)
        bench.take()
        bench.publish(11...1_110)
        if isAskedFor {
            bench.take()
            bench.since(10)
        }
        var edge = EdgeBench.joined()
        for (_, word) in bench.words {
            guard case .publication(_, _, let events, _) = word else { continue }
            edge.hear(.publication(room: EdgeBench.room, edge.epoch(5), events, valid: edge.valid))
        }
        let told = edge.takeTold().map { $0.split(separator: " ").map(String.init) }
        #expect(told.map { $0[1] } == ["11", "1035"])
        #expect(told.flatMap { $0.dropFirst(2) } == (11...1_110).map { "e\($0)" })
        #expect(edge.takeWords().isEmpty, "nothing is missing")
    }

    @Test func whereNoEventsAreHeldTheHomeGivesASnapshot() {
        var bench = ServedBench.serving()
        bench.since(1)
        bench.since(nil)
        // One question for both.
        #expect(bench.talk == ["resync 1-1"])
        bench.say(.reset(PeerID(1), [8], Sequence(3)))
        #expect(bench.words.map(\.subject) == [.node(ServedBench.edge)])
        guard case .opening(_, _, 3, [8], _)? = bench.words.first?.word else {
            Issue.record("expected a snapshot, got \(bench.words)")
            return
        }
    }

    @Test func anAnswerSaysWhichEventComesBeforeIt() {
        var bench = ServedBench.serving()
        bench.send(ServedBench.join(1))
        bench.publish(4...4)
        bench.say(.reply(PeerID(2), [1], answers: RequestID(2)))
        bench.say(.reply(PeerID(2), [2], answers: RequestID(3)))
        let items = bench.receive()
        #expect(items.count == 3)
        guard case .reached(Sequence(4))? = items.first,
            case .reply(ServedBench.address(1), [1], RequestID(2)) = items[1]
        else {
            Issue.record("expected the event, then the answer, got \(items)")
            return
        }
    }

    @Test func connectionsThatAreNotNamedAgainEnd() {
        var bench = ServedBench.serving()
        bench.send(ServedBench.join(1), ServedBench.join(2))
        #expect(bench.talk == ["join 1-2", "join 1-3"])
        bench.take()
        bench.send(ServedBench.reopen(1), .reopened, ServedBench.join(3))
        #expect(bench.talk == ["reopen 1-2", "withdrawn 1-3", "join 1-4"])
    }

    @Test func connectionsOfANodeThatEndsEnd() {
        var bench = ServedBench.serving()
        bench.send(ServedBench.join(1))
        bench.take()
        bench.change { rooms, output in rooms.gone(ServedBench.edge, into: &output) }
        #expect(bench.talk == ["withdrawn 1-2"])
    }

    @Test func connectionsWithoutALinkEndAfterAWhile() {
        var bench = ServedBench.serving()
        bench.send(ServedBench.join(1))
        bench.say(.reply(PeerID(2), [1], answers: nil))
        bench.take()
        bench.run(2_000)
        guard case .refused(_, nonce: 5, .notReady, _)? = bench.words.last?.word else {
            Issue.record("expected the end of the link, got \(bench.words)")
            return
        }
        #expect(bench.talk.isEmpty)
        bench.run(3_000)
        #expect(bench.talk == ["withdrawn 1-2"])
    }

    @Test func aGrantForAConnectionThatIsGoneEndsTheMember() {
        var bench = ServedBench.serving()
        bench.send(ServedBench.join(1))
        bench.send(.withdrawn(ServedBench.address(1)))
        bench.take()
        bench.say(
            .joinGranted(
                PeerID(2),
                JoinGranted(
                    room: ServedBench.room, member: MemberID(4), session: Session("secret-1"), offsets: .none,
                    knowsEpochs: true, frames: [], sequence: Sequence(3), recovered: false)))
        #expect(bench.talk == ["left 1-2"])
        #expect(bench.receive().isEmpty)
    }

    @Test func framesOfALinkThatDoesNotExistAreRefused() {
        var bench = ServedBench.serving()
        bench.change { rooms, output in
            let key = LinkKey(room: ServedBench.room, epoch: ServedBench.epoch, nonce: 6)
            let frame = LinkFrame(key, first: 1, acknowledged: 0, items: [], valid: nil)
            rooms.receive(frame, from: ServedBench.edge, at: Instant(milliseconds: 1_000), into: &output)
        }
        guard case .refused(_, nonce: 6, .notReady, _)? = bench.words.first?.word else {
            Issue.record("expected a refusal, got \(bench.words)")
            return
        }
    }
}
