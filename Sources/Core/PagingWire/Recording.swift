import PagingRoom

/// First line of a recording.
package struct RecordingHeader: Hashable, Sendable {
    /// Version of the format that this program writes, and the newest that it reads.
    package static let version: Int64 = 1
    /// Bytes of a title or a room's name: one line of a wide terminal.
    package static let textBytes = 512

    /// Name of the recorded room.
    package var room: String
    /// Start of the recording in the form of RFC 3339; for people only.
    package var date: String
    /// Title, if one was given.
    package var title: String?
    /// Name and version of the recording program.
    package var recorder: String

    package init(room: String, date: String, title: String? = nil, recorder: String) {
        self.room = room
        self.date = date
        self.title = title
        self.recorder = recorder
    }
}

/// One line of a recording after its header: a message or a change of the connection, with its time.
package struct RecordingLine: Hashable, Sendable {
    /// Time since the start of the recording, on the clock of the room's server as the recorder estimated it. It never
    /// decreases from line to line.
    package var milliseconds: Int64
    package var content: Content

    package enum Content: Hashable, Sendable {
        /// A snapshot, an event, an offset, pages, a file or notes, as received.
        case message(ServerMessage)
        /// The connection was lost, with the reason. `resumed` or `gap` follows after the reconnect.
        case lost(reason: String)
        /// The connection is back; all missed events follow.
        case resumed
        /// The connection is back and events are missing; a snapshot follows.
        case gap
        /// Bookmark with its text.
        case mark(String)
    }

    package init(milliseconds: Int64, _ content: Content) {
        self.milliseconds = milliseconds
        self.content = content
    }
}

extension ServerMessage {
    /// Whether recordings contain this message: they contain the state of the room, and no messages to one member only.
    package var isRecorded: Bool {
        switch self {
        case .snapshot, .event, .offset, .pages, .asset, .notes: true
        case .welcome, .answer, .pong, .inStep, .notice, .closing, .unknown: false
        }
    }

    /// The message without presenter notes; nil when nothing is left.
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
