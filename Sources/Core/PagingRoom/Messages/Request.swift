package import PagingContent
package import PagingEngine

/// A request of a member to its room.
package enum Request: Hashable, Sendable {
    case dragBegan(DragID, viewport: Viewport?)
    case dragMoved(DragID, by: Distance)
    case dragEnded(DragID, by: Distance, velocity: Velocity)
    case dragCancelled(DragID)
    /// A press of a button. With `shown`, the number of steps of page `from` that the sender sees, it shows the next or
    /// hides the last step and turns the page after the last one; without, it turns the page.
    case step(Input.Direction, from: PageIndex, shown: Int? = nil)
    case jump(PageIndex, animated: Bool)
    case jumpToItem(Int, animated: Bool)
    /// Translation of the strip of tabs since it was taken hold of, in tabs; the first one of a drag takes hold.
    case stripMoved(DragID, by: Distance)
    /// Releases the strip; the tab nearest to the centre is chosen.
    case stripEnded(DragID, by: Distance)
    /// Size of the member's view, in cells.
    case resize(width: Int64, height: Int64)
    /// New pages in place of `revision`; `wrap` nil keeps how the row wraps.
    case content(revision: Int64, [Page], wrap: PageOrder.Wrap?)
    case configure(Configuration)
    case dragEnabled(Bool)
    case control(ControlAction)
    /// Removes a member; for presenters.
    case remove(MemberID)
    /// Locks the room for new members, or unlocks it; for presenters.
    case lock(Bool)
    case leash(Leash)
    /// Blanks every member's screen, or shows the pages again; for presenters.
    case blank(Bool)
    /// Points every member to a position in a page's text.
    case point(PageID, at: Int)
    case pointNowhere
    /// Scrolls a page for everybody: the line with the character at `at` becomes the topmost one.
    case scroll(PageID, at: Int)
}

extension Request {
    /// Whether it needs control: the inputs to the pager, pointing at a page and scrolling it.
    package var isMove: Bool {
        switch self {
        case .dragBegan, .dragMoved, .dragEnded, .dragCancelled, .step, .jump, .jumpToItem, .stripMoved, .stripEnded,
            .point, .pointNowhere, .scroll:
            true
        case .resize, .content, .configure, .dragEnabled, .control, .remove, .lock, .leash, .blank: false
        }
    }

    /// Whether it changes something for its sender alone.
    var isPrivate: Bool {
        if case .resize = self { return true }
        return false
    }

    /// Whether it is a drag sample, which is not answered and has no id.
    package var isSample: Bool {
        switch self {
        case .dragMoved, .stripMoved: true
        default: false
        }
    }

    /// Throws when a member of this role may not send it at all.
    package func check(_ role: Role) throws(Refusal) {
        switch self {
        case .resize: return
        case .content, .configure, .dragEnabled, .blank:
            guard role == .presenter else { throw Refusal(.forbidden, "only a presenter changes pages and settings") }
        case .remove, .lock, .leash, .control(.policy), .control(.take):
            guard role == .presenter else { throw Refusal(.forbidden, "only a presenter says who may do what") }
        default:
            guard role != .viewer else {
                throw Refusal(.forbidden, "viewers watch; join as member to move the pager")
            }
        }
    }

    /// The input of the pager that it stands for; nil for a request that concerns the room.
    func input(for configuration: Configuration, of pages: RoomPages) throws(Refusal) -> Input? {
        switch self {
        case .dragBegan(let drag, let viewport): return .dragBegan(drag, viewport: viewport)
        case .dragMoved(let drag, let way): return .dragMoved(drag, by: way)
        case .dragEnded(let drag, let way, let velocity): return .dragEnded(drag, by: way, velocity: velocity)
        case .dragCancelled(let drag): return .dragCancelled(drag)
        case .jump(let page, let animated): return .jump(page, animated: animated)
        case .jumpToItem(let item, let animated): return .jumpToItem(item, animated: animated)
        case .stripMoved(let drag, let way): return .stripMoved(drag, by: way)
        case .stripEnded(let drag, let way): return .stripEnded(drag, by: way)
        case .dragEnabled(let on): return .dragEnabled(on)
        case .resize(let width, _):
            guard let viewport = configuration.viewport(width: width) else {
                throw Refusal(.badRequest, "width \(width) is not a viewport")
            }
            return .resize(viewport)
        case .configure(let configuration):
            guard configuration.windowSlots <= RoomPages.slotsLimit else {
                throw Refusal(.badRequest, "window slots are odd, 1 to \(RoomPages.slotsLimit)")
            }
            try pages.requireSmallWindows(slots: configuration.windowSlots)
            return .configure(configuration)
        case .step, .content, .control, .remove, .lock, .leash, .blank, .point, .pointNowhere, .scroll: return nil
        }
    }
}

/// A client's number for a request, rising within a connection; the answer repeats it.
package struct RequestID: Hashable, Comparable, Sendable {
    package var number: Int64

    package init(_ number: Int64) {
        self.number = number
    }

    package static func < (left: RequestID, right: RequestID) -> Bool { left.number < right.number }
}
