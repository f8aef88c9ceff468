import PagingEngine
import PagingRoom

/// The actors of a scene that is written down, and the member that each one plays.
struct DraftCast {
    private(set) var actors: [ActorDraft] = []
    private var numbers: [MemberID: Int] = [:]
    /// The actor for steps that are necessary but that no member did.
    private var directorNumber: Int?

    var indices: Range<Int> { actors.indices }
    var hasDirector: Bool { directorNumber != nil }

    subscript(number: Int) -> ActorDraft {
        _read { yield actors[number] }
        _modify { yield &actors[number] }
    }

    /// The number of a member's actor; nil for a member that has not appeared yet.
    func known(_ member: MemberID) -> Int? { numbers[member] }

    /// The number of a member's actor. A member that was never announced gets an actor with its first action.
    mutating func number(of member: MemberID, in replica: Replica?) -> Int {
        if let number = numbers[member] { return number }
        let known = replica?.members.first { $0.id == member }
        return add(known ?? Member(id: member, name: "member \(member.number)", role: .member))
    }

    mutating func enter(_ member: Member, at time: Int64) {
        let number = numbers[member.id] ?? add(member)
        actors[number].enter(at: time)
    }

    /// A presenter in the room, otherwise the director.
    mutating func presenter() -> Int {
        actors.firstIndex { $0.role == .presenter && $0.presence == .inRoom } ?? director()
    }

    /// A presenter in addition to those of the recording.
    mutating func director() -> Int {
        if let directorNumber { return directorNumber }
        let number = append(named: "director", role: .presenter)
        actors[number].enter(at: 0)
        directorNumber = number
        return number
    }

    /// A member that left and joins again under the same name keeps its actor.
    private mutating func add(_ member: Member) -> Int {
        let before = actors.firstIndex { actor in
            actor.name == member.name && actor.role == member.role && actor.presence == .outside
        }
        let number = before ?? append(named: member.name, role: member.role)
        numbers[member.id] = number
        return number
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
}
