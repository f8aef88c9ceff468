import PagingEngine
import PagingRoom
import PagingWire

/// Follows a room by its events alone and reports violations.
struct Auditor {
    private var sequence: Sequence
    private var flying: AnimationID?
    private var lastAnimation = AnimationID(0)
    private var dragging: DragID?
    private var holder: MemberID?
    private var settled: PageIndex
    private var target: PageIndex
    private var origin: PageIndex
    private var control: Control
    private var roles: [MemberID: Role] = [:]
    private var complaints: [(Violation.Rule, String)] = []

    /// - Parameter room: at the beginning of its life, at rest.
    init(_ room: Replica) {
        sequence = room.sequence
        (settled, target, origin, control) = (room.settled, room.target, room.origin, room.control)
        for member in room.members { roles[member.id] = member.role }
    }

    private mutating func demand(_ condition: Bool, _ text: String, _ rule: Violation.Rule = .pages) {
        if !condition { complaints.append((rule, "event \(sequence.number): \(text)")) }
    }

    /// Takes the next event and returns its violations.
    mutating func follow(_ event: Event) -> [(Violation.Rule, String)] {
        sequence = sequence.next
        complaints = []
        demand(event.sequence == sequence, "is numbered \(event.sequence.number)", .order)
        switch event.change {
        case .animation(let animation): begin(animation)
        case .interrupted(let id, _, _):
            demand(flying == id, "animation \(id.number) is interrupted and does not fly")
            flying = nil
        case .completed(let id, let place):
            demand(flying == id, "animation \(id.number) completes and does not fly")
            demand(place == Position(page: target), "an animation completes elsewhere than on the target")
            flying = nil
        case .dragBegan(let drag, let holder, _, let base):
            demandControl(of: holder)
            self.holder = holder
            demand(dragging == nil && flying == nil, "a drag begins in another movement")
            demand(base == target, "a drag begins on \(base.value), the target is \(target.value)")
            dragging = drag
        case .dragEnded(let drag, _, _, _):
            demand(dragging == drag, "drag \(drag.number) ends and was not held")
            (dragging, holder) = (nil, nil)
        case .target(_, let page): target = page
        case .selected(let old, let new, _, _):
            demand(old == settled, "selected from \(old.value), settled was \(settled.value)")
            demand(flying == nil && dragging == nil, "selected while moving")
            settled = new
        case .shift(let pages, let centre, let window): followShift(by: pages, to: centre, window)
        case .content(let change, _, _):
            (settled, target) = (change.settled, change.target)
            origin = origin + change.carried
        case .member(let member, let change): roles[member.id] = change == .left ? nil : member.role
        case .control(let new): followControl(new)
        case .revealed(let page, let shown, _):
            demand(page == target && shown >= 0, "step \(shown) of page \(page.value), the target is \(target.value)")
        case .dragEnabled, .loading, .settings, .strip, .audience, .blank, .pointer: break
        }
        return complaints
    }

    private mutating func begin(_ animation: Animation) {
        if animation.cause != .content, animation.cause != .cancel { demandControl(of: animation.by) }
        demand(flying == nil, "an animation starts before the last one's end")
        demand(dragging == nil, "an animation starts under a hand")
        demand(animation.id > lastAnimation, "animation \(animation.id.number) starts twice")
        demand(animation.to == Position(page: target), "an animation goes elsewhere than the target")
        (flying, lastAnimation) = (animation.id, animation.id)
    }

    /// Requires that `member` may move the pager; uncounted members are viewers.
    private mutating func demandControl(of member: MemberID?) {
        guard let member else { return }
        let may = control.allows(member, roles[member] ?? .viewer)
        demand(may, "member \(member.number) moves without control", .fencing)
    }

    private mutating func followControl(_ new: Control) {
        let isNew = new.holder != nil && new.holder != control.holder
        let risen = isNew ? control.grant.next : control.grant
        demand(new.grant == risen, "grant \(new.grant.number) after \(control.grant.number)", .fencing)
        demand((new.holder == nil) == (new.until == nil), "a holder or a lease without the other", .fencing)
        demand(new.holder.map { !new.asked.contains($0) } ?? true, "who has the baton waits for it", .fencing)
        control = new
        if let holder { demandControl(of: holder) }
    }

    private mutating func followShift(by pages: Int64, to centre: PageIndex, _ window: [WindowPage]) {
        demand(origin + pages == centre, "shift by \(pages) from \(origin.value) to \(centre.value)")
        origin = centre
        let indexes = window.map(\.index)
        demand(
            indexes.isEmpty || indexes.contains(centre), "the window \(indexes.map(\.value)) is not around its centre")
        demand(zip(indexes, indexes.dropFirst()).allSatisfy { $1 - $0 == 1 }, "a hole in \(indexes.map(\.value))")
        demand(window.allSatisfy { $0.page.notes == nil }, "a window tells notes", .notes)
    }
}
