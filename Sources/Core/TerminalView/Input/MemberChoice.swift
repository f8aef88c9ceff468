package import PagingContent
package import PagingEngine
package import PagingRoom

/// A list of members, one of which gets the baton by its number.
package struct MemberChoice: Hashable, Sendable {
    /// The result of a key.
    package enum Outcome: Hashable, Sendable {
        case choosing
        case chosen(MemberID)
        case left
    }

    /// The members that may have the baton; those that ask for it come first.
    package let members: [Member]
    private let asked: [MemberID]
    private var typed = ""

    /// All members of the room that are connected and may move the pager, except `own`.
    package init(replica: Replica, own: MemberID) {
        let control = replica.control
        let able = replica.members.filter { $0.role != .viewer && !$0.isAway && $0.id != own }
        asked = control.asked
        members =
            control.asked.compactMap { id in able.first { $0.id == id } }
            + able.filter { !control.asked.contains($0.id) }
    }

    /// Reads a key; a number is complete when no longer one is possible, or with Enter.
    package mutating func read(_ key: Key) -> Outcome {
        switch key {
        case .escape, .character("q"), .character("P"): return .left
        case .backspace: typed = String(typed.dropLast())
        case .enter: return chosen ?? .choosing
        case .character(let digit) where digit.isASCII && digit.isNumber:
            guard let number = Int(typed + String(digit)), isPlace(number) else { break }
            typed.append(digit)
            if number * 10 > members.count, let chosen { return chosen }
        default: break
        }
        return .choosing
    }

    private var chosen: Outcome? {
        guard let number = Int(typed), (1...max(1, members.count)).contains(number), !members.isEmpty else {
            return nil
        }
        return .chosen(members[number - 1].id)
    }

    private func isPlace(_ number: Int) -> Bool { number > 0 && number <= members.count }

    /// The list as a page that covers the others.
    package var page: Page {
        let lines = members.enumerated().map { place, member in
            "\(place + 1)  \(member.name)" + (asked.contains(member.id) ? ", asks for it" : "")
        }
        let foot = typed.isEmpty ? "type a number, Esc leaves" : "\(typed)_"
        return Page(
            id: PageID("pass"), title: "Pass the baton to", body: (lines + ["", foot]).joined(separator: "\n"))
    }
}
