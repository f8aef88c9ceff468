/// What can happen to a pager. Each is handed over with the member it comes from and the time.
public enum Input: Hashable, Sendable {
    /// Take hold. `viewport` nil means 390 wide with the preset's stride.
    case dragBegan(DragID, viewport: Viewport?)
    /// The translation since the grab, positive forward.
    case dragMoved(DragID, by: Distance)
    case dragEnded(DragID, by: Distance, velocity: Velocity)
    case dragCancelled(DragID)
    /// The member is gone; a drag it holds is lost.
    case holderGone
    /// A button: one page, only if `from` is the target as it stands.
    case step(Direction, from: PageIndex)
    case jump(PageIndex, animated: Bool)
    /// To a listed page by its place in the list; the shortest way round in a loop, a tie goes forward.
    case jumpToItem(Int, animated: Bool)
    /// The way of the strip of tabs since it was taken hold of, in tabs, positive forward; the first of a drag takes
    /// hold.
    case stripMoved(DragID, by: Distance)
    /// Lets the strip go: the tab nearest to the centre is chosen.
    case stripEnded(DragID, by: Distance)
    /// The member's own viewport changed; re-anchors its drag.
    case resize(Viewport)
    /// New pages in place of `revision`.
    case content(revision: Int64, PageOrder)
    case configure(Configuration)
    case dragEnabled(Bool)
    case loadBegan(request: Int64)
    case loadEnded(request: Int64)
    /// Time passed.
    case tick

    public enum Direction: Int64, Hashable, Sendable, CaseIterable {
        case back = -1
        case forward = 1
    }
}
