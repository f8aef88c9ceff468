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
