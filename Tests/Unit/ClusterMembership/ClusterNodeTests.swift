import ClusterTraffic
import PagingEngine
import Testing

@testable import ClusterMembership

@Suite struct ClusterNodeTests {
    private let other = Fixture.node(9)

    @Test func aNodeRegistersAndSpeaksOnceItsFirstBeatIsConfirmed() {
        var bench = NodeBench()
        #expect(bench.core.phase == .registering)
        #expect(bench.ownStatement == .register(bench.core.id, name: "a", format: 3))
        #expect(bench.take().first == .began(bench.core.id))
        bench.effects = [.execute(.register(bench.core.id, name: "a", format: 3))]
        bench.answer(.done)
        #expect(bench.core.phase == .registered && bench.core.valid(at: bench.now) == nil)
        #expect(bench.ownStatement == .renew(bench.core.id, beat: 1, confirmed: 0, isHeard: true))
        bench.answer(.renewed(Fixture.renewal(clock: 80_000)))
        #expect(bench.effects.contains(.live))
        #expect(bench.core.valid(at: Fixture.at(1_749)) == Fixture.at(1_750))
        #expect(bench.core.valid(at: Fixture.at(1_750)) == nil)
        #expect(bench.core.clusterTime(at: Fixture.at(1_100)) == Fixture.at(80_100))
        #expect(bench.core.writtenFormat == 3)
        #expect(
            bench.effects.contains(.send(.beat(Fixture.beat("a", 1)), to: .beat)), "a beat is told when it is confirmed"
        )
    }

    @Test func aNodeIsSilentWithoutAConfirmedLeaseAndLiveAfterwards() {
        var bench = NodeBench.live()
        bench.run(to: 1_749)
        #expect(!bench.effects.contains(.silent))
        bench.run(to: 1_750)
        #expect(bench.effects.contains(.silent) && bench.core.phase == .registered)
        bench.now = Fixture.at(1_900)
        _ = bench.take()
        bench.effects = [.execute(.renew(bench.core.id, beat: 2, confirmed: 1, isHeard: true))]
        bench.answer(.renewed(Fixture.renewal()))
        #expect(bench.effects.contains(.live), "the renewal was sent at 1,250")
        #expect(bench.core.valid(at: bench.now) == Fixture.at(2_000))
    }

    @Test func anUnknownRenewalIsFollowedByTheNextNumberAfterAPause() {
        var bench = NodeBench.live()
        bench.run(to: 1_250)
        #expect(bench.ownStatement == .renew(bench.core.id, beat: 2, confirmed: 1, isHeard: true))
        bench.answer(.unknown)
        bench.run(to: 1_299)
        #expect(bench.ownStatement == nil, "50 ms at least")
        bench.run(to: 1_500)
        #expect(bench.ownStatement == .renew(bench.core.id, beat: 3, confirmed: 1, isHeard: true))
    }

    @Test(arguments: [
        (NodeOutcome.noRow, NodeEndReason.noRow), (.renewed(Fixture.renewal(timeline: 2)), .timeline),
    ]) func aLostLeaseEndsTheLifeAndAnotherBegins(outcome: NodeOutcome, reason: NodeEndReason) {
        var bench = NodeBench.live()
        let first = bench.core.id
        bench.run(to: 1_250)
        bench.answer(outcome)
        #expect(bench.effects.contains(.ended(reason)))
        #expect(bench.core.phase == .ending && bench.core.valid(at: bench.now) == nil)
        #expect(bench.ownStatement == .leave(first))
        bench.answer(.unknown)
        bench.run(to: 1_500)
        #expect(bench.ownStatement == .leave(first), "the name is in use until the row is gone")
        bench.answer(.done)
        #expect(bench.core.phase == .registering && bench.core.id != first)
        #expect(bench.effects.contains(.send(.gone(first), to: .beat)))
        #expect(bench.ownStatement == .register(bench.core.id, name: "a", format: 3))
        bench.answer(.done)
        #expect(bench.ownStatement == .renew(bench.core.id, beat: 1, confirmed: 0, isHeard: true))
    }

    @Test func anUnknownRegistrationIsMadeWithAnotherId() {
        var bench = NodeBench()
        let first = bench.core.id
        bench.answer(.unknown)
        bench.run(to: 1_250)
        #expect(bench.core.id != first)
        #expect(bench.ownStatement == .register(bench.core.id, name: "a", format: 3))
    }

    /// The row of a process of that name which was killed.
    @Test func aNameInUseIsObservedAndExpelled() {
        var bench = NodeBench()
        bench.answer(.noRow)
        let row = NodeRow(id: other, name: "a", beat: 17, isHeard: true)
        var expelledAt: Int64?
        while bench.now.milliseconds < 4_000, expelledAt == nil {
            bench.run(to: bench.now.milliseconds + 10)
            if bench.statements.contains(.readNodes) { bench.answer(.nodes([row]), isOwn: false) }
            if bench.statements.contains(.expel(other, beat: 17)) { expelledAt = bench.now.milliseconds }
        }
        #expect(expelledAt.map { (2_000...2_020).contains($0) } == true, "\(String(describing: expelledAt))")
        #expect(bench.ownStatement == nil, "it registers when the name is free")
        bench.answer(.done, isOwn: false)
        #expect(bench.effects.contains(.gone(other)) && bench.effects.contains(.send(.gone(other), to: .beat)))
        bench.answer(.nodes([]), isOwn: false)
        #expect(bench.ownStatement == .register(bench.core.id, name: "a", format: 3))
    }

    @Test func aNodeThatRenewsKeepsItsName() {
        var bench = NodeBench()
        bench.answer(.noRow)
        var beat: UInt64 = 0
        while bench.now.milliseconds < 9_000 {
            bench.run(to: bench.now.milliseconds + 10)
            beat += 1
            if bench.statements.contains(.readNodes) {
                bench.answer(.nodes([NodeRow(id: other, name: "a", beat: beat, isHeard: true)]), isOwn: false)
            }
        }
        #expect(bench.statements.isEmpty && bench.core.phase == .registering)
    }

    @Test func aSilentNodeIsExpelledWithTheBeatThatWasHeard() {
        var bench = NodeBench.live()
        bench.answer(.nodes([]), isOwn: false)
        bench.send(.received(.beat(Fixture.beat("b", 40)), from: other))
        bench.renew(to: 1_990)
        #expect(!bench.statements.contains(.expel(other, beat: 40)))
        bench.renew(to: 2_300)
        while bench.statements.contains(.readNodes) {
            bench.answer(.nodes([NodeRow(id: other, name: "b", beat: 40, isHeard: true)]), isOwn: false)
        }
        #expect(bench.statements.contains(.expel(other, beat: 40)))
        // It has renewed, and the fabric lost it: the database tells, and the count begins again.
        bench.answer(.noRow, isOwn: false)
        #expect(bench.statements.contains(.readNodes))
        bench.answer(.nodes([NodeRow(id: other, name: "b", beat: 44, isHeard: true)]), isOwn: false)
        bench.renew(to: 3_250)
        #expect(!bench.statements.contains(.expel(other, beat: 44)))
        bench.renew(to: 3_450)
        while bench.statements.contains(.readNodes) {
            bench.answer(.nodes([NodeRow(id: other, name: "b", beat: 44, isHeard: true)]), isOwn: false)
        }
        #expect(bench.statements.contains(.expel(other, beat: 44)))
        #expect(!bench.effects.contains(.gone(other)))
    }

    @Test func aRowThatIsGoneIsTold() {
        var bench = NodeBench.live()
        bench.answer(.nodes([]), isOwn: false)
        bench.send(.received(.beat(Fixture.beat("b", 40)), from: other))
        #expect(bench.core.owners(at: bench.now) == [other, bench.core.id].sorted())
        bench.renew(to: 2_010)
        bench.answer(.nodes([]), isOwn: false)
        #expect(bench.effects.contains(.gone(other)))
        #expect(bench.core.owners(at: bench.now) == [bench.core.id])
    }

    @Test func aNodeThatOnlyOthersHearNothingOfEnds() {
        var bench = NodeBench.live()
        bench.renew(to: 2_000, othersHeard: 1)
        #expect(bench.core.mayClaim(at: bench.now))
        bench.renew(to: 3_200, othersHeard: 1, isHeard: false)
        #expect(bench.core.phase == .registered && !bench.core.mayClaim(at: bench.now))
        bench.renew(to: 4_400, othersHeard: 1, isHeard: false)
        #expect(bench.effects.contains(.ended(.unheard)))
        bench.answer(.done)
        #expect(bench.core.phase == .registering && bench.ownStatement == nil, "it waits until it is heard")
        bench.send(.received(.beat(Fixture.beat("a", 0)), from: bench.core.id))
        #expect(bench.ownStatement == .register(bench.core.id, name: "a", format: 3))
    }

    @Test func aNodeThatNobodyElseHearsEitherGoesOn() {
        var bench = NodeBench.live()
        bench.renew(to: 9_000, othersHeard: 0, isHeard: false)
        #expect(bench.core.mayClaim(at: bench.now) && !bench.effects.contains(.ended(.unheard)))
    }

    @Test func drainingTakesNoRoomsAndLeavingIsFinal() {
        var bench = NodeBench.live()
        bench.send(.drain)
        #expect(!bench.core.mayClaim(at: bench.now) && bench.core.valid(at: bench.now) != nil)
        var beat = Fixture.beat("a", 1)
        beat.isDraining = true
        #expect(bench.effects.contains(.send(.beat(beat), to: .beat)))
        let id = bench.core.id
        bench.send(.leave)
        #expect(bench.core.valid(at: bench.now) == nil && bench.ownStatement == .leave(id))
        bench.answer(.done)
        #expect(bench.core.phase == .gone && bench.effects.contains(.left))
        #expect(bench.core.nextDeadline == nil)
        bench.send(.start)
        #expect(bench.core.phase == .gone)
    }

    @Test func wordsCountOnlyWithASampleOfTheSendersClock() {
        var bench = NodeBench.live()
        let valid = Fixture.at(501_000 + 750)
        bench.send(.received(.beat(Fixture.beat("b", 4)), from: other))
        #expect(!bench.core.obeys(valid: valid, from: other, at: bench.now))
        bench.run(to: 1_250)
        let pings = bench.effects.compactMap { effect -> ClockReading? in
            guard case .send(.ping(let reading), to: .node(other)) = effect else { return nil }
            return reading
        }
        #expect(pings.count == 1 && pings.first?.boot == Fixture.at(1_250))
        let answer = ClockReading(nonce: pings.first?.nonce ?? 0, boot: Fixture.at(501_000), cluster: nil)
        bench.send(.received(.pong(answer), from: other))
        #expect(bench.core.obeys(valid: valid, from: other, at: Fixture.at(2_150)))
        #expect(!bench.core.obeys(valid: valid, from: other, at: Fixture.at(2_151)))
        bench.send(.received(.gone(other), from: Fixture.node(4)))
        #expect(!bench.core.obeys(valid: valid, from: other, at: bench.now), "of a node that is gone")
    }

    @Test func ownWordsCountForTheToleranceAfterTheOwnLease() {
        var bench = NodeBench.live()
        let valid = Fixture.at(1_750)
        #expect(bench.core.obeys(valid: valid, from: bench.core.id, at: Fixture.at(1_900)))
        #expect(!bench.core.obeys(valid: valid, from: bench.core.id, at: Fixture.at(1_901)))
        #expect(!bench.core.obeys(valid: Fixture.at(1_751), from: bench.core.id, at: Fixture.at(1_200)))
        bench.run(to: 1_250)
        bench.answer(.noRow)
        #expect(!bench.core.obeys(valid: valid, from: bench.core.id, at: Fixture.at(1_260)))
    }

    @Test func aPingIsAnsweredWithTheOwnClocks() {
        var bench = NodeBench.live()
        _ = bench.take()
        bench.send(.received(.ping(ClockReading(nonce: 77, boot: Fixture.at(5), cluster: nil)), from: other))
        let answer = ClockReading(nonce: 77, boot: bench.now, cluster: bench.core.clusterTime(at: bench.now))
        #expect(bench.take() == [.send(.pong(answer), to: .node(other))])
    }
}
