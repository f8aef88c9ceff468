import PagingEngine

extension Replica {
    /// The result of applying an event.
    package enum Application: Hashable, Sendable {
        case applied
        /// Seen before; nothing changed.
        case repeated
        /// An event before it is missing; nothing changed. Resume or request a snapshot.
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

    /// Applies an offset, unless the replica has a later event.
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
        case .dragBegan(let drag, let member, let here, let base):
            phase = .dragging(Drag(published: drag, holder: member, base: base, at: here))
            (position, motion) = (here, nil)
        case .dragEnded(_, _, let here, _):
            rest(at: here)
        case .target(_, let page):
            (target, shown) = (page, 0)
        case .animation(let animation):
            (phase, motion) = (.settling(animation), nil)
        case .interrupted(_, let here, _), .completed(_, let here):
            rest(at: here)
        case .selected(_, let page, _, let here):
            settled = page
            position = here
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
        case .strip(let here, _, let member):
            strip = member == nil ? nil : here
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

    private mutating func rest(at here: Position) {
        (position, motion) = (here, nil)
        phase = .idle
    }

    private mutating func adopt(_ content: ContentChange) {
        let way = Distance(pages: content.carried)
        switch phase {
        case .settling(let animation):
            phase = .settling(animation.rebased(by: way))
        case .dragging(let drag):
            let base = content.target
            phase = .dragging(Drag(published: drag.id, holder: drag.holder, base: base, at: drag.grabPosition + way))
        case .empty, .idle:
            phase = content.count == 0 && content.wrap != .unbounded ? .empty : .idle
        }
        (revision, wrap, count) = (content.revision, content.wrap, content.count)
        (settled, target, position) = (content.settled, content.target, content.position)
        motion = nil
    }

    private mutating func note(_ member: Member, _ change: Member.Change) {
        // Searched from the end, where new members are: in a crowd every client does this for every new member.
        var index = members.endIndex
        while index > 0, members[index - 1].id > member.id { index -= 1 }
        let isKnown = index > 0 && members[index - 1].id == member.id
        switch (isKnown, change) {
        case (true, .left): members.remove(at: index - 1)
        case (true, _): members[index - 1] = member
        case (false, .left): break
        case (false, _): members.insert(member, at: index)
        }
    }
}

extension Drag {
    /// A drag as its events publish it.
    init(published id: DragID, holder: MemberID, base: PageIndex, at here: Position) {
        self.init(
            id: id, holder: holder, base: base, grabPosition: here, translation: .zero,
            lastSampleAt: Instant(milliseconds: 0), viewport: .reference)
    }
}
