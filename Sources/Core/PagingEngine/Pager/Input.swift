/// An input of the pager. The caller passes each with its time and the member it comes from.
public enum Input: Hashable, Sendable {
    /// Takes hold of the pager. `viewport` nil stands for 390 points with the configuration's stride.
    case dragBegan(DragID, viewport: Viewport?)
    /// A drag sample: the translation since the drag began, positive forward.
    case dragMoved(DragID, by: Distance)
    /// Releases the pager after this translation, at this velocity.
    case dragEnded(DragID, by: Distance, velocity: Velocity)
    /// Ends the drag without a swipe; the pager goes back to the page it counts from.
    case dragCancelled(DragID)
    /// The member has gone; its drag is lost.
    case holderGone
    /// A button press: goes one page from `from`; rejected unless `from` is the present target.
    case step(Direction, from: PageIndex)
    /// Goes to a page, at once or with an animation.
    case jump(PageIndex, animated: Bool)
    /// Goes to a listed page by its index in the list, from 0; in a loop the shorter way, forward if both are equal.
    case jumpToItem(Int, animated: Bool)
    /// A drag sample of the strip of tabs: the translation since the drag began, in tabs, positive forward. The first
    /// sample of a drag takes hold of the strip.
    case stripMoved(DragID, by: Distance)
    /// Releases the strip; the pager goes to the tab nearest to the centre.
    case stripEnded(DragID, by: Distance)
    /// The member's viewport has changed; its drag continues from the present position.
    case resize(Viewport)
    /// New pages in place of `revision`; rejected as stale unless that is the present revision.
    case content(revision: Int64, PageOrder)
    /// Replaces the configuration; rejected while the pager moves.
    case configure(Configuration)
    /// Switches drags on or off.
    case dragEnabled(Bool)
    /// A load of pages began. Loads may overlap; a load with a number below the newest is ignored.
    case loadBegan(request: Int64)
    /// A load ended; ignored unless it is the newest.
    case loadEnded(request: Int64)
    /// Time has passed.
    case tick

    /// The direction of a step.
    public enum Direction: Int64, Hashable, Sendable, CaseIterable {
        /// To the page before.
        case back = -1
        /// To the page after.
        case forward = 1
    }
}
