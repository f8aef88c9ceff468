import PagingEngine
import PagingRoom

/// Who is who.
extension SceneDraft {
    /// The member's actor; one that was never announced comes in when it first acts.
    func known(_ member: MemberID) -> Int? { places[member] }

    mutating func index(of member: MemberID) -> Int {
        if let place = places[member] { return place }
        let known = view.replica?.members.first { $0.id == member }
        return add(known ?? Member(id: member, name: "member \(member.number)", role: .member))
    }

    mutating func enter(_ member: Member, at time: Int64) {
        if let place = places[member.id] { return actors[place].enter(at: time) }
        let place = add(member)
        actors[place].enter(at: time)
    }

    /// A member who left and comes again under the same name is the same actor.
    private mutating func add(_ member: Member) -> Int {
        let before = actors.firstIndex { actor in
            actor.name == member.name && actor.role == member.role && actor.place == .outside
        }
        let place = before ?? append(named: member.name, role: member.role)
        places[member.id] = place
        return place
    }

    private mutating func append(named name: String, role: Role) -> Int {
        let plain = ["", "~", "null"].contains(name) ? "somebody" : name
        var unique = plain
        var number = 1
        while actors.contains(where: { $0.name == unique }) {
            number += 1
            unique = "\(plain) \(number)"
        }
        actors.append(ActorDraft(name: unique, role: role))
        return actors.count - 1
    }

    /// Somebody who is there and may move the pager; who did it, the recording does not say.
    mutating func anybody() -> Int {
        if let holder = view.replica?.control.holder { return index(of: holder) }
        if let mover, actors[mover].place == .inside { return mover }
        return presenter()
    }

    /// A presenter who is there.
    mutating func presenter() -> Int {
        let found = actors.firstIndex { $0.role == .presenter && $0.place == .inside }
        return found ?? directorIndex()
    }

    /// A presenter beside those of the recording, for what has to be done and nobody did.
    mutating func directorIndex() -> Int {
        if let director { return director }
        let index = append(named: "director", role: .presenter)
        actors[index].enter(at: 0)
        director = index
        return index
    }
}
