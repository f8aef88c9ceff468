package import PagingEngine

/// The pager as readers see it; pages and notes by the rights of the reader.
extension Room {
    /// Steps of the target that are shown.
    package var shown: Int { shared.presentation.shown }

    /// The position at `now`, for a client that has every event but may lack the newest offset.
    package func offset(at now: Instant) -> Offset { shared.offset(at: now) }

    /// The notes of the pages in the window. They go to presenters alone.
    package var windowNotes: [PageNotes] { shared.windowNotes }

    /// Up to `count` pages from `first` on, without notes and without those beyond an end.
    package func pages(from first: PageIndex, count: Int) -> [WindowPage] {
        shared.pages(from: first, count: count, withNotes: false)
    }

    /// Up to `count` pages from `first` on for `member`, without those beyond an end and those that do not fit into one
    /// answer. Presenters get them with their notes; for other members all must lie within the leash.
    package func pages(from first: PageIndex, count: Int, for member: MemberID) throws(Refusal) -> [WindowPage] {
        let isPresenter = role(of: member) == .presenter
        let pages = shared.pages(from: first, count: count, withNotes: isPresenter)
        if !isPresenter { try control.leash.check(pages, around: pager.origin, pager.configuration) }
        return Array(RoomPages.fitting(pages))
    }

    /// The notes of the pages in the window; for presenters only.
    package func notes(for member: MemberID) -> [PageNotes] {
        role(of: member) == .presenter ? windowNotes : []
    }
}
