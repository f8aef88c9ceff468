public import PagingContent
public import PagingEngine

/// What a member asks of a room.
public enum Request: Hashable, Sendable {
    case dragBegan(DragID, viewport: Viewport?)
    case dragMoved(DragID, by: Distance)
    case dragEnded(DragID, by: Distance, velocity: Velocity)
    case dragCancelled(DragID)
    case step(Input.Direction, from: PageIndex)
    case jump(PageIndex, animated: Bool)
    case jumpToItem(Int, animated: Bool)
    /// The member's own view, in cells.
    case resize(width: Int64, height: Int64)
    /// New pages in place of `revision`; `wrap` nil keeps how the row wraps.
    case content(revision: Int64, [Page], wrap: PageOrder.Wrap?)
    case configure(Configuration)
    case dragEnabled(Bool)
}
