import PagingRoom

/// What stands in the first line of a recording.
package struct RecordingHeader: Hashable, Sendable {
    /// The form of recording this program writes, and the newest it reads.
    package static let version: Int64 = 1
    /// Bytes of a title or a room's name: one line of a wide terminal.
    package static let textBytes = 512

    /// The room it was made in.
    package var room: String
    /// When it was begun, as RFC 3339 writes it; only for people.
    package var date: String
    /// What it is called; nil where nobody said.
    package var title: String?
    /// Name and version of the program that made it.
    package var recorder: String

    package init(room: String, date: String, title: String? = nil, recorder: String) {
        self.room = room
        self.date = date
        self.title = title
        self.recorder = recorder
    }
}

/// One line of a recording behind its header: what its maker saw, and when.
package struct RecordingLine: Hashable, Sendable {
    /// From the beginning of the recording, on the room owner's clock as its maker knew it; never less than in the
    /// line before.
    package var milliseconds: Int64
    package var content: Content

    package enum Content: Hashable, Sendable {
        /// A snapshot, an event, an offset, pages or notes as they came.
        case message(ServerMessage)
        /// The connection broke, and why. `resumed` or `gap` follows when it is back.
        case lost(reason: String)
        /// It is back, and what was missed follows, event by event.
        case resumed
        /// Something is missing; a snapshot follows.
        case gap
        /// A place somebody wants to find again.
        case mark(String)
    }

    package init(milliseconds: Int64, _ content: Content) {
        self.milliseconds = milliseconds
        self.content = content
    }
}

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
