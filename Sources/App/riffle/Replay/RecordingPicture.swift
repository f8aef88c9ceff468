import PagingContent
import Scripting
import TerminalView

/// Draws places in a recording as they were seen.
struct RecordingPicture {
    let size: WindowSize
    let borders: Borders
    private var documents = DocumentCache()
    private var layouts = LayoutCache()

    init(size: WindowSize, borders: Borders) {
        self.size = size
        self.borders = borders
    }

    /// The frame at the playback's place; nil before there was anything to see.
    mutating func screen(of playback: Playback, size: WindowSize? = nil, note: String? = nil, overlay: Page? = nil)
        -> Screen?
    {
        guard let replica = playback.view.replica else { return nil }
        let now = playback.roomTime
        var scene = Scene(
            replica: replica, position: replica.position(at: now), now: now, room: playback.recording.header.room,
            link: playback.view.isLost ? .reconnecting : .inStep, note: note, borders: borders, overlay: overlay)
        scene.beyond = playback.view.beyond
        scene.documents = documents.documents(of: (replica.window + scene.beyond).map(\.page))
        let size = size ?? self.size
        return scene.draw(columns: size.columns, rows: size.rows, layouts: &layouts)
    }
}
