import PagingEngine

extension Replica {
    /// What became of an event.
    package enum Application: Hashable, Sendable {
        case applied
        /// Seen before; nothing changed.
        case repeated
        /// An event in between is missing; nothing changed, resume or ask for a snapshot.
        case gap
    }

    /// Applies the next reliable event.
    @discardableResult
    package mutating func apply(_ event: Event) -> Application {
        guard event.sequence > sequence else { return .repeated }
        guard event.sequence == sequence.next else { return .gap }
        sequence = event.sequence
        change(event.change)
        return .applied
    }

    /// Applies an offset unless a later event has overtaken it.
    package mutating func apply(_ offset: Offset) {
        guard offset.sequence >= sequence else { return }
        if offset.isOnStrip {
            if strip != nil { strip = offset.position }
        } else if case .dragging = phase {
            position = offset.position
            motion = Extrapolation(velocity: offset.velocity, since: offset.now)
        }
    }

    private mutating func change(_ change: Event.Change) {
        switch change {
        case .dragBegan(let drag, let member, let place, let base):
            phase = .dragging(Drag(told: drag, holder: member, base: base, at: place))
            (position, motion) = (place, nil)
        case .dragEnded(_, _, let place, _):
            rest(at: place)
        case .target(_, let page):
            (target, shown) = (page, 0)
        case .animation(let animation):
            (phase, motion) = (.settling(animation), nil)
        case .interrupted(_, let place, _), .completed(_, let place):
            rest(at: place)
        case .selected(_, let page, _, let place):
            settled = page
            position = place
        case .shift(_, let page, let pages):
            origin = page
            window = pages
        case .content(let content, let titles, _):
            adopt(content)
            tabs = titles
        case .dragEnabled(let on, _):
            dragEnabled = on
        case .loading(let on, _):
            loading = on
        case .settings(let new, let titles):
            configuration = new
            tabs = titles
        case .strip(let place, _, let member):
            strip = member == nil ? nil : place
        case .member(let member, let change):
            note(member, change)
        case .audience(let number):
            viewers = number
        case .control(let new):
            control = new
        case .revealed(_, let steps, _):
            shown = steps
        case .blank(let on, _):
            isBlank = on
        case .pointer(let new):
            pointer = new
        }
    }

    private mutating func rest(at place: Position) {
        (position, motion) = (place, nil)
        phase = .idle
    }

    private mutating func adopt(_ content: ContentChange) {
        let way = Distance(pages: content.carried)
        switch phase {
        case .settling(let animation):
            phase = .settling(animation.rebased(by: way))
        case .dragging(let drag):
            let base = content.target
            phase = .dragging(Drag(told: drag.id, holder: drag.holder, base: base, at: drag.grabPosition + way))
        case .empty, .idle:
            phase = content.count == 0 && content.wrap != .unbounded ? .empty : .idle
        }
        (revision, wrap, count) = (content.revision, content.wrap, content.count)
        (settled, target, position) = (content.settled, content.target, content.position)
        motion = nil
    }

    private mutating func note(_ member: Member, _ change: Member.Change) {
        // From behind, where newcomers are; every viewer of a crowd does this for every one of them.
        var place = members.endIndex
        while place > 0, members[place - 1].id > member.id { place -= 1 }
        let isKnown = place > 0 && members[place - 1].id == member.id
        switch (isKnown, change) {
        case (true, .left): members.remove(at: place - 1)
        case (true, _): members[place - 1] = member
        case (false, .left): break
        case (false, _): members.insert(member, at: place)
        }
    }
}

extension Drag {
    /// A drag as far as its events tell it.
    init(told id: DragID, holder: MemberID, base: PageIndex, at place: Position) {
        self.init(
            id: id, holder: holder, base: base, grabPosition: place, translation: .zero,
            lastSampleAt: Instant(milliseconds: 0), viewport: .reference)
    }
}
