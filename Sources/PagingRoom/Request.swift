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
}

extension Request {
    /// Whether it is an input to the pager, for which one must have control.
    public var isMove: Bool {
        switch self {
        case .dragBegan, .dragMoved, .dragEnded, .dragCancelled, .step, .jump, .jumpToItem, .stripMoved, .stripEnded:
            true
        case .resize, .content, .configure, .dragEnabled, .control, .remove, .lock, .leash: false
        }
    }

    /// Whether it is one of many places of a hand, which are not answered and so have no id.
    public var isSample: Bool {
        switch self {
        case .dragMoved, .stripMoved: true
        default: false
        }
    }
}
