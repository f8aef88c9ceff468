import PagingContent
import PagingEngine
import PagingRoom
import PagingWire
import Testing

@testable import PagingServer

/// Joins, denials, and messages for presenters only.
@Suite struct ServerMemberTests {
    @Test func aRemovedMemberIsEndedAndCannotReturn() {
        var loops = ServerFixture(2)
        loops.join(1, on: 0)
        let session = loops.join(2, on: 1, role: .member).compactMap(\.welcome).first?.session
        loops.ask(2, .remove(MemberID(2)), from: 1, on: 0)
        loops.carry()
        #expect(loops.endings == [ServerFixture.Ending(loop: 1, peer: 2, code: .removed)])
        loops.join(3, on: 1, role: .member, session: session)
        #expect(loops.endings.last == ServerFixture.Ending(loop: 1, peer: 3, code: .removed))
        let stranger = loops.join(4, on: 1, role: .member).compactMap(\.welcome).first
        #expect(stranger?.member == MemberID(3), "without the session it is somebody else")
    }

    @Test func aRemovedMembersSessionIsRefusedAfterARestart() throws {
        var loops = ServerFixture(1) { $0.isDurable = true }
        for (peer, role) in [(UInt64(1), Role.presenter), (2, .member)] {
            loops.join(peer, on: 0, role: role)
            loops.save()
        }
        loops.ask(2, .remove(MemberID(2)), from: 1, on: 0)
        loops.save()
        let sum = try #require(loops.recordSum)
        #expect(sum.removed?.map(\.text).contains { $0.contains("secret-") } == false, "a digest, not the session")
        var later = ServerFixture(1, persisted: sum)
        later.join(3, on: 0, role: .member, session: Session("secret-0-2"))
        #expect(later.endings.map(\.code) == [.removed])
        let known = later.join(4, on: 0, session: Session("secret-0-1")).compactMap(\.welcome).first
        #expect(known?.member == MemberID(1) && later.endings.count == 1)
    }

    /// The ids of `ping`, `pages` and `leave` are not compared with others.
    @Test func someIdsAreExempt() {
        var loops = ServerFixture(1)
        loops.join(1, on: 0)
        func said(_ message: ClientMessage) -> [String] {
            loops.send(message, from: 1, on: 0)
            return loops.said(to: 1, on: 0).words.filter { Int($0) == nil }
        }
        #expect(said(.request(RequestID(9), .blank(true))) == ["ack 9"])
        #expect(said(.ping(RequestID(3))) == ["pong 3"], "below the last request")
        #expect(said(.pages(RequestID(9), from: PageIndex(0), count: 1)) == ["pages 9"], "the id of a request")
        #expect(said(.ping(RequestID(50))) == ["pong 50"])
        #expect(said(.pages(RequestID(60), from: PageIndex(0), count: 1)) == ["pages 60"])
        #expect(said(.request(RequestID(10), .blank(false))) == ["ack 10"], "below a ping")
        #expect(said(.request(RequestID(50), .blank(true))) == ["ack 50"], "the id of a ping")
        #expect(said(.request(RequestID(10), .blank(false))) == ["ack 10"], "the answer of before")
        #expect(said(.leave(RequestID(1))) == ["ack 1"])
    }

    @Test func aLockedRoomDeniesNewMembers() {
        var loops = ServerFixture(2)
        loops.join(1, on: 0)
        let session = loops.join(2, on: 1, role: .member).compactMap(\.welcome).first?.session
        loops.ask(2, .lock(true), from: 1, on: 0)
        loops.carry()
        loops.join(3, on: 1)
        #expect(loops.endings == [ServerFixture.Ending(loop: 1, peer: 3, code: .forbidden)])
        loops.close(2, on: 1)
        loops.carry()
        #expect(loops.join(4, on: 1, session: session).compactMap(\.welcome).first?.member == MemberID(2))
    }

    @Test func aFullRoomDeniesNewMembers() {
        var loops = ServerFixture(1) { $0.roomCapacity = 2 }
        for peer in 1...3 { loops.join(UInt64(peer), on: 0, role: .viewer) }
        #expect(loops.endings == [ServerFixture.Ending(loop: 0, peer: 3, code: .roomFull)])
        loops.send(.leave(RequestID(2)), from: 1, on: 0)
        loops.close(1, on: 0)
        #expect(loops.join(4, on: 0, role: .viewer).contains { $0.welcome != nil })
    }

    @Test func anInputOfAnOldGrantIsRefused() {
        var loops = ServerFixture(2)
        loops.join(1, on: 0)
        loops.join(2, on: 1, role: .member)
        for (id, action) in [(2, ControlAction.policy(.baton)), (3, .grant(to: MemberID(2))), (4, .take)] {
            loops.ask(Int64(id), .control(action), from: 1, on: 0)
            loops.carry()
        }
        loops.send(.request(RequestID(2), .step(.forward, from: PageIndex(0)), grant: FencingToken(1)), from: 2, on: 1)
        loops.carry()
        guard case .answer(.refused(_, let refusal, _))? = loops.said(to: 2, on: 1).last else {
            Issue.record("obeyed: \(loops.said(to: 2, on: 1).words)")
            return
        }
        #expect(refusal == Refusal(.forbidden, "the baton has passed on: grant 2, yours is 1"))
    }

