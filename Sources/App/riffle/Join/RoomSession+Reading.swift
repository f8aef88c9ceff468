import PagingClient
import PagingContent
import PagingEngine
import PagingRoom
import TerminalView

/// Reading on alone, and looking for something in all pages.
extension RoomSession {
    func leaveOthers(at now: Instant) {
        guard let replica = core.replica, let view = picture(at: now), replica.row != nil else {
            return tell("there are no pages")
        }
        for gesture in gestures.focusLost() { take(gesture, at: now) }
        reader = DetachedReader(at: replica.target, from: view.position, now: now)
        tell("you read on alone; = or f brings you back")
    }

    /// Back to exactly where the room is.
    func returnToOthers() {
        reader = nil
        desk.isSearchShown = false
        frames.isDirty = true
    }

    /// Turns to another page alone, as far as the leash allows.
    func read(on index: PageIndex, _ replica: Replica, at now: Instant) {
        guard let reach = replica.readable(by: role), let reader else { return tell("there are no pages") }
        let page = min(max(index, reach.lowerBound), reach.upperBound)
        if page != index {
            let isLeash = replica.row.map { $0.contains(index) } ?? false
            tell(isLeash ? "the presenters let you read no further" : "no page there")
        }
        guard page != reader.index else { return }
        self.reader?.turn(to: page, at: now)
    }

    /// Asks for the pages that are needed and not there, piece by piece.
    func fetch() {
        guard let replica = core.replica else { return }
        shelf.note(replica)
        settleReader(replica)
        let near = reader?.index ?? replica.target
        let isAllNeeded = desk.needsAllPages || reader?.isSeeking == true
        let need: PageCache.Need = isAllNeeded ? .all(near) : reader == nil ? .nothing : .around(near)
        if let piece = shelf.wanted(need, replica: replica, role: role) {
            if let id = shell.pages(from: piece.first, count: piece.count, seat: seat) {
                shelf.asking(id, from: piece.first, count: piece.count, of: replica)
            }
        } else if desk.isSearchWaiting, !shelf.isAsking {
            find(at: ClientLoop.now)
        }
    }

    /// A reader whose page lies elsewhere among new pages goes there with it.
    private func settleReader(_ replica: Replica) {
        guard var reader else { return }
        let isComplete =
            !shelf.isAsking && shelf.wanted(.all(reader.index), replica: replica, role: role) == nil
        reader.note(shelf.neighbours(of: reader.index, in: replica), isComplete: isComplete)
        if reader.isSeeking, let page = reader.page, let item = shelf.item(of: page) {
            reader.found(at: index(of: item, near: reader.index, replica))
        }
        self.reader = reader
    }

    private func index(of item: Int, near: PageIndex, _ replica: Replica) -> PageIndex {
        guard replica.wrap == .loop, let here = replica.rowPlace(of: near) else { return PageIndex(Int64(item)) }
        return near + (Int64(item) - here)
    }

    func arrived(_ pages: [WindowPage], _ id: PagingRoom.RequestID) {
        memory.note(pages)
        if let replica = core.replica { shelf.answered(id, pages, of: replica) }
    }

    func searched(_ outcome: SearchLine.Outcome, at now: Instant) {
        switch outcome {
        case .typing: break
        case .left: desk.mode = .pages
        case .entered(let text):
            desk.mode = .pages
            guard !text.isEmpty else { return goToHit(by: 1, at: now) }
            desk.found = FoundPlaces(wanted: text)
            desk.isSearchWaiting = true
        }
    }

    /// Looks through all pages there are, and goes to the first place from here on.
    private func find(at now: Instant) {
        desk.isSearchWaiting = false
        guard let replica = core.replica, var found = desk.found else { return }
        let listed = shelf.listed(in: replica)
        let pages = listed.map(\.page)
        let here = replica.rowPlace(of: reader?.index ?? replica.target) ?? 0
        let start = listed.firstIndex { Int64($0.item) >= here } ?? 0
        found.take(Search(found.wanted).hits(in: pages, documents: documents.documents(of: pages)), from: start)
        desk.found = found
        desk.isSearchShown = true
        frames.isDirty = true
        showHit(at: now)
    }

    /// To the next place that was found, or the one before.
    func goToHit(by step: Int, at now: Instant) {
        guard desk.found?.current != nil else { return tell("nothing has been searched for; / does") }
        if desk.isSearchShown { desk.found?.go(by: step) }
        desk.isSearchShown = true
        showHit(at: now)
    }

    private func showHit(at now: Instant) {
        guard let replica = core.replica, let hit = desk.found?.current, let item = shelf.item(of: hit.page) else {
            return
        }
        let here = replica.rowPlace(of: reader?.index ?? replica.target)
        if here != Int64(item) { go(toItem: item, at: now) }
    }
}
