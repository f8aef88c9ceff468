import PagingEngine
import PagingRoom

/// Who comes and goes, and who has the baton.
extension SceneDraft {
    mutating func follow(_ member: Member, _ change: Member.Change, comesBack: Bool, at time: Int64) {
        switch change {
        case .joined: enter(member, at: time)
        case .back: enter(member, at: time)
        case .away: leave(member.id, comesBack ? .cut : .leave, at: time)
        case .left: leave(member.id, .leave, at: time)
        }
    }

    private mutating func leave(_ member: MemberID, _ action: Step.Action, at time: Int64) {
        guard let index = known(member), actors[index].place == .inside else { return }
        endDrag(of: index, at: time)
        actors[index].act(action, at: time)
    }

    mutating func follow(_ control: Control, after before: Control, at time: Int64) {
        guard control.policy == before.policy else {
            return act(.control(.policy(control.policy)), index: presenter(), at: time)
        }
        if control.leash != before.leash || control.isLocked != before.isLocked { omit("changes of leash and lock") }
        guard control.policy == .baton else { return }
        for member in control.asked where !before.asked.contains(member) {
            act(.control(.request), by: member, at: time)
        }
        for member in before.asked where !control.asked.contains(member) && control.holder != member {
            release(member, at: time)
        }
        guard control.holder != before.holder else { return }
        pass(from: before, to: control.holder, at: time)
    }

    private mutating func pass(from before: Control, to heir: MemberID?, at time: Int64) {
        guard let heir else { return before.holder.map { release($0, at: time) } ?? () }
        guard let holder = before.holder else { return act(.control(.request), by: heir, at: time) }
        let index = index(of: heir)
        if before.asked.first == heir { return release(holder, at: time) }
        if actors[index].role == .presenter { return act(.control(.take), index: index, at: time) }
        act(.control(.grant(to: actors[index].name)), by: holder, at: time)
    }

    /// Whoever has gone has given it back by that.
    private mutating func release(_ member: MemberID, at time: Int64) {
        guard let index = known(member), actors[index].place == .inside else { return }
        act(.control(.release), index: index, at: time)
    }
}
