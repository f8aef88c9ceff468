import PagingEngine
import Testing

@testable import PagingRoom

/// Content of a room's records about people and about the baton.
@Suite struct RoomRecordTests {
    /// The room as the sum of the records it gave so far would make it.
    private struct Ledger {
        var scene = Scene(pages: 9)
        private(set) var sum: RoomRecord?

        mutating func note() {
            guard let record = scene.room.takeRecord() else { return }
            if sum == nil { sum = record } else { sum?.add(record) }
        }

        func restored() throws -> Room {
            let sum = try #require(sum)
            let now = Instant(milliseconds: 0)
            return try #require(Room(name: "room", epoch: Epoch("next"), restoring: sum, now: now))
        }
    }

    private func members(_ room: Room) -> [Member] { room.snapshot(at: Instant(milliseconds: 0)).members }

    @Test func aChangedNameOrRoleIsRecorded() throws {
        var ledger = Ledger()
        _ = ledger.scene.join(.presenter, name: "Ann")
        ledger.note()
        _ = ledger.scene.join(.presenter, name: "Bob")
        ledger.note()
        let (bob, session) = (MemberID(2), ledger.scene.session(2))
        let back = ledger.scene.call {
            $0.rejoin(session, name: "Bea", atMost: .member, at: Instant(milliseconds: 5), into: &$1)
        }
        #expect(back == bob)
        let changed = Member(id: bob, name: "Bea", role: .member)
        #expect(ledger.scene.events == [.member(changed, .back)], "everybody is told")
        ledger.note()
        let room = try ledger.restored()
        #expect(members(room).map(\.name) == ["Ann", "Bea"])
        #expect(members(room).map(\.role) == [.presenter, .member])
        #expect(ledger.sum?.arrivals.map(\.member) == [MemberID(1), bob], "each is recorded once")
    }

    @Test func aReturnWithoutChangeIsNoNews() {
        var ledger = Ledger()
        _ = ledger.scene.join(name: "Ann")
        _ = ledger.scene.join(name: "ann")
        ledger.note()
        let session = ledger.scene.session(2)
        for name in [nil, "ann", " ANN ", "ann (2)", "\u{200B}"] {
            _ = ledger.scene.call {
                $0.rejoin(session, name: name, atMost: .presenter, at: Instant(milliseconds: 5), into: &$1)
            }
            #expect(ledger.scene.room.takeRecord() == nil, "\(name ?? "no name")")
        }
        #expect(members(ledger.scene.room).map(\.name) == ["Ann", "ann (2)"])
    }

    /// Cut to make room for its number, a long name is still the one that was asked for.
    @Test func aLongNameKeepsItsNumber() {
        var scene = Scene()
        let name = String(repeating: "é", count: 32)
        for _ in 1...2 { _ = scene.join(name: name) }
        let before = members(scene.room).map(\.name)
        #expect(before[1].hasSuffix("é (2)") && before[1].utf8.count <= 64)
        let session = scene.session(2)
        _ = scene.call {
            $0.rejoin(session, name: name, at: Instant(milliseconds: 5), into: &$1)
        }
        #expect(members(scene.room).map(\.name) == before)
    }

    @Test func aReturnMakesNobodyMore() {
        var scene = Scene()
        let ann = scene.join(.viewer)
        let session = scene.session(1)
        _ = scene.call { $0.rejoin(session, atMost: .presenter, at: Instant(milliseconds: 5), into: &$1) }
        #expect(scene.room.role(of: ann) == .viewer)
    }

    @Test func aMemberThatBecomesAViewerLosesTheBaton() {
        var scene = Scene(pages: 9)
        let ann = scene.join(.presenter, name: "Ann")
        scene.ask(.control(.policy(.baton)), ann, at: 0)
        scene.ask(.control(.request), ann, at: 1)
        #expect(scene.room.control.holder == ann)
        let session = scene.session(1)
        _ = scene.call { $0.rejoin(session, atMost: .viewer, at: Instant(milliseconds: 5), into: &$1) }
        #expect(scene.room.control.holder == nil && scene.room.role(of: ann) == .viewer)
    }

    /// An input from before the restart must not count as an input of the next holder.
    @Test func theBatonsNumberGoesOnAfterARestart() throws {
        var ledger = Ledger()
        let ann = ledger.scene.join(.presenter)
        ledger.note()
        ledger.scene.ask(.control(.policy(.baton)), ann, at: 0)
        ledger.note()
        for moment in Int64(1)...3 {
            ledger.scene.ask(.control(.request), ann, at: 2 * moment)
            ledger.note()
            ledger.scene.ask(.control(.release), ann, at: 2 * moment + 1)
            ledger.note()
        }
        #expect(ledger.scene.room.control.grant == FencingToken(3))
        var room = try ledger.restored()
        #expect(room.control.grant == FencingToken(3) && room.control.holder == nil)
        var said: [RoomEffect] = []
        let now = Instant(milliseconds: 0)
        #expect(room.rejoin(ledger.scene.session(1), at: now, into: &said) == ann)
        room.handle(.control(.request), id: RequestID(1), from: ann, at: now, into: &said)
        #expect(room.control.grant == FencingToken(4))
        said = []
        let old = FencingToken(3)
        room.handle(.step(.forward, from: PageIndex(0)), id: RequestID(2), grant: old, from: ann, at: now, into: &said)
        guard case .answer(_, .refused(_, let refusal, _))? = said.last else {
            Issue.record("obeyed")
            return
        }
        #expect(refusal.reason == "the baton has passed on: grant 4, yours is 3")
    }
}
