import PagingContent
import PagingEngine
import PagingRoom
import PagingWire
import Support
import TestSupport
import Testing

@testable import PagingServer
@testable import Simulation

/// A server that may crash after any call: its store is never behind what members were sent.
@Suite struct CrashTests {
    /// Everything only goes forward here, pages as well as settings, so that "not lost" is "not less".
    struct Scene {
        var loops = ServerFixture(1, pages: CrashTests.pages(200)) { $0.isDurable = true }
        var random: SeedStream
        /// The room as the witness sees it; nil before its snapshot.
        var told: Replica?
        /// The room as it was when the record of that number was issued.
        var rooms: [Room] = []
        var safe = 0
        /// The greatest page a jump without a flight was acknowledged for.
        var acknowledged = PageIndex(0)
        var asked: [Int64: PageIndex] = [:]
        /// Sessions that welcomes promised and that have not ended, by member.
        var promises: [UInt64: Welcome] = [:]
        var requests: Int64 = 10
        var drags: Int64 = 0
        var peers: UInt64 = 10

        init(seed: UInt64) {
            random = SeedStream(seed: seed)
            let welcome = loops.join(1, on: 0)
            note(welcome)
            loops.save()
            note()
        }
    }

    static func pages(_ count: Int) -> [Page] {
        (0..<count).map { Page(id: PageID("p\($0)"), title: "\($0)") }
    }

    @Test(arguments: 0..<UInt64(Effort.rounds(15, of: 60))) func nothingPublishedIsLost(seed: UInt64) throws {
        var scene = Scene(seed: seed)
        for step in 0..<160 {
            scene.act()
            let comment: Comment = "seed \(seed), step \(step)"
            for count in Set([scene.safe, scene.rooms.count]) {
                guard let restored = scene.restored(from: count) else { continue }
                scene.expectNothingLost(in: restored, comment)
                if scene.random.below(4) == 0 { scene.expectTwin(of: restored, at: count, comment) }
            }
        }
        #expect(try #require(scene.told).settled > PageIndex(3), "the scene went somewhere: seed \(seed)")
    }
}

extension CrashTests.Scene {
    private var room: Room { loops.cores[0].hosted[loops.name]!.room }

    /// Records the messages and records of the last call.
    mutating func note() { note(loops.said(to: 1, on: 0)) }

    mutating func note(_ said: [ServerMessage]) {
        while rooms.count < loops.records.count { rooms.append(room) }
        for message in said {
            switch message {
            case .snapshot(let snapshot): told = snapshot.replica
            case .event(let event): #expect(told?.apply(event) == .applied)
            case .answer(.accepted(let id, _, _)): acknowledged = max(acknowledged, asked[id.number] ?? acknowledged)
            default: break
            }
        }
        for message in loops.sent where message.peers.count == 1 {
            for welcome in message.objects.compactMap(\.welcome) { promises[message.peers[0]] = welcome }
        }
    }

    mutating func act() {
        let target = room.pager.target
        switch random.below(14) {
        case 0, 1: ask(.step(.forward, from: target))
        case 2:
            let page = max(target, room.pager.settled) + Int64(random.below(3))
            asked[requests + 1] = page
            ask(.jump(page, animated: false))
        case 3: ask(.jump(target + 2, animated: true))
        case 4: drag()
        case 5:
            let count = room.pager.order.count + 1
            ask(.content(revision: room.pager.revision, CrashTests.pages(count), wrap: .finite))
        case 6:
            var configuration = room.pager.configuration
            configuration.leaseMilliseconds += 1
            ask(.configure(configuration))
        case 7: comeAndGo()
        case 12: passBaton()
        case 13: returnAsAnother()
        case 8, 9:
            loops.tick(at: loops.milliseconds + Int64(random.below(160)))
            note()
        default:
            let waiting = rooms.count - safe
            safe += waiting == 0 ? 0 : random.below(waiting + 1)
            loops.save(upTo: Int64(safe))
            note()
        }
    }

    private mutating func ask(_ request: Request) {
        requests += 1
        loops.milliseconds += 12
        loops.ask(requests, request, from: 1, on: 0)
        note()
    }

