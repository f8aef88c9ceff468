import PagingEngine
import PagingRoom
import PagingWire
import Testing

@testable import Simulation

/// The parts of a world, each by itself.
@Suite struct WorldPartTests {
    // MARK: Lines and the network

    @Test func signalsArriveInTheOrderOfSending() {
        for seed in UInt64(1)...20 {
            var line = Line(member: 0, room: 0, loop: 0, life: 1, seed: seed)
            let up = (0..<50).compactMap { line.arrivalUp(sentAt: Int64($0)) }
            let down = (0..<50).compactMap { line.arrivalDown(sentAt: Int64($0)) }
            #expect(up.count == 50 && down.count == 50)
            #expect(up == up.sorted() && down == down.sorted())
            #expect(zip(0..., up).allSatisfy { $1 > $0 && $1 <= $0 + Line.longestRoundTripMilliseconds / 2 })
        }
    }

    @Test func aCutLineCarriesNothingAndEndsOnce() {
        var line = Line(member: 0, room: 0, loop: 0, life: 1, seed: 1)
        let (server, client) = line.cut(at: 100, clientHears: true)
        #expect((100...2_600).contains(server ?? 0) && (100...400).contains(client ?? 0))
        #expect(line.arrivalUp(sentAt: 200) == nil && line.arrivalDown(sentAt: 200) == nil)
        #expect(line.cut(at: 300, clientHears: true) == (nil, nil))
        #expect(line.loseServer(at: 300) == nil && !line.isEndNoticed)
    }

    @Test func aChokedLineIsNotChokedTwice() {
        var line = Line(member: 0, room: 0, loop: 0, life: 1, seed: 3)
        var chokes = 0
        for moment in Int64(0)..<2_000 where line.choke(at: moment, isBusy: true).isPartial { chokes += 1 }
        #expect(chokes == 1 && line.isChoked && line.hasChoked)
        line.drain()
        #expect(!line.isChoked && line.hasChoked)
        let calm = (0..<2_000).filter { line.choke(at: $0, isBusy: false).isPartial }
        #expect(calm.isEmpty)
    }

    @Test func aConnectionWithoutAServerEndsAtOnce() {
        var (network, schedule) = (SimulatedNetwork(), WorldSchedule())
        let new = Line(member: 4, room: 0, loop: 0, life: 0, seed: 1)
        let line = network.connect(new, mayFail: true, at: 10, into: &schedule)
        guard case .down(line, .closed(nil))? = schedule.popDue(at: 11) else {
            return #expect(Bool(false), "expected the end of line \(line)")
        }
        #expect(schedule.first == nil)
        #expect(network.servedCount(on: 0, life: 0) == 0)
    }

    @Test func aLoopServesALineFromItsOpeningToItsEnd() {
        var (network, schedule) = (SimulatedNetwork(), WorldSchedule())
        network.listen(life: 1, loops: 2)
        let line = network.connect(
            Line(member: 4, room: 0, loop: 1, life: 1, seed: 1), mayFail: false, at: 0, into: &schedule)
        #expect(network.reachesServer(.pong, over: line) == false, "a signal before the opening")
        #expect(network.reachesServer(.opened, over: line) == true)
        #expect(network.servedCount(on: 1, life: 1) == 1 && network.servedCount(on: 0, life: 1) == 0)
        #expect(network.reachesServer(.pong, over: line) == true)
        #expect(network.lastServed(besides: 9, life: 1) { $0.room == 0 } == line)
        #expect(network.reachesServer(.closed(code: nil), over: line) == true)
        #expect(network.servedCount(on: 1, life: 1) == 0)
        #expect(network.reachesServer(.closed(code: nil), over: line) == false, "the end is noticed once")
    }

    @Test func aServerThatIsGoneTakesItsLinesAlong() {
        var (network, schedule) = (SimulatedNetwork(), WorldSchedule())
        network.listen(life: 1, loops: 1)
        let line = network.connect(
            Line(member: 0, room: 0, loop: 0, life: 1, seed: 1), mayFail: false, at: 0, into: &schedule)
        network.loseServer(at: 1_000, into: &schedule)
        #expect(network.loopCount == 0)
        #expect(network[line].isEndNoticed && !network[line].isWhole)
        #expect(!network.reachesClient(.pong, over: line))
        #expect(network.reachesClient(.closed(code: nil), over: line))
    }

    @Test func messagesBetweenLoopsKeepTheirOrder() {
        var (network, schedule) = (SimulatedNetwork(), WorldSchedule())
        network.listen(life: 3, loops: 2)
        for (delay, now) in [(Int64(3), Int64(0)), (0, 1), (0, 2)] {
            network.carry(.tick, from: 0, to: 1, delay: delay, at: now, into: &schedule)
        }
        #expect(schedule.first == 3, "the later ones wait for the first")
        var count = 0
        while case .message(_, to: 1, life: 3)? = schedule.popDue(at: 3) { count += 1 }
        #expect(count == 3)
    }

