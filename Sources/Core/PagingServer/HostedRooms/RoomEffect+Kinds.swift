import PagingRoom

extension RoomEffect {
    /// Whether the effect reports a change that a durable room persists.
    var isKept: Bool {
        switch self {
        case .event(let event): event.change.isKept
        case .removed, .audienceNumbers: true
        case .offset, .answer, .notes, .inStep, .audienceRules: false
        }
    }

    /// Whether the effect announces only joins and leaves.
    var isAboutPeople: Bool {
        switch self {
        case .event(let event):
            switch event.change {
            case .member, .audience: true
            default: false
            }
        case .offset: false
        case .answer, .notes, .inStep, .removed, .audienceRules, .audienceNumbers: true
        }
    }
}