    private mutating func drag() {
        drags += 1
        let way = Distance(units: Int64(random.below(60_000)))
        ask(.dragBegan(DragID(drags), viewport: nil))
        loops.ask(nil, .dragMoved(DragID(drags), by: way), from: 1, on: 0)
        note()
        if random.below(4) > 0 { ask(.dragEnded(DragID(drags), by: way, velocity: .zero)) }
    }

    private mutating func comeAndGo() {
        if peers > 10, random.below(2) == 0 {
            promises[peers] = nil
            loops.send(.leave(RequestID(2)), from: peers, on: 0)
            note()
            loops.close(peers, on: 0)
        } else {
            peers += 1
            loops.open(peers, on: 0)
            note()
            loops.send(.join(RequestID(1), Join(role: .member)), from: peers, on: 0)
        }
        note()
    }

    /// One of those who came last comes back on another connection, by another name.
    private mutating func returnAsAnother() {
        guard let old = promises[peers] else { return }
        promises[peers] = nil
        let last = peers
        peers += 1
        loops.open(peers, on: 0)
        note()
        let join = Join(name: "name-\(peers)", role: .member, session: old.session)
        loops.send(.join(RequestID(1), join), from: peers, on: 0)
        note()
        loops.close(last, on: 0)
        note()
    }

    private mutating func passBaton() {
        let actions: [ControlAction] = [.policy(.baton), .request, .take, .release, .policy(.open)]
        ask(.control(actions[random.below(actions.count)]))
    }

    /// The room after a crash with the first `count` records committed.
    func restored(from count: Int) -> Room? {
        guard var sum = loops.records.first?.record, count > 0 else { return nil }
        for record in loops.records[1..<count] { sum.add(record.record) }
        let now = Instant(milliseconds: 5)
        return Room(name: loops.name, epoch: Epoch("next"), restoring: sum, now: now)
    }

    func expectNothingLost(in restored: Room, _ comment: Comment) {
        guard let told else { return }
        #expect(restored.pager.settled >= told.settled, comment)
        #expect(restored.pager.origin >= told.origin, comment)
        #expect(restored.pager.revision >= told.revision, comment)
        #expect(restored.pager.order.count >= told.count, comment)
        let lease = restored.pager.configuration.leaseMilliseconds
        #expect(lease >= told.configuration.leaseMilliseconds, comment)
        #expect(restored.pager.settled >= acknowledged, comment)
        #expect(restored.control.grant >= told.control.grant, "no number of the baton is given twice; \(comment)")
        for (peer, welcome) in promises {
            var room = restored
            var said: [RoomEffect] = []
            let member = room.rejoin(welcome.session, at: Instant(milliseconds: 5), into: &said)
            #expect(member == welcome.member, "connection \(peer); \(comment)")
            #expect(room.role(of: welcome.member) == welcome.role, comment)
            let name = room.snapshot(at: Instant(milliseconds: 5)).members.first { $0.id == welcome.member }?.name
            if peer > 10, name?.hasPrefix("name-") == true { #expect(name == "name-\(peer)", comment) }
        }
        #expect(restored.snapshot(at: Instant(milliseconds: 5)).window.count >= 2, comment)
    }

    /// The same room without a crash, left alone until it rests, looks the same.
    func expectTwin(of restored: Room, at count: Int, _ comment: Comment) {
        var twin = rooms[count - 1]
        var said: [RoomEffect] = []
        if case .dragging(let drag) = twin.pager.phase {
            let now = twin.pager.now
            twin.handle(.dragCancelled(drag.id), id: nil, from: drag.holder, at: now, into: &said)
        }
        while case .settling(let flight) = twin.pager.phase { twin.tick(at: flight.end, into: &said) }
        let (left, right) = (twin.snapshot(at: twin.pager.now), restored.snapshot(at: restored.pager.now))
        #expect(left.digest == right.digest, comment)
        #expect(left.configuration == right.configuration, comment)
        #expect(left.dragEnabled == right.dragEnabled, comment)
        #expect(Set(left.members.map(\.id)).isSuperset(of: right.members.map(\.id)), comment)
        #expect(right.members.count >= left.members.count(where: { !$0.isAway }), comment)
    }
}

extension SeedStream {
    /// 0 ..< `count`.
    fileprivate mutating func below(_ count: Int) -> Int { Int(within(0...Int64(count) - 1)) }
}