    @Test func theLeashHoldsForPagesAskedFor() {
        var loops = ServerFixture(1)
        loops.join(1, on: 0)
        loops.join(2, on: 0, role: .viewer)
        loops.ask(2, .leash(.none), from: 1, on: 0)
        loops.send(.pages(RequestID(2), from: PageIndex(2), count: 1), from: 2, on: 0)
        #expect(loops.said(to: 2, on: 0).words == ["forbidden 2"])
        loops.send(.pages(RequestID(3), from: PageIndex(1), count: 1), from: 2, on: 0)
        #expect(loops.said(to: 2, on: 0).words == ["pages 3"])
        loops.send(.pages(RequestID(3), from: PageIndex(2), count: 1), from: 1, on: 0)
        #expect(loops.said(to: 1, on: 0).words == ["pages 3"], "presenters are never leashed")
    }
}

/// Every byte sent to anybody, searched for what only presenters may read.
@Suite struct NotesTests {
    private static let secret = "sesame"

    private static func pages(_ names: String...) -> [Page] {
        names.map { Page(id: PageID($0), title: $0, body: "\($0) in full", notes: "\(secret) \($0)") }
    }

    /// The messages of the last call to the connection, spelled out in full.
    private func text(_ loops: ServerFixture, _ peer: UInt64, on loop: Int) -> String {
        loops.said(to: peer, on: loop).map { "\($0)" }.joined(separator: "\n")
    }

    @Test func onlyPresentersGetTheNotes() {
        var loops = ServerFixture(2, pages: Self.pages("a", "b", "c", "d", "e"))
        var heard: [UInt64: String] = [:]
        func listen(_ loops: ServerFixture) {
            for (peer, loop) in [(UInt64(1), 0), (2, 1), (3, 0), (4, 1), (5, 0)] {
                heard[peer, default: ""] += text(loops, peer, on: loop)
            }
        }
        func note(_ peer: UInt64, _ messages: [ServerMessage]) {
            heard[peer, default: ""] += messages.map { "\($0)" }.joined()
        }
        note(1, loops.join(1, on: 0))
        #expect(heard[1]?.contains("\(Self.secret) b") == true)
        note(2, loops.join(2, on: 1, role: .member))
        note(3, loops.join(3, on: 0, role: .viewer))
        note(4, loops.join(4, on: 1))
        let steps: [(UInt64, Int, ClientMessage)] = [
            (2, 1, .request(RequestID(2), .jump(PageIndex(2), animated: false))),
            (1, 0, .request(RequestID(2), .content(revision: 0, Self.pages("f", "c", "g"), wrap: nil))),
            (1, 0, .request(RequestID(3), .jumpToItem(2, animated: true))),
            (2, 1, .pages(RequestID(4), from: PageIndex(0), count: 8)),
            (3, 0, .pages(RequestID(4), from: PageIndex(0), count: 8)),
            (4, 1, .pages(RequestID(4), from: PageIndex(0), count: 8)),
        ]
        for (peer, loop, message) in steps {
            loops.send(message, from: peer, on: loop)
            listen(loops)
            while !loops.messages.isEmpty {
                loops.carryOne()
                listen(loops)
            }
        }
        loops.tick(at: 5_000)
        listen(loops)
        while !loops.messages.isEmpty {
            loops.carryOne()
            listen(loops)
        }
        note(5, loops.join(5, on: 0, role: .member, since: 3))
        for peer in [UInt64(2), 3, 5] {
            #expect(heard[peer]?.contains("in full") == true, "it was sent pages")
            #expect(heard[peer]?.contains(Self.secret) == false, "connection \(peer) reads the notes")
        }
        for page in ["b", "d", "f", "g"] {
            #expect(heard[4]?.contains("\(Self.secret) \(page)") == true, "a presenter on another loop misses \(page)")
        }
    }

    @Test func aReturningPresenterGetsTheNotesOfTheWindow() {
        var loops = ServerFixture(1, pages: Self.pages("a", "b", "c", "d", "e"))
        let session = loops.join(1, on: 0).compactMap(\.welcome).first?.session
        loops.join(2, on: 0, role: .member)
        loops.close(1, on: 0)
        loops.ask(2, .jump(PageIndex(3), animated: false), from: 2, on: 0)
        let back = loops.join(1, on: 0, session: session, since: 1)
        #expect(back.words.first == "recovered")
        let notes = back.compactMap { if case .notes(let notes) = $0 { notes.map(\.page.text) } else { nil } }
        #expect(notes == [["c", "d", "e"]])
    }
}
