import RoomStore

extension StoreHealth {
    /// What is wrong, for everybody in the rooms; nil while nothing is.
    var sentence: String? {
        switch self {
        case .healthy: nil
        case .failing(let trouble): trouble.sentence
        }
    }
}

extension StoreTrouble {
    /// As the description, but the same for as long as the trouble is: one notice is enough.
    var sentence: String {
        if case .slow = self { "the disk does not answer" } else { description }
    }
}
