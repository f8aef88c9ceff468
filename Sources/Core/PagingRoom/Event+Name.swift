extension Event.Change {
    /// The event's word on the wire and in scripts.
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
}
