package import PagingEngine

/// A reliable event: a change of the room at its position in the one order all members see.
package struct Event: Hashable, Sendable {
    package let sequence: Sequence
    package let change: Change

    package init(sequence: Sequence, change: Change) {
        self.sequence = sequence
        self.change = change
    }

    /// The change (Protocol/README.md). Positions and times are the room owner's.
    package enum Change: Hashable, Sendable {
        case dragBegan(DragID, by: MemberID, at: Position, base: PageIndex)
        case dragEnded(DragID, by: MemberID, at: Position, Drag.Outcome)
        case target(from: PageIndex, to: PageIndex)
        case animation(Animation)
        case interrupted(AnimationID, at: Position, by: MemberID?)
        case completed(AnimationID, at: Position)
        /// A page came to rest. `at` is the position of the pager: that of the page, or one nearest to the page when
        /// the pager may rest between pages; then `old` may equal `new`.
        case selected(old: PageIndex, new: PageIndex, item: Int?, at: Position)
        case shift(by: Int64, origin: PageIndex, window: [WindowPage])
        /// `tabs` as in `Replica`.
        case content(ContentChange, tabs: [String], by: MemberID?)
        case dragEnabled(Bool, by: MemberID?)
        case loading(Bool, request: Int64)
        case settings(Configuration, tabs: [String])
        /// A member took hold of the strip of tabs, or new pages moved the held strip; without `by` the strip follows
        /// the pager again. Positions in between are offsets.
        case strip(at: Position, selected: PageIndex, by: MemberID?)
        case member(Member, Member.Change)
        /// Number of viewers beyond those announced one by one.
        case audience(viewers: Int)
        /// Rights of the members; replaces those published before.
        case control(Control)
        /// Number of steps of the target that are shown; a `target` event shows none.
        case revealed(PageIndex, shown: Int, by: MemberID?)
        case blank(Bool, by: MemberID?)
        /// The pointer, and the position in the text with which the page in view begins; each nil when there is none.
        /// One event for both: clients of the first version know no other type.
        case pointer(Pointer?, top: Pointer? = nil)
    }
}

extension Event.Change {
    /// The event's name on the wire and in scripts.
    package var name: String {
        switch self {
        case .dragBegan: "dragBegan"
        case .dragEnded: "dragEnded"
        case .target: "target"
        case .animation: "animation"
        case .interrupted: "interrupted"
        case .completed: "completed"
        case .selected: "selected"
        case .shift: "shift"
        case .content: "content"
        case .dragEnabled: "dragEnabled"
        case .loading: "loading"
        case .settings: "settings"
        case .strip: "strip"
        case .member: "member"
        case .audience: "audience"
        case .control: "control"
        case .revealed: "revealed"
        case .blank: "blank"
        case .pointer: "pointer"
        }
    }

    /// Whether it changes the picture at rest, or begins a movement.
    package var changesPicture: Bool {
        switch self {
        case .dragBegan, .dragEnded, .target, .animation, .interrupted, .completed, .selected, .shift, .content,
            .revealed:
            true
        case .dragEnabled, .loading, .settings, .strip, .member, .audience, .control, .blank, .pointer: false
        }
    }

    /// Whether records keep the change, so that the event may be published only after the commit of its record. The
    /// beginning of an animation is not kept: the event of its end publishes what came of it.
    package var isKept: Bool {
        switch self {
        case .completed, .selected, .shift, .content, .settings, .dragEnabled, .control, .revealed: true
        case .dragBegan, .dragEnded, .target, .animation, .interrupted, .loading, .strip, .member, .audience, .blank,
            .pointer:
            false
        }
    }
}

/// The number of a reliable event within an epoch; the first event is 1, each next one higher by exactly one.
package struct Sequence: Hashable, Comparable, Sendable {
    package var number: Int64

    package init(_ number: Int64) {
        self.number = number
    }

    package var next: Sequence { Sequence(number + 1) }

    package static func < (left: Sequence, right: Sequence) -> Bool { left.number < right.number }
}

/// The name of one life of a room's event stream; sequence numbers compare only within it.
package struct Epoch: Hashable, Sendable {
    package var text: String

    package init(_ text: String) {
        self.text = text
    }
}