    @Test func eventsOfOneMomentComeByOwner() {
        var schedule = WorldSchedule()
        schedule.plan(.drained(line: 2), at: 5, of: .line(2))
        schedule.plan(.act(member: 1), at: 5, of: .member(1))
        schedule.plan(.drain, at: 5, of: .world)
        var order: [String] = []
        while let event = schedule.popDue(at: 5) { order.append("\(event)") }
        #expect(order == ["drain", "act(member: 1)", "drained(line: 2)"])
    }

    // MARK: The process

    @Test func aProcessDiesAfterItsLastEffect() {
        var process = SimulatedProcess()
        process.beginLife()
        #expect(process.burnsDown() == false && !process.isAlive)
        process.lightFuse(effects: 2)
        #expect([process.burnsDown(), process.burnsDown(), process.burnsDown()] == [false, false, true])
        process.beginDraining()
        #expect(process.isDraining)
        process.beginLife()
        #expect(!process.isDraining && process.life == 2)
        #expect(process.burnsDown() == false, "a new life has no fuse")
    }

    // MARK: Audits

    @Test func offsetsAreForThoseWhoAskedForThem() {
        func findings(_ offsets: Join.Offsets, after last: Int64, by member: MemberID?) -> [Violation.Rule] {
            var audit = LineAudit(line: 7, member: 0, room: 0, role: .viewer, offsets: offsets)
            audit.sent(Sequence(last))
            let offset = Offset(
                sequence: Sequence(5), position: Position(page: PageIndex(0)), now: Instant(milliseconds: 0), by: member
            )
            return audit.check(offset).map(\.rule)
        }
        #expect(findings(.frames, after: 5, by: nil) == [])
        #expect(findings(.frames, after: 6, by: nil) == [.order])
        #expect(findings(.keyframes, after: 5, by: nil) == [.backpressure])
        #expect(findings(.none, after: 5, by: nil) == [.backpressure])
    }

    @Test func whoIsInStepIsForPresentersOnceASecond() {
        let inStep = InStep(at: Sequence(1), drawn: 3, of: 3, diverged: 0, behind: [])
        var presenter = LineAudit(line: 0, member: 0, room: 0, role: .presenter, offsets: .frames)
        #expect(presenter.check(inStep, hasChoked: false, at: 0).map(\.rule) == [])
        #expect(presenter.check(inStep, hasChoked: false, at: 500).map(\.rule) == [.backpressure])
        #expect(presenter.check(inStep, hasChoked: true, at: 900).map(\.rule) == [], "a choked line gets two at once")
        #expect(presenter.check(inStep, hasChoked: false, at: 1_900).map(\.rule) == [])
        let wrong = InStep(at: Sequence(1), drawn: 3, of: 2, diverged: 0, behind: [])
        #expect(presenter.check(wrong, hasChoked: false, at: 3_000).map(\.rule) == [.picture])
        var viewer = LineAudit(line: 1, member: 1, room: 0, role: .viewer, offsets: .frames)
        #expect(viewer.check(inStep, hasChoked: false, at: 0).map(\.rule) == [.picture])
    }

    @Test func aMoveIsRememberedUntilItsAnswer() {
        var audit = LineAudit(line: 0, member: 0, room: 0, role: .member, offsets: .frames)
        audit.asked(RequestID(1), under: FencingToken(4))
        let unknown = audit.acceptedMove(RequestID(2))
        #expect(unknown == nil)
        audit.welcomed(as: MemberID(9))
        audit.asked(RequestID(3), under: FencingToken(5))
        let move = audit.acceptedMove(RequestID(3))
        #expect(move?.grant == FencingToken(5) && move?.member == MemberID(9))
        let again = audit.acceptedMove(RequestID(3))
        #expect(again == nil)
    }

    // MARK: Members

    @Test func theSameSeedMakesTheSameMember() {
        let members = [3, 3, 4].map { SimulatedMember(room: 0, role: .member, offsets: .frames, seed: $0) }
        let clocks = members.map { $0.now(1_000_000) }
        #expect(clocks[0] == clocks[1] && clocks[0] != clocks[2])
    }

    @Test func aNewMemberStartsAndThenWaits() {
        var member = SimulatedMember(room: 0, role: .member, offsets: .frames, seed: 1)
        let (action, pause) = member.act(isBusy: true, isMarch: false)
        guard case .start? = action else { return #expect(Bool(false), "expected a start, got \(action as Any)") }
        #expect((20...250).contains(pause ?? 0))
        let effects = member.handle(.start, at: 0)
        #expect(effects.contains { if case .connect = $0 { true } else { false } })
        #expect(member.act(isBusy: true, isMarch: false).action == nil)
        member.connected(over: 7)
        #expect(member.disconnect() == 7 && member.disconnect() == nil)
    }

    @Test func aGapBetweenEventsIsFound() {
        func event(_ number: Int64) -> Event { Event(sequence: Sequence(number), change: .loading(true, request: 1)) }
        var member = SimulatedMember(room: 0, role: .member, offsets: .frames, seed: 1)
        #expect(member.gap(before: event(4)) == nil, "nothing is known before the first")
        #expect(member.gap(before: event(5)) == nil)
        #expect(member.gap(before: event(7)) == Sequence(5))
        #expect(member.gap(before: event(8)) == nil)
    }
}
