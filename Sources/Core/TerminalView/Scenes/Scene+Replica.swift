package import PagingContent
package import PagingEngine
package import PagingRoom

extension Replica {
    /// The theme of the page that the pager goes to; pages of a deck have the same one.
    package var theme: Theme {
        let page = (window.first { $0.index == target } ?? window.first)?.page
        return page?.theme.flatMap { Theme($0) } ?? .standard
    }
}

extension Scene {
    /// The scene of a replica.
    ///
    /// `position` is the pager's position at `now` on the room owner's clock, during an animation its value at that
    /// time. Only the member itself knows the rest.
    package init(
        replica: Replica, position: Position, now: Instant, room: String,
        connection: StatusLine.ConnectionState = .inStep,
        roundTripMilliseconds: Int64? = nil, note: String? = nil, borders: Borders = .ascii, overlay: Page? = nil
    ) {
        var status = StatusLine(
            room: room, place: replica.place(at: position), phase: replica.phase.name,
            progressPercent: replica.progressPercent(position: position, now: now), holder: replica.holderName,
            members: replica.members.count { !$0.isAway } + replica.viewers, connection: connection,
            roundTripMilliseconds: roundTripMilliseconds, note: note)
        status.tab = replica.tabTitle(at: position)
        status.placeHundredths = replica.placeHundredths(at: position)
        status.isLoading = replica.loading
        status.isStripHeld = replica.strip != nil
        status.baton = replica.batonName
        self.init(
            pages: replica.window, position: position, origin: replica.origin, configuration: replica.configuration,
            status: status, borders: borders, overlay: overlay)
        row = replica.row
        pageCount = replica.wrap == .unbounded || replica.count == 0 ? nil : replica.count
        tabs = replica.tabStrip(at: position)
        buttons = replica.edgeButtons
        isLoading = replica.loading
        stepPlace = replica.stepPlace
        pointer = replica.pointer
        top = replica.top
        isBlank = replica.isBlank
    }
}

extension StatusLine.PageInView {
    /// The number, from 1, of the page at a place in a row that repeats `count` pages.
    static func number(of page: PageIndex, count: Int) -> Int64 {
        let rest = page.value % Int64(count)
        return (rest < 0 ? rest + Int64(count) : rest) + 1
    }
}

extension Distance {
    /// Hundredths of a page, rounded: a drag moves by cells, which are rarely a whole number of units.
    fileprivate var percent: Int64 {
        let half = Position.unitsPerPage / 2
        return (units * 100 + (units < 0 ? -half : half)) / Position.unitsPerPage
    }
}

extension Replica {
    /// The page nearest to `position` as people count it: from 1 in a list, by its own number in an endless row.
    func place(at position: Position) -> StatusLine.PageInView {
        let page = position.nearestPage.value
        let count = Int64(self.count)
        switch wrap {
        case .unbounded: return .unbounded(page)
        case .finite:
            guard count > 0 else { return .none }
            return .listed(number: min(max(page, 0), count - 1) + 1, count: self.count)
        case .loop:
            guard count > 0 else { return .none }
            let number = StatusLine.PageInView.number(of: position.nearestPage, count: self.count)
            return .listed(number: number, count: self.count)
        }
    }

    /// In hundredths: while settling, the elapsed part of the time; while dragging, the distance from the base.
    func progressPercent(position: Position, now: Instant) -> Int64? {
        switch phase {
        case .empty, .idle: return nil
        case .dragging(let drag):
            return (position - Position(page: drag.base)).percent
        case .settling(let animation):
            let whole = animation.end.milliseconds(since: animation.start)
            guard whole > 0 else { return 100 }
            return min(max(now.milliseconds(since: animation.start), 0), whole) * 100 / whole
        }
    }

    /// The name of the baton's holder, empty while it is free; nil in a room without a baton.
    var batonName: String? {
        guard control.policy == .baton else { return nil }
        return control.holder.map(name) ?? ""
    }

    /// The name of a member.
    func name(of member: MemberID) -> String {
        members.first { $0.id == member }?.name ?? "member \(member.number)"
    }

    /// The name of the member that drags the pager or started its animation; nil at rest.
    var holderName: String? {
        let holder: MemberID?
        switch phase {
        case .empty, .idle: holder = nil
        case .dragging(let drag): holder = drag.holder
        case .settling(let animation): holder = animation.by
        }
        return holder.map(name)
    }
}

extension Replica {
    /// The strip of tabs, in a room with one; it follows the pager unless somebody drags it.
    func tabStrip(at position: Position) -> TabStrip? {
        guard configuration.hasStrip, !tabs.isEmpty else { return nil }
        return TabStrip(titles: tabs, place: strip ?? position, isEndless: wrap == .loop)
    }

    /// The buttons of a room without drags, for the page it goes to.
    var edgeButtons: EdgeButtons? {
        guard configuration.release == .refused else { return nil }
        guard let row else { return EdgeButtons(hasBack: false, hasForward: false) }
        return EdgeButtons(hasBack: target > row.lowerBound, hasForward: target < row.upperBound)
    }

    /// The title of the tab of the page nearest to `position`; nil without a strip.
    func tabTitle(at position: Position) -> String? {
        guard case .listed(let number, _) = place(at: position), configuration.hasStrip else { return nil }
        let item = Int(number) - 1
        return tabs.indices.contains(item) ? tabs[item] : nil
    }

    /// The position in hundredths of a page, as people count pages; nil for a pager that rests on whole pages.
    func placeHundredths(at position: Position) -> Int64? {
        guard configuration.release == .free else { return nil }
        let number: Int64
        switch place(at: position) {
        case .none: return nil
        case .listed(let listed, _): number = listed
        case .unbounded(let page): number = page
        }
        let way = position - Position(page: position.nearestPage)
        return number * 100 + ((way.units * 100 + Position.unitsPerPage / 2) >> 16)
    }
}
