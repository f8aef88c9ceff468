import PagingRoom

extension RoomEffect {
    /// Whether it tells everybody nothing but who came and went.
    var isAboutPeople: Bool {
        switch self {
        case .event(let event):
            switch event.change {
            case .member, .audience: true
            default: false
            }
        case .offset: false
        case .answer, .notes, .inStep, .removed: true
        }
    }
}
