import PagingEngine
import PagingRoom
import PagingWire
import Testing

@testable import PagingServer

/// Reports of members' pictures on their way through the loops.
@Suite struct InStepReportTests {
    private static let viewers = UInt64(2)...21

    /// A presenter at the room's home, twenty viewers on another loop.
    private func crowd(_ change: (inout ServerSettings) -> Void = { _ in }) -> ServerFixture {
        var loops = ServerFixture(2, change)
        loops.join(1, on: 0)
        for peer in Self.viewers { loops.join(peer, on: 1, role: .viewer) }
        return loops
    }

    private func picture(_ loops: ServerFixture) -> ClientMessage {
        guard let room = loops.cores[0].snapshot(of: loops.name, at: Instant(milliseconds: loops.milliseconds)) else {
            preconditionFailure("loop 0 is the home")
        }
        return .drawn(room.sequence, room.digest)
    }

    private func inStep(_ messages: [ServerMessage]) -> [InStep] {
        messages.compactMap { if case .inStep(let news) = $0 { news } else { nil } }
    }

    @Test func aCrowdCostsItsHomeOneMessage() {
        var loops = crowd()
        let picture = picture(loops)
        for peer in Self.viewers { loops.send(picture, from: peer, on: 1) }
        loops.send(picture, picture, picture, from: 1, on: 0)
        #expect(loops.messages.isEmpty, "they are collected")
        #expect(loops.cores[1].nextDeadline == Instant(milliseconds: 250))
        loops.tick(at: 249)
        #expect(loops.messages.isEmpty)
        loops.tick(at: 250)
        #expect(loops.messages.count == 1 && loops.sent.isEmpty)
        loops.carry()
        loops.tick(at: 500)
        let heard = inStep(loops.said(to: 1, on: 0))
        #expect(heard.map { [$0.drawn, $0.of, $0.diverged] } == [[21, 21, 0]])
        loops.carry()
        #expect(loops.table.messages.count { if case .inStep = $0 { true } else { false } } == 1, "nobody else hears")
    }

    @Test func theNewestReportOfAMemberCounts() {
        var loops = crowd()
        let old = picture(loops)
        loops.send(old, from: 2, on: 1)
        loops.ask(2, .jump(PageIndex(5), animated: false), from: 1, on: 0)
        loops.carry()
        loops.send(picture(loops), from: 2, on: 1)
        loops.tick(at: 250)
        guard case .drawn(_, let drawn)? = loops.messages.first?.message else {
            Issue.record("\(loops.messages)")
            return
        }
        #expect(drawn.map { ClientMessage.drawn($0.sequence, $0.digest) } == [picture(loops)])
    }

    @Test func cutPagesAreCounted() {
        var loops = crowd()
        guard case .drawn(let sequence, let digest, _) = picture(loops) else {
            Issue.record("expected a picture")
            return
        }
        for peer in Self.viewers.prefix(12) { loops.send(.drawn(sequence, digest, isCut: true), from: peer, on: 1) }
        loops.tick(at: 250)
        loops.carry()
        loops.tick(at: 500)
        #expect(inStep(loops.said(to: 1, on: 0)).map { [$0.cut, $0.of] } == [[12, 21]])
    }

    @Test func aMemberThatLeftReportsNothing() {
        var loops = crowd()
        for peer in Self.viewers { loops.send(picture(loops), from: peer, on: 1) }
        for peer in Self.viewers { loops.close(peer, on: 1) }
        loops.carry()
        loops.tick(at: 250)
        #expect(loops.messages.isEmpty)
        #expect(loops.cores[1].nextDeadline == nil)
    }

    @Test func divergedMembersAreCounted() {
        var loops = crowd()
        guard case .drawn(let sequence, let digest, _) = picture(loops) else {
            Issue.record("expected a picture")
            return
        }
        loops.send(.drawn(sequence, Digest(value: digest.value ^ 1)), from: 7, on: 1)
        loops.tick(at: 250)
        loops.carry()
        loops.tick(at: 500)
        let now = Instant(milliseconds: 500)
        #expect(inStep(loops.said(to: 1, on: 0)).map(\.diverged) == [1])
        #expect(loops.cores[0].metrics(at: now).divergences.value == 1)
        #expect(loops.logged == [.diverged(room: loops.name, member: 7, at: 0)])
    }

    @Test func aPresenterIsToldAfterItsWelcomeHoweverLongThatWaits() throws {
        var loops = ServerFixture(1) { $0.isDurable = true }
        loops.join(1, on: 0)
        loops.save()
        loops.ask(2, .jump(PageIndex(5), animated: false), from: 1, on: 0)
        loops.join(2, on: 0)
        var heard: [ServerMessage] = []
        for second in Int64(1)...3 {
            loops.tick(at: second * 1_000)
            heard += loops.said(to: 2, on: 0)
        }
        #expect(heard.isEmpty, "the welcome waits")
        loops.save()
        heard += loops.said(to: 2, on: 0)
        loops.tick(at: 5_000)
        heard += loops.said(to: 2, on: 0)
        guard case .welcome = try #require(heard.first) else { return #expect(Bool(false), "\(heard)") }
        #expect(inStep(heard).count == 1)
    }

    /// A presenter learns who is in step also while the store takes nothing, and no list grows.
    @Test func inStepReportsWaitForNoCommit() {
        var loops = ServerFixture(1) { $0.isDurable = true }
        loops.join(1, on: 0)
        loops.save()
        loops.ask(2, .jump(PageIndex(5), animated: false), from: 1, on: 0)
        let waiting = loops.cores[0].holdings.waitingForCommit
        #expect(waiting > 0)
        for second in Int64(1)...5 {
            loops.send(picture(loops), from: 1, on: 0)
            loops.tick(at: second * 1_000)
        }
        #expect(loops.cores[0].holdings.waitingForCommit == waiting)
        #expect(loops.table.messages.contains { if case .inStep = $0 { true } else { false } })
    }
}
