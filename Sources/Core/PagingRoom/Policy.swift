/// Who of those who may move the pager at all moves it.
package enum Policy: String, Hashable, Sendable, CaseIterable {
    /// Every member and presenter.
    case open
    /// Only the holder of the baton.
    case baton
    case presenters
}
