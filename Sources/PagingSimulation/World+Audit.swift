import PagingClient
import PagingEngine
import PagingRoom

/// What must hold.
extension World {
    /// The rules broken so far; after `runToTheEnd` also whether everybody came to see the same.
    public func audit() -> [Violation] {
        var found = violations
        func complain(_ text: String) { found.append(Violation(milliseconds: milliseconds, text: text)) }
        for complaint in Auditor.complaints(about: said, policy: policy) { complain(complaint) }
        for complaint in staleComplaints() { complain(complaint) }
        guard milliseconds >= busyMilliseconds + World.calmMilliseconds else { return found }
        let now = Instant(milliseconds: milliseconds)
        guard let room = cores.lazy.compactMap({ $0.snapshot(of: World.room, at: now) }).first else { return found }
        if !room.isAtRest { complain("the room does not come to rest: \(room.phase.name)") }
        for member in actors.indices { compare(member, with: room, complain) }
        return found
    }

    /// Moves that were obeyed although the baton had passed on: by the events that came before the answer, somebody
    /// else had it, or it had a higher number.
    private func staleComplaints() -> [String] {
        obeyed.compactMap { move in
            var control = Control(policy: policy)
            for event in said.prefix(Int(move.at.number)) {
                if case .control(let new) = event.change { control = new }
            }
            guard control.policy == .baton else { return nil }
            guard control.holder != move.member || control.grant != move.grant else { return nil }
            let held = "\(control.holder.map { "member \($0.number)" } ?? "nobody") has grant \(control.grant.number)"
            return "member \(move.member.number) was obeyed under grant \(move.grant.number), but \(held)"
        }
    }

    /// How many moves the room obeyed under a grant.
    public var fencedMoveCount: Int { obeyed.count }

    /// How many events the room said; a world in which nothing happens proves nothing.
    public var eventCount: Int { said.count }

    private func compare(_ member: Int, with room: Replica, _ complain: (String) -> Void) {
        let core = actors[member].core
        guard core.stage == .following, let replica = core.replica else {
            return complain("member \(member) does not come back: \(core.stage)")
        }
        if replica != room { complain("member \(member) sees \(World.difference(replica, room))") }
        if replica.digest != room.digest { complain("member \(member) diverged: \(replica.digestLine)") }
        if !actors[member].waiting.isEmpty { complain("member \(member) waits for \(actors[member].waiting)") }
        if replica.window.contains(where: { $0.page.notes != nil }) { complain("member \(member) sees notes") }
        let notes = actors[member].role == .presenter ? cores.lazy.compactMap { $0.notes(of: World.room) }.first : []
        if core.notes != notes { complain("member \(member) reads other notes: \(core.notes.map(\.page.text))") }
        compareClock(member, complain)
    }

    /// The fields in which two replicas differ.
    private static func difference(_ seen: Replica, _ room: Replica) -> String {
        zip(Mirror(reflecting: seen).children, Mirror(reflecting: room).children).compactMap { left, right in
            let (left, name, right) = ("\(left.value)", left.label ?? "", "\(right.value)")
            return left == right ? nil : "\(name) \(left) instead of \(right)"
        }.joined(separator: ", ")
    }

    /// The estimate is within half the longest round trip the network has.
    private func compareClock(_ member: Int, _ complain: (String) -> Void) {
        let actor = actors[member]
        guard let estimate = actor.core.clock.time(at: actor.now(milliseconds)) else {
            return complain("member \(member) knows no server time")
        }
        let error = estimate.milliseconds - milliseconds
        if error.magnitude > 101 { complain("member \(member) is \(error) ms off the server's clock") }
    }
}

extension World {
    /// A number that stands for everything the server said, to compare two runs.
    public var fingerprint: UInt64 {
        Digest(of: table.messages.map { "\($0)" }.joined(separator: "\n")).value
    }
}
