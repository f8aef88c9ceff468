package import PagingEngine

/// A reliable event: something that happened to the room, in its place in the one order everybody sees.
package struct Event: Hashable, Sendable {
    package let sequence: Sequence
    package let change: Change

    package init(sequence: Sequence, change: Change) {
        self.sequence = sequence
        self.change = change
    }

    /// What happened (protocol.md §4). Positions and times are the room owner's.
    package enum Change: Hashable, Sendable {
        case dragBegan(DragID, by: MemberID, at: Position, base: PageIndex)
        case dragEnded(DragID, by: MemberID, at: Position, Drag.Outcome)
        case target(from: PageIndex, to: PageIndex)
        case animation(Animation)
        case interrupted(AnimationID, at: Position, by: MemberID?)
        case completed(AnimationID, at: Position)
        /// A page came to rest, `at` where the pager stands: on the page, or nearest to it where it runs freely, and
        /// then `old` may be `new`.
        case selected(old: PageIndex, new: PageIndex, item: Int?, at: Position)
        case shift(by: Int64, origin: PageIndex, window: [WindowPage])
        /// `tabs` as in `Replica`.
        case content(ContentChange, tabs: [String], by: MemberID?)
        case dragEnabled(Bool, by: MemberID?)
        case loading(Bool, request: Int64)
        case settings(Configuration, tabs: [String])
        /// A hand took the strip of tabs, or new pages moved it in the hand; without `by` it follows the pager again.
        /// What lies between are offsets on the strip.
        case strip(at: Position, selected: PageIndex, by: MemberID?)
        case member(Member, Member.Change)
        /// How many viewers there are beyond those announced one by one.
        case audience(viewers: Int)
        /// Who may do what, in place of what was told before.
        case control(Control)
        /// So many steps of the target are shown; a `target` shows none.
        case revealed(PageIndex, shown: Int, by: MemberID?)
        case blank(Bool, by: MemberID?)
        /// Where somebody points; nil when nobody does any more.
        case pointer(Pointer?)
    }
}
