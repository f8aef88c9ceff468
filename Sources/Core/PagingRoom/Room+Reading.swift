import PagingContent
package import PagingEngine

/// What somebody gets to read beside what everybody is sent.
extension Room {
    /// Up to `count` pages from `first` on, for `member`; those beyond an end are left out. Presenters get them with
    /// their notes, everybody else without and within the leash.
    package func pages(
        from first: PageIndex, count: Int, for member: MemberID
    ) throws(Refusal) -> [WindowPage] {
        let isPresenter = role(of: member) == .presenter
        let pages = pages(from: first, count: count, withNotes: isPresenter)
        guard !isPresenter, control.leash != .free else { return pages }
        let reach = readable
        guard pages.allSatisfy({ reach.contains($0.index) }) else {
            let ends = "pages \(reach.lowerBound.value) to \(reach.upperBound.value)"
            throw Refusal(.forbidden, "the leash is \(control.leash.rawValue): \(ends)")
        }
        return pages
    }

    /// The pages within the leash, while it is not free. `back` ends at page 0, where the row begins, or where the
    /// window does if that is before it: in a loop everything is somewhere behind.
    private var readable: ClosedRange<PageIndex> {
        let reach = Int64(pager.configuration.windowSlots / 2)
        let (first, last) = (pager.origin + -reach, pager.origin + reach)
        return (control.leash == .back ? min(PageIndex(0), first) : first)...last
    }

    /// The notes of the pages in the window; for presenters only.
    package func notes(for member: MemberID) -> [PageNotes] {
        role(of: member) == .presenter ? windowNotes : []
    }

    /// The notes of the pages in the window, for nobody but presenters.
    package var windowNotes: [PageNotes] {
        guard case .listed = supplier else { return [] }
        var told: Set<PageID> = []
        let reach = pager.configuration.windowSlots / 2
        let pages = pages(from: pager.origin + -Int64(reach), count: 2 * reach + 1, withNotes: true)
        return pages.map(\.page).compactMap { page in
            guard let text = page.notes, told.insert(page.id).inserted else { return nil }
            return PageNotes(page: page.id, text: text)
        }
    }

    /// Tells presenters the notes of a window that has changed.
    mutating func tellNotes(into effects: inout [RoomEffect]) {
        guard areNotesDue else { return }
        areNotesDue = false
        let notes = windowNotes
        guard notes != toldNotes else { return }
        toldNotes = notes
        if !roster.presenters.isEmpty { effects.append(.notes(notes, to: roster.presenters)) }
    }
}
