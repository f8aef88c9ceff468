import PagingEngine
import PagingRoom
import PagingWire
import Testing

@testable import PagingServer

/// Rooms that are made because somebody comes.
@Suite struct RoomCreationPolicyTests {
    private static let emptyMilliseconds: Int64 = 60_000

    private func loops(
        _ creation: RoomCreationPolicy = .any, count: Int = 2, _ change: (inout ServerSettings) -> Void = { _ in }
    ) -> ServerFixture {
        ServerFixture(count) {
            $0.creation = creation
            $0.emptyRoomMilliseconds = Self.emptyMilliseconds
            change(&$0)
        }
    }

    /// The name of a room that is not there, whose home is `loop` of two.
    private static func name(home loop: Int, _ skip: Int = 0) -> String {
        (0..<99).map { "made-\($0)" }.filter { RoomSpec.home(of: $0, loops: 2) == loop }[skip]
    }

    @Test(arguments: [0, 1], [0, 1]) func aJoinMakesTheRoomAndTheNextOneFindsIt(home: Int, loop: Int) {
        var loops = loops()
        let name = Self.name(home: home)
        #expect(loops.join(1, on: loop, room: name).words == ["welcome", "snapshot 1"])
        let second = loops.join(2, on: 0, room: name)
        #expect(second.compactMap(\.snapshot).first?.replica.members.map(\.id) == [MemberID(1), MemberID(2)])
        #expect(loops.cores[home].hosted[name] != nil && loops.cores[1 - home].hosted[name] == nil)
        loops.ask(2, .step(.forward, from: PageIndex(0)), from: 1, on: loop)
        loops.carry()
        #expect(loops.cores[home].hosted[name]?.room.pager.target == PageIndex(1))
        #expect(loops.endings.isEmpty)
    }

    @Test func withoutThePermissionThereIsNoSuchRoom() {
        for (creation, mayCreate) in [(RoomCreationPolicy.none, true), (.token, false)] {
            var loops = loops(creation) { $0.authorizesJoins = true }
            loops.open(1, on: 0, room: "nowhere")
            loops.send(.join(RequestID(1), Join(token: "word")), from: 1, on: 0)
            loops.handle(.authorized(PeerID(1), .granted(.presenter, name: nil, mayCreate: mayCreate)), on: 0)
            loops.carry()
            #expect(loops.endings == [ServerFixture.Ending(loop: 0, peer: 1, code: .noSuchRoom)], "\(creation)")
        }
    }

    @Test func aTokenWithThePermissionCreatesTheRoomForOthersToo() {
        var loops = loops(.token) { $0.authorizesJoins = true }
        for (peer, mayCreate) in [(UInt64(1), true), (2, false)] {
            loops.open(peer, on: 0, room: "new")
            loops.send(.join(RequestID(1), Join(token: "word")), from: peer, on: 0)
            loops.handle(.authorized(PeerID(peer), .granted(.member, name: nil, mayCreate: mayCreate)), on: 0)
            let first = loops.said(to: peer, on: 0)
            loops.carry()
            #expect((first + loops.said(to: peer, on: 0)).words.first == "welcome")
        }
        #expect(loops.endings.isEmpty)
    }

    @Test func theNumberOfRoomsIsLimited() {
        var loops = loops { $0.roomLimit = 3 }
        for (peer, home) in [(UInt64(1), 0), (2, 1)] { loops.join(peer, on: 0, room: Self.name(home: home)) }
        loops.join(3, on: 1, room: Self.name(home: 1, 1))
        #expect(loops.endings == [ServerFixture.Ending(loop: 1, peer: 3, code: .serverFull)])
        #expect(loops.join(4, on: 1, room: Self.name(home: 0)).words.first == "welcome", "a room that is there")
        leave(2, on: 0, &loops)
        loops.tick(at: Self.emptyMilliseconds)
        loops.carry()
        #expect(loops.join(5, on: 1, room: Self.name(home: 1, 1)).words.first == "welcome", "one has gone")
    }

    private func leave(_ peer: UInt64, on loop: Int, _ loops: inout ServerFixture) {
        loops.send(.leave(RequestID(9)), from: peer, on: loop)
        loops.close(peer, on: loop)
        loops.carry()
    }

