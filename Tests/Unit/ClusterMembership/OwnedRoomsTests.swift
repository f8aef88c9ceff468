import ClusterTraffic
import Testing

@testable import ClusterMembership

@Suite struct OwnedRoomsTests {
    private let other = Fixture.node(8)

    @Test func anOpenedRoomIsReadClaimedLoadedAndSpoken() {
        var bench = RoomBench()
        bench.send(.opened("a", known: 4))
        #expect(bench.statement == .readRooms(["a"]))
        bench.answer(.rows([bench.row("a")]))
        #expect(
            bench.statement
                == .claim(bench.view.node, [RoomClaim(room: "a", read: 6, known: 4)], format: 3, written: 2))
        bench.answer(.owned([bench.owned("a")]))
        #expect(bench.statement == .load("a") && bench.rooms.spoken.isEmpty && bench.rooms["a"] == nil)
        bench.answer(.loaded)
        #expect(bench.effects.prefix(2) == [.begin(bench.owned("a")), .speak("a")])
        #expect(bench.rooms.spoken == [bench.owned("a")])
    }

    @Test func aRoomOfAnotherNodeIsElsewhere() {
        var bench = RoomBench()
        bench.send(.opened("a", known: 0))
        bench.answer(.rows([bench.row("a", other)]))
        #expect(bench.effects.first == .elsewhere("a", owner: other, epoch: 6))
        #expect(bench.statement == .readQuiet(bench.view.node))
        bench.answer(.rows([]))
        bench.send(.opened("b", known: 0))
        bench.answer(.rows([]))
        #expect(bench.effects == [.unknownRoom("b")])
        bench.send(.opened("c", known: 0))
        bench.answer(.rows([bench.row("c", format: 4)]))
        #expect(bench.effects == [.newerFormat("c")])
        #expect(bench.rooms.names.isEmpty)
    }

    @Test func aRoomThatMayBeCreatedIsCreatedAndLoaded() {
        var bench = RoomBench()
        bench.send(.opened("a", known: 4, mayCreate: true))
        bench.answer(.rows([]))
        #expect(bench.statement == .create(bench.view.node, "a", known: 4, format: 2, limit: 1_000))
        bench.answer(.owned([bench.owned("a")]))
        #expect(bench.statement == .load("a"))
        bench.answer(.loaded)
        #expect(bench.effects.prefix(2) == [.begin(bench.owned("a")), .speak("a")])
        bench.send(.removed("a"))
        #expect(bench.rooms.names.isEmpty && !bench.effects.contains(.end("a")))
    }

    @Test func aRoomThatCannotBeCreatedIsReadAgain() {
        var bench = RoomBench()
        for rows in [[], [bench.row("a", other)]] {
            bench.send(.opened("a", known: 0, mayCreate: true))
            bench.answer(.rows([]))
            bench.answer(.noRow)
            #expect(bench.statement == .readRooms(["a"]))
            bench.answer(.rows(rows))
            #expect(bench.effects.first == (rows.isEmpty ? .roomLimit("a") : .elsewhere("a", owner: other, epoch: 6)))
            bench.answer(.rows([]))
        }
    }

    @Test func aCreationWithUnknownOutcomeIsFoundByRefencing() {
        var bench = RoomBench()
        bench.send(.opened("a", known: 0, mayCreate: true))
        bench.answer(.rows([]))
        bench.answer(.unknown)
        bench.tick(after: 300)
        #expect(bench.statement == .refence(bench.view.node))
        bench.answer(.owned([bench.owned("a")]))
        #expect(bench.statement == .load("a"))
    }

    @Test func aClaimThatFindsAnotherRowReadsItAgain() {
        var bench = RoomBench()
        bench.send(.opened("a", known: 4))
        bench.answer(.rows([bench.row("a")]))
        bench.answer(.owned([]))
        #expect(bench.statement == .readRooms(["a"]))
        bench.answer(.rows([bench.row("a", other, epoch: 7)]))
        #expect(bench.effects.first == .elsewhere("a", owner: other, epoch: 7))
    }

    @Test func quietRoomsAreClaimedByTheNodeWhoseTurnItIs() {
        var bench = RoomBench()
        bench.view.owners = [bench.view.node, other]
        bench.tick()
        #expect(bench.statement == .readQuiet(bench.view.node))
        let names = (0..<60).map { "room-\($0)" }
        bench.answer(.rows(names.map { bench.row($0, $0 == "room-7" ? bench.view.node : nil) }))
        guard case .claim(_, let claims, _, _) = bench.statement else {
            Issue.record("expected a claim, got \(bench.effects)")
            return
        }
        let turns = names.filter {
            $0 == "room-7" || Rendezvous.first(of: bench.view.owners, for: $0) == bench.view.node
        }
        #expect(claims.map(\.room) == turns.prefix(10).sorted(), "ten a second")
        bench.answer(.owned([]))
        bench.answer(.rows([]))
        #expect(bench.statement == nil)
        bench.tick(after: 999)
        #expect(bench.statement == nil)
        bench.tick(after: 1)
        #expect(bench.statement == .readQuiet(bench.view.node))
    }

    @Test func aNodeThatMayNotClaimTakesNothing() {
        var bench = RoomBench()
        bench.view.mayClaim = false
        bench.send(.opened("a", known: 0))
        bench.tick(after: 5_000)
        #expect(bench.effects.isEmpty)
        bench.view.mayClaim = true
        bench.send(.opened("a", known: 0))
        bench.view.mayClaim = false
        bench.answer(.rows([bench.row("a")]))
        #expect(bench.effects.isEmpty, "an edge asks another node soon")
    }

    @Test func aRoomIsHeldWithoutALease() {
        var bench = RoomBench.speaking()
        bench.view.isLive = false
        bench.tick()
        #expect(bench.effects == [.hold("a")] && bench.rooms.spoken.isEmpty)
        bench.view.isLive = true
        bench.tick()
        #expect(bench.effects.first == .speak("a") && bench.rooms.spoken == [bench.owned("a")])
    }

    @Test func aLostJournalConnectionHoldsUntilTheFencesAreNew() {
        var bench = RoomBench.speaking()
        bench.send(.journalLost)
        #expect(bench.effects == [.hold("a"), .execute(.refence(bench.view.node))])
        bench.answer(.unknown)
        #expect(bench.effects.isEmpty)
        bench.tick(after: 250)
        #expect(bench.statement == .refence(bench.view.node))
        bench.answer(.owned([bench.owned("a", fence: 30)]))
        #expect(bench.effects.prefix(2) == [.refenced(bench.owned("a", fence: 30)), .speak("a")])
    }

    @Test func aRoomThatIsNotReturnedAfterwardsIsLost() {
        var bench = RoomBench.speaking()
        bench.send(.journalLost)
        bench.answer(.owned([]))
        #expect(bench.effects.first == .end("a") && bench.rooms.names.isEmpty)
    }

    @Test func anotherEpochMeansAnotherOwnership() {
        var bench = RoomBench.speaking()
        bench.send(.journalLost)
        bench.answer(.owned([bench.owned("a", epoch: 40, fence: 41)]))
        #expect(bench.effects == [.end("a"), .execute(.load("a"))])
        bench.answer(.loaded)
        #expect(bench.effects.first == .begin(bench.owned("a", epoch: 40, fence: 41)))
    }

    @Test func aClaimWithAnUnknownOutcomeIsResolvedByNewFencesAndTheRow() {
        for isClaimed in [false, true] {
            var bench = RoomBench()
            bench.send(.opened("a", known: 4))
            bench.answer(.rows([bench.row("a")]))
            bench.answer(.unknown)
            bench.tick(after: 250)
            #expect(bench.statement == .refence(bench.view.node))
            bench.answer(.owned(isClaimed ? [bench.owned("a")] : []))
            #expect(bench.statement == (isClaimed ? .load("a") : .readRooms(["a"])))
            guard !isClaimed else { continue }
            // It took effect later: the row names this node, which claims it again.
            bench.answer(.rows([bench.row("a", bench.view.node, epoch: 9)]))
            #expect(
                bench.statement
                    == .claim(bench.view.node, [RoomClaim(room: "a", read: 9, known: 4)], format: 3, written: 2))
        }
    }

    @Test func aRoomIsHandedOverAndNothingIsSaidMeanwhile() {
        var bench = RoomBench.speaking()
        bench.send(.handOver("a", to: other))
        #expect(bench.effects == [.hold("a"), .execute(.handOver("a", fence: 10, to: other))])
        #expect(bench.rooms.spoken.isEmpty)
        bench.answer(.handedOver(12))
        #expect(bench.effects.prefix(2) == [.end("a"), .moved("a", to: other, epoch: 12)])
        #expect(bench.rooms.names.isEmpty)
    }

    @Test func aHandOverThatDidNotTakeEffectIsTakenBack() {
        for outcome in [RoomOutcome.noRow, .unknown] {
            var bench = RoomBench.speaking()
            bench.send(.handOver("a", to: other))
            bench.answer(outcome)
            bench.tick(after: outcome == .unknown ? 250 : 0)
            if bench.statement != .refence(bench.view.node) { bench.effects = [.execute(.refence(bench.view.node))] }
            bench.answer(.owned([bench.owned("a", fence: 31)]))
            #expect(bench.effects.prefix(2) == [.refenced(bench.owned("a", fence: 31)), .speak("a")])
        }
    }

    @Test func aFencedRoomAndAnEndedLifeAreAbsentAtOnce() {
        var bench = RoomBench.speaking()
        bench.send(.fenced("a"))
        #expect(bench.effects.first == .end("a"))
        var second = RoomBench.speaking()
        second.send(.opened("b", known: 0))
        let old = second.statement
        second.view = RoomView(
            node: Fixture.node(6), isLive: false, mayClaim: false, owners: [], format: 3, writtenFormat: 2)
        second.send(.ended)
        #expect(second.effects == [.end("a")] && second.rooms.names.isEmpty)
        // An answer for the former life changes nothing.
        guard let old else { return }
        second.send(.answered(old, .rows([second.row("b")])))
        #expect(second.effects.isEmpty && second.rooms.names.isEmpty)
    }
}
