import PagingRoom

extension ServerMessage {
    /// Whether it belongs into a recording: what shows the room, and nothing that is said to one member alone.
    package var isRecorded: Bool {
        switch self {
        case .snapshot, .event, .offset, .pages, .notes: true
        case .welcome, .answer, .pong, .inStep, .notice, .closing: false
        }
    }

    /// The same as everybody may read it, without what pages say to presenters alone; nil when nothing is left.
    package var withoutNotes: ServerMessage? {
        switch self {
        case .notes: return nil
        case .pages(let id, let pages): return .pages(id, pages.map(\.withoutNotes))
        case .snapshot(var snapshot):
            snapshot.replica.window = snapshot.replica.window.map(\.withoutNotes)
            return .snapshot(snapshot)
        case .event(let event):
            guard case .shift(let by, let origin, let window) = event.change else { return self }
            let change = Event.Change.shift(by: by, origin: origin, window: window.map(\.withoutNotes))
            return .event(Event(sequence: event.sequence, change: change))
        default: return self
        }
    }
}

extension WindowPage {
    fileprivate var withoutNotes: WindowPage {
        var page = page
        page.notes = nil
        return WindowPage(index: index, item: item, page: page)
    }
}