    @Test func twoAtOnceAreInOneRoom() {
        var loops = loops { $0.roomLimit = 2 }
        let name = Self.name(home: 1)
        for loop in [0, 1] {
            loops.open(UInt64(loop), on: loop, room: name)
            loops.send(.join(RequestID(1), Join()), from: UInt64(loop), on: loop)
        }
        loops.carry()
        #expect(loops.cores[1].hosted[name]?.room.population == 2)
        #expect(loops.cores[0].joining.roomCount == 2)
    }

    @Test func aWithdrawnJoinCreatesNoRoom() {
        var loops = loops()
        let name = Self.name(home: 1)
        loops.open(1, on: 0, room: name)
        loops.send(.join(RequestID(1), Join()), from: 1, on: 0)
        loops.carryOne()
        loops.close(1, on: 0)
        loops.deliver(loops.takeNewest())
        loops.carry()
        #expect(loops.cores[1].hosted[name] == nil)
        #expect(loops.cores[0].joining.roomCount == 1)
    }

    @Test func anEmptyRoomIsRemovedAfterItsTimeAndOthersStay() {
        var loops = loops { $0.isDurable = true }
        let (made, kept) = (Self.name(home: 0), loops.name)
        for (peer, name) in [(UInt64(1), made), (2, kept)] {
            loops.join(peer, on: 0, room: name)
            loops.save(name)
            leave(peer, on: 0, &loops)
            loops.save(name)
        }
        loops.tick(at: Self.emptyMilliseconds - 1)
        #expect(loops.cores[0].hosted[made] != nil)
        loops.join(3, on: 0, room: made)
        loops.save(made)
        loops.tick(at: Self.emptyMilliseconds * 2)
        #expect(loops.cores[0].hosted[made] != nil, "somebody is there")
        loops.close(3, on: 0)
        loops.tick(at: Self.emptyMilliseconds * 2 + 10_000)
        loops.tick(at: Self.emptyMilliseconds * 3 + 9_000)
        #expect(loops.cores[0].hosted[made] != nil, "expected back for ten seconds, and only then gone")
        loops.tick(at: Self.emptyMilliseconds * 3 + 10_000)
        #expect(loops.cores[0].hosted.names == [kept])
        #expect(loops.forgotten == [made])
    }

    /// Numbers compare only within an epoch, and a name may be used again.
    @Test func aRoomCreatedAgainIsAnotherOne() {
        var loops = loops()
        let name = Self.name(home: 0)
        let welcome = loops.join(1, on: 0, room: name).first?.welcome
        leave(1, on: 0, &loops)
        loops.tick(at: Self.emptyMilliseconds)
        loops.carry()
        loops.join(2, on: 0, room: name)
        let epoch = welcome?.epoch.text ?? ""
        let said = loops.join(3, on: 0, session: welcome?.session, since: 1, epoch: epoch, room: name)
        #expect(said.words == ["welcome", "snapshot 2"])
        #expect(said.first?.welcome?.epoch != welcome?.epoch)
    }

    /// A room created on demand stays one after a restart, unless `--room` names it.
    @Test func aRestoredRoomMayStillBeRemoved() throws {
        var loops = loops { $0.isDurable = true }
        let name = Self.name(home: 0)
        loops.join(1, on: 0, room: name)
        let record = try #require(loops.records.last?.record)
        #expect(record.isOnDemand)
        for (isOnDemand, remains) in [(true, false), (false, true)] {
            let plan = RoomSpec(
                name: name, supplier: .numbers, configuration: Configuration(.threePage), persisted: record,
                isOnDemand: isOnDemand)
            var core = ServerCore(
                loop: 0, loops: 1, settings: loops.settings, rooms: [plan], now: Instant(milliseconds: 0),
                encode: { _ in [] })
            var effects: [ServerEffect] = []
            for moment in [10_000, 10_000 + Self.emptyMilliseconds] {
                core.handle(.tick, at: Instant(milliseconds: moment), into: &effects)
            }
            #expect((core.hosted[name] != nil) == remains)
        }
    }
}
