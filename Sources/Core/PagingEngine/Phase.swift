/// What the pager is doing. Transitions: empty ⇄ idle; idle → dragging, settling; dragging → settling, idle;
/// settling → dragging, idle; any → empty when the last page goes.
public enum Phase: Hashable, Sendable {
    case empty
    case idle
    case dragging(Drag)
    case settling(Animation)

    /// The word for it on the wire and in the status line.
    public var name: Name {
        switch self {
        case .empty: .empty
        case .idle: .idle
        case .dragging: .dragging
        case .settling: .settling
        }
    }

    public enum Name: String, Hashable, Sendable, CaseIterable {
        case empty
        case idle
        case dragging
        case settling
    }
}
