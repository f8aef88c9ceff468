import PagingContent
import PagingEngine

/// The steps of the page everybody goes to, and what a presenter lays over it.
extension Room {
    /// A button: a step of the target where one is left that way, else the page.
    mutating func step(
        _ direction: Input.Direction, from page: PageIndex, shown seen: Int?, by member: MemberID, at now: Instant,
        into effects: inout [RoomEffect]
    ) -> Refusal? {
        // What was due before comes first.
        advance(.tick, by: nil, at: now, into: &effects)
        guard let seen, page == pager.target, canReveal else {
            return advance(.step(direction, from: page), by: member, at: now, into: &effects)
        }
        guard seen == shown else {
            return Refusal(.coalesced, "\(shown) steps of page \(page.value) are shown, not \(seen)")
        }
        let next = shown + Int(direction.rawValue)
        guard (0...targetSteps).contains(next) else {
            return advance(.step(direction, from: page), by: member, at: now, into: &effects)
        }
        reveal(next, by: member, into: &effects)
        return nil
    }

    /// Goes on with the steps where the target has become another, or has other steps: one come to by a button or a
    /// hand from behind is shown whole, as it was when one left it; any other begins.
    mutating func follow(
        _ output: Output, of input: Input, by member: MemberID?, into effects: inout [RoomEffect]
    ) {
        switch output {
        case .targetChanged(let old, let new):
            shown = 0
            let isWhole = new < old && !input.isJump
            if isWhole, targetSteps > 0 { reveal(targetSteps, by: member, into: &effects) }
        case .contentChanged:
            if shown > targetSteps { reveal(targetSteps, by: member, into: &effects) }
        default: break
        }
    }

    var targetSteps: Int { steps(of: pager.target) }

    func steps(of page: PageIndex) -> Int { supplier.page(at: page, in: pager.order)?.steps ?? 0 }

    /// Whether no hand is on the pager.
    private var canReveal: Bool {
        switch pager.phase {
        case .idle, .settling: pager.strip == nil
        case .dragging, .empty: false
        }
    }

    private mutating func reveal(_ steps: Int, by member: MemberID?, into effects: inout [RoomEffect]) {
        shown = steps
        emit(.revealed(pager.target, shown: steps, by: member), into: &effects)
    }

    mutating func blank(_ on: Bool, by member: MemberID?, into effects: inout [RoomEffect]) {
        isBlank = on
        emit(.blank(on, by: member), into: &effects)
    }

    mutating func point(
        _ page: PageID, at place: Int, by member: MemberID, into effects: inout [RoomEffect]
    ) -> Refusal? {
        guard (0..<Pointer.bound).contains(place) else {
            return Refusal(.badRequest, "at: out of range, 0 to \(Pointer.bound - 1)")
        }
        guard window.contains(where: { $0.page.id == page }) else {
            return Refusal(.unknownPage, "no page in view has the id \(page.text)")
        }
        let next = Pointer(page: page, at: place, by: member)
        if next != pointer { point(next, into: &effects) }
        return nil
    }

    mutating func point(_ new: Pointer?, into effects: inout [RoomEffect]) {
        pointer = new
        emit(.pointer(new), into: &effects)
    }
}

extension Input {
    fileprivate var isJump: Bool {
        switch self {
        case .jump, .jumpToItem, .stripEnded: true
        default: false
        }
    }
}
