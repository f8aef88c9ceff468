import PagingEngine
import PagingRoom

/// Rules that a room's events must always obey: each thing that begins ends once, in order, and every place follows
/// from the one before.
struct EventAudit {
    private var sequence: Sequence
    private var configuration: Configuration
    private var settled: PageIndex
    private var target: PageIndex
    private var origin: PageIndex
    private var place: Position
    private var wrap: PageOrder.Wrap
    private var count: Int
    private var flight: Animation?
    private var lastAnimation = AnimationID(0)
    private var drag: (id: DragID, holder: MemberID)?
    private var stripHolder: MemberID?
    private var load: Int64?
    private var control: Control
    private var roles: [MemberID: Role] = [:]
    private var shown: Int
    private var isNewTarget = false
    private var hasNewContent = false

    /// Begins at rest.
    init(_ replica: Replica) {
        sequence = replica.sequence
        configuration = replica.configuration
        (settled, target, origin, place) = (replica.settled, replica.target, replica.origin, replica.position)
        (wrap, count, control, shown) = (replica.wrap, replica.count, replica.control, replica.shown)
    }

    /// Whether an input of `member` may be obeyed, as far as the events tell.
    func mayMove(_ member: MemberID, under grant: FencingToken?) -> Bool {
        guard control.allows(member, roles[member] ?? .viewer) else { return false }
        return control.policy != .baton || grant == nil || grant == control.grant
    }

    private mutating func take(_ new: Control) -> String? {
        defer { control = new }
        let isNew = new.holder != nil && new.holder != control.holder
        guard new.grant == (isNew ? control.grant.next : control.grant) else { return "another grant than the next" }
        if (new.holder == nil) != (new.until == nil) { return "a lease without a holder, or the other way round" }
        if new.policy != .baton, new.holder != nil { return "somebody holds what there is not" }
        if let holder = new.holder, new.asked.contains(holder) { return "the holder waits for the baton" }
        let hands = [drag?.holder, stripHolder].compactMap(\.self)
        let mayStay = hands.allSatisfy { new.allows($0, roles[$0] ?? .viewer) }
        return mayStay ? nil : "a hand without control stays"
    }

    private var isMoving: Bool { flight != nil || drag != nil }

    var objectionAtRest: String? {
        isMoving || stripHolder != nil || load != nil ? "something has begun and not ended" : nil
    }

    /// Takes `effect` in and returns what is wrong with it here; nil when nothing is wrong.
    mutating func objection(to effect: RoomEffect) -> String? {
        switch effect {
        case .answer, .notes, .inStep, .removed, .audienceRules, .audienceNumbers: return nil
        case .offset(let offset, _):
            guard offset.sequence == sequence else { return "an offset beside its place among the events" }
            return offset.isOnStrip == (stripHolder != nil) ? nil : "an offset on what nobody holds"
        case .event(let event):
            guard event.sequence == sequence.next else { return "event \(event.sequence) after \(sequence)" }
            sequence = event.sequence
            return objection(to: event.change).map { "\($0): \(event.change)" }
        }
    }

    private mutating func objection(to change: Event.Change) -> String? {
        switch change {
        case .dragBegan, .dragEnded, .animation, .interrupted, .completed: return movement(change)
        case .target(let from, let to):
            // New content says the target as it is afterwards, and then what it was.
            defer { (target, shown, isNewTarget) = (to, 0, true) }
            return to != from && (from == target || to == target) ? nil : "the target was \(target)"
        case .selected(let old, let new, let item, let here):
            defer { (settled, target, place) = (new, new, here) }
            if isMoving { return "selected while moving" }
            if old != settled { return "settled was \(settled)" }
            if item != self.item(of: new) { return "another item" }
            let stands = configuration.release == .free ? here.nearestPage == new : here == Position(page: new)
            return stands ? nil : "selected beside the page"
        case .shift(let by, let page, let window):
            guard origin + by == page else { return "the window was at \(origin)" }
            origin = page
            return objection(to: window)
        case .content(let content, _, _):
            hasNewContent = true
            return self.content(content)
        case .settings(let new, _):
            defer { configuration = new }
            return isMoving || new.flaw != nil ? "settings while moving, or flawed" : nil
        case .strip(_, _, let holder):
            if isMoving { return "the strip moves while the pager does" }
            guard holder != nil || stripHolder != nil else { return "nobody held the strip" }
            stripHolder = holder
            return nil
        case .loading(let on, let request):
            defer { load = on ? request : nil }
            return (on && load != request) || (!on && load == request) ? nil : "another load"
        case .member(let member, let change):
            roles[member.id] = change == .left ? nil : member.role
            return nil
        case .control(let new): return take(new)
        case .revealed(let page, let steps, _):
            defer { (shown, isNewTarget) = (steps, false) }
            guard page == target else { return "the target was \(target)" }
            // One at a time, but for a page come to from behind and for new pages with fewer steps.
            let isWhole = isNewTarget && shown == 0 && steps > 0
            return abs(steps - shown) == 1 || isWhole || steps < shown && hasNewContent ? nil : "\(shown) were shown"
        case .dragEnabled, .audience, .blank, .pointer: return nil
        }
    }

    private mutating func movement(_ change: Event.Change) -> String? {
        switch change {
        case .dragBegan(let id, let holder, let here, let base):
            defer { (drag, place) = ((id, holder), here) }
            if isMoving || stripHolder != nil { return "something else is under way" }
            guard mayMove(holder, under: nil) else { return "without control" }
            return base == target ? nil : "the target was \(target)"
        case .dragEnded(let id, let holder, let here, _):
            defer { (drag, place) = (nil, here) }
            guard let drag, drag.id == id, drag.holder == holder else { return "no such drag" }
            return nil
        case .animation(let animation):
            defer { (flight, lastAnimation) = (animation, animation.id) }
            if isMoving || stripHolder != nil { return "something else is under way" }
            if animation.id <= lastAnimation { return "an old number" }
            if animation.from != place { return "it stood at \(place)" }
            return animation.to.nearestPage == target ? nil : "the target was \(target)"
        case .interrupted(let id, let here, _):
            defer { (flight, place) = (nil, here) }
            return flight?.id == id ? nil : "no such animation"
        case .completed(let id, let here):
            defer { (flight, place) = (nil, here) }
            return flight?.id == id && flight?.to == here ? nil : "no such animation, or not its end"
        default: return nil
        }
    }

    private mutating func content(_ content: ContentChange) -> String? {
        (wrap, count, settled, place) = (content.wrap, content.count, content.settled, content.position)
        target = content.target
        origin = origin + content.carried
        flight = flight?.rebased(by: Distance(pages: content.carried))
        if wrap != .unbounded, count == 0, isMoving { return "moving without pages" }
        return nil
    }

    private func item(of page: PageIndex) -> Int? {
        switch wrap {
        case .unbounded: nil
        case .finite: Int(page.value)
        case .loop: count == 0 ? nil : Int(((page.value % Int64(count)) + Int64(count)) % Int64(count))
        }
    }

    /// Every page around the origin that there is, once and in order.
    private func objection(to window: [WindowPage]) -> String? {
        let reach = Int64(configuration.windowSlots / 2)
        let due = (-reach...reach).map { origin + $0 }.filter { page in
            switch wrap {
            case .unbounded: page.isWithinBound
            case .loop: count > 0 && page.isWithinBound
            case .finite: page.value >= 0 && page.value < Int64(count)
            }
        }
        guard window.map(\.index) == due else { return "a hole or a stranger in the window" }
        return window.allSatisfy { $0.item == item(of: $0.index) } ? nil : "another item in the window"
    }
}
