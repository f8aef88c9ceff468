import PagingClient
import PagingEngine
import PagingRoom

/// The rules for the end of a world.
extension World {
    /// The violations so far; after `runToTheEnd` also those of convergence.
    package func audit() -> [Violation] {
        var found = violations
        func complain(_ rule: Violation.Rule, _ text: String) {
            found.append(Violation(rule: rule, milliseconds: milliseconds, text: text))
        }
        guard milliseconds >= plan.busyMilliseconds + World.calmMilliseconds else { return found }
        for room in plan.rooms.indices { audit(room: room, complain) }
        return found
    }

    private func audit(room index: Int, _ complain: (Violation.Rule, String) -> Void) {
        let draft = plan.rooms[index]
        let seen = cores.lazy.compactMap { $0.snapshot(of: draft.name, at: serverNow) }.first
        guard let room = seen else { return complain(.convergence, "the server does not come back") }
        if !room.isAtRest { complain(.convergence, "\(draft.name) does not come to rest: \(room.phase.name)") }
        if books[index].lastSaid != room.sequence {
            complain(.convergence, "\(draft.name) has said \(books[index].lastSaid.number) of \(room.sequence.number)")
        }
        for member in actors.indices where actors[member].room == index { compare(member, with: room, complain) }
        guard draft.isMarch, counts.crashes + counts.drains == 0 || plan.isDurable else { return }
        // An answered step that the disk did not have in time may go with the process; nothing else may.
        let (done, unknown) = (books[index].stepsDone, books[index].stepsUnknown)
        let least = counts.crashes + counts.drains == 0 ? done : books[index].settled.value
        if room.settled.value < least || room.settled.value > done + unknown {
            complain(
                .pages, "\(draft.name) is on page \(room.settled.value) after \(done) steps, and perhaps \(unknown)")
        }
    }

    private func compare(_ member: Int, with room: Replica, _ complain: (Violation.Rule, String) -> Void) {
        let core = actors[member].core
        guard core.stage == .following, let replica = core.replica else {
            return complain(.convergence, "member \(member) does not come back: \(core.stage)")
        }
        if replica != room { complain(.convergence, "member \(member) sees \(World.difference(replica, room))") }
        if replica.digest != room.digest {
            complain(.convergence, "member \(member) diverged: \(replica.digestLine)")
        }
        if !actors[member].waiting.isEmpty {
            complain(.convergence, "member \(member) waits for \(actors[member].waiting)")
        }
        if replica.window.contains(where: { $0.page.notes != nil }) { complain(.notes, "member \(member) sees notes") }
        let name = plan.rooms[actors[member].room].name
        let notes = actors[member].role == .presenter ? cores.lazy.compactMap { $0.notes(of: name) }.first : []
        if core.notes != notes {
            complain(.notes, "member \(member) reads other notes: \(core.notes.map(\.page.text))")
        }
        compareClock(member, complain)
        if actors[member].role == .presenter { compareInStep(member, complain) }
    }

    private func compareInStep(_ member: Int, _ complain: (Violation.Rule, String) -> Void) {
        let others = actors.count { $0.room == actors[member].room }
        guard let news = actors[member].core.inStep else {
            return complain(.picture, "member \(member) is not told who is in step")
        }
        guard news.drawn != others || news.of != others else { return }
        complain(.picture, "member \(member) hears at last that \(others) are in step as \(news)")
    }

    /// The fields in which two replicas differ.
    private static func difference(_ seen: Replica, _ room: Replica) -> String {
        zip(Mirror(reflecting: seen).children, Mirror(reflecting: room).children).compactMap { left, right in
            let (left, name, right) = ("\(left.value)", left.label ?? "", "\(right.value)")
            return left == right ? nil : "\(name) \(left) instead of \(right)"
        }.joined(separator: ", ")
    }

    /// The estimate is within half the longest round trip the network has, and what clocks drift apart meanwhile.
    private func compareClock(_ member: Int, _ complain: (Violation.Rule, String) -> Void) {
        let actor = actors[member]
        guard let estimate = actor.core.clock.time(at: actor.now(milliseconds)) else {
            return complain(.convergence, "member \(member) knows no server time")
        }
        let error = estimate.milliseconds - serverNow.milliseconds
        if error.magnitude > Line.longestRoundTripMilliseconds / 2 + World.driftMilliseconds {
            complain(.convergence, "member \(member) is \(error) ms off the server's clock")
        }
    }

    /// 400 in a million over the age of the oldest round trip that counts.
    private static let driftMilliseconds: Int64 = 20
}

extension World {
    /// A digest of everything the server sent, to compare two runs.
    package var fingerprint: UInt64 {
        Digest(of: table.messages.map { "\($0)" }.joined(separator: "\n")).value
    }

    /// The last traced events, in words.
    package func story(_ count: Int) -> [String] { trace.story(count) }

    /// Runs the world of `seed` and returns its violations.
    package static func violations(seed: UInt64, sabotage: FaultInjection? = nil) -> [Violation] {
        var world = World(seed: seed, sabotage: sabotage)
        world.runToTheEnd()
        return world.audit()
    }
}
