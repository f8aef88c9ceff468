import PagingEngine
import TerminalView

/// Whole frames as text, one below the other, each ended by an empty line.
final class FramesDisplay: Display {
    private let size: WindowSize
    private let borders: Borders
    private var last: Screen?

    init(size: WindowSize, borders: Borders) {
        self.size = size
        self.borders = borders
    }

    func show(_ view: FollowedRoom) {
        var scene = Scene(
            replica: view.replica, position: view.position, now: view.now, room: view.name, link: view.link,
            note: view.note, borders: borders)
        scene.beyond = view.beyond
        let screen = scene.draw(columns: size.columns, rows: size.rows)
        guard screen != last else { return }
        last = screen
        StandardStreams.print(FrameText.text(of: screen))
    }
}
