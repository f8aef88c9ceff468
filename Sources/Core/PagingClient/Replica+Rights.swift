package import PagingEngine
package import PagingRoom

extension Replica {
    /// Why `member` of this role may not move the pager now, and what it can do about it; nil when it may.
    package func objection(toMovesOf member: MemberID, _ role: Role) -> String? {
        guard !control.allows(member, role) else { return nil }
        guard role != .viewer else { return "viewers watch; f reads on alone" }
        guard control.policy == .baton else { return "only presenters move the pager here; f reads on alone" }
        guard let holder = control.holder else { return "nobody has the baton; D takes it" }
        let name = members.first { $0.id == holder }?.name ?? "member \(holder.number)"
        return "\(name) has the baton; D \(role == .presenter ? "takes" : "asks for") it"
    }

    /// Whether a member of this role may ever move the pager of this room.
    package func mayEverMove(_ role: Role) -> Bool {
        role == .presenter || (role == .member && control.policy != .presenters)
    }
}
