/// The activity of a pager. Transitions: empty ⇄ idle; idle → dragging, settling; dragging → settling, idle;
/// settling → dragging, idle; any → empty when the last page goes.
public enum Phase: Hashable, Sendable {
    /// There are no pages.
    case empty
    /// The pager rests.
    case idle
    /// A member drags the pager.
    case dragging(Drag)
    /// An animation moves the pager.
    case settling(Animation)

    /// The phase without its details.
    public var name: Name {
        switch self {
        case .empty: .empty
        case .idle: .idle
        case .dragging: .dragging
        case .settling: .settling
        }
    }

    /// Names of the phases, as on the wire and in the status line.
    public enum Name: String, Hashable, Sendable, CaseIterable {
        case empty
        case idle
        case dragging
        case settling
    }
}
