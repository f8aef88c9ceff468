import PagingClient
import PagingContent
import PagingEngine
import PagingRoom
import TerminalView

/// How the window gets to other pages: with the others, or alone.
extension RoomSession {
    /// A page by its place in the list or by its own number.
    enum Destination {
        case item(Int)
        case page(PageIndex)
    }

    /// Why this member may not move the pager now.
    private func objection(_ replica: Replica) -> String? {
        core.welcome.flatMap { replica.objection(toMovesOf: $0.member, role) }
    }

    /// One press is a step, which only goes from the place it was meant for; several are a jump.
    func turn(
        _ direction: Input.Direction, _ count: Int64, isWhole: Bool = false, _ replica: Replica, at now: Instant
    ) {
        guard let row = replica.row else { return tell("there are no pages") }
        if let reader { return read(on: reader.index + count * direction.rawValue, replica, at: now) }
        if let objection = objection(replica) { return tell(objection) }
        guard let from = core.stepPlace else { return }
        guard count == 1 else {
            let page = from.page + count * direction.rawValue
            shell.request(.jump(min(max(page, row.lowerBound), row.upperBound), animated: true), seat: seat)
            return
        }
        let shown = isWhole ? nil : from.shown
        let next = replica.place(after: direction, from: from.page, shown: shown)
        guard next.page != from.page || (!isWhole && next != from) else {
            return tell("no page \(direction == .forward ? "after" : "before") this one")
        }
        shell.request(.step(direction, from: from.page, shown: shown), seat: seat)
    }

    func go(toItem item: Int, at now: Instant) {
        if let replica = core.replica { go(to: .item(item), replica, at: now) }
    }

    func go(to destination: Destination, _ replica: Replica, at now: Instant) {
        guard replica.row != nil else { return tell("there are no pages") }
        if case .item(let item) = destination, replica.wrap != .unbounded, !(0..<replica.count).contains(item) {
            return tell("there are \(replica.count) pages")
        }
        if reader != nil || (role == .viewer && core.stage == .following) {
            if reader == nil { leaveOthers(at: now) }
            return read(on: index(of: destination, replica), replica, at: now)
        }
        if let objection = objection(replica) { return tell(objection) }
        switch destination {
        case .item(let item) where replica.wrap != .unbounded:
            shell.request(.jumpToItem(item, animated: true), seat: seat)
        case .item(let item): shell.request(.jump(PageIndex(Int64(item)), animated: true), seat: seat)
        case .page(let page): shell.request(.jump(page, animated: true), seat: seat)
        }
    }

    /// The page of a destination nearest to where this member reads.
    private func index(of destination: Destination, _ replica: Replica) -> PageIndex {
        switch destination {
        case .page(let page): return page
        case .item(let item):
            let near = reader?.index ?? replica.target
            guard replica.wrap == .loop, let here = replica.rowPlace(of: near) else { return PageIndex(Int64(item)) }
            let count = Int64(replica.count)
            let way = ((Int64(item) - here) % count + count) % count
            return near + (way * 2 > count ? way - count : way)
        }
    }

    /// Lines first, then the page: down to its end, or up to its beginning.
    func scroll(by lines: Int64, _ replica: Replica, at now: Instant) {
        let direction: Input.Direction = lines < 0 ? .back : .forward
        guard let size = display.size, let view = picture(at: now) else {
            return turn(direction, 1, replica, at: now)
        }
        let overflow = view.overflow(size)
        let index = reader?.index ?? replica.target
        if lines > 0 ? overflow.below > 0 : overflow.above > 0,
            let page = (replica.window + view.beyond).first(where: { $0.index == index })?.page
        {
            desk.scrolls[page.id] = max(0, overflow.above + Int(clamping: lines))
            return
        }
        let notes = view.notesOverflow(size)
        if lines > 0 ? notes.below > 0 : notes.above > 0 {
            desk.notesScroll = max(0, notes.above + Int(clamping: lines))
            return
        }
        turn(direction, 1, replica, at: now)
    }
}
