package import PagingContent
package import PagingEngine

/// What a member asks of a room.
package enum Request: Hashable, Sendable {
    case dragBegan(DragID, viewport: Viewport?)
    case dragMoved(DragID, by: Distance)
    case dragEnded(DragID, by: Distance, velocity: Velocity)
    case dragCancelled(DragID)
    /// A button. With `shown`, the steps of page `from` that the sender sees, the next or last of them comes first, then
    /// the page; without, the whole page is turned.
    case step(Input.Direction, from: PageIndex, shown: Int? = nil)
    case jump(PageIndex, animated: Bool)
    case jumpToItem(Int, animated: Bool)
    /// The way of the strip of tabs since it was taken hold of, in tabs; the first of a drag takes hold.
    case stripMoved(DragID, by: Distance)
    /// Lets the strip go: the tab nearest to the centre is chosen.
    case stripEnded(DragID, by: Distance)
    /// The member's own view, in cells.
    case resize(width: Int64, height: Int64)
    /// New pages in place of `revision`; `wrap` nil keeps how the row wraps.
    case content(revision: Int64, [Page], wrap: PageOrder.Wrap?)
    case configure(Configuration)
    case dragEnabled(Bool)
    case control(ControlAction)
    /// A presenter shows somebody out.
    case remove(MemberID)
    /// A presenter closes the door to newcomers, or opens it.
    case lock(Bool)
    case leash(Leash)
    /// A presenter darkens everybody's pages, or lights them again.
    case blank(Bool)
    /// Shows everybody a place in a page's text, or no place any more.
    case point(PageID, at: Int)
    case pointNowhere
}

extension Request {
    /// Whether one must have control for it: the inputs to the pager, and pointing at what it shows.
    package var isMove: Bool {
        switch self {
        case .dragBegan, .dragMoved, .dragEnded, .dragCancelled, .step, .jump, .jumpToItem, .stripMoved, .stripEnded,
            .point, .pointNowhere:
            true
        case .resize, .content, .configure, .dragEnabled, .control, .remove, .lock, .leash, .blank: false
        }
    }

    /// Whether it is one of many places of a hand, which are not answered and so have no id.
    package var isSample: Bool {
        switch self {
        case .dragMoved, .stripMoved: true
        default: false
        }
    }
}
