import TerminalView

/// Whole frames as text, one below the other, each followed by an empty line.
final class FramesDisplay: Display {
    private let windowSize: WindowSize
    private let borders: Borders
    private var last: Screen?
    private var layouts = LayoutCache()

    init(size: WindowSize, borders: Borders) {
        windowSize = size
        self.borders = borders
    }

    func show(_ view: RoomViewModel) {
        let screen = view.draw(
            columns: windowSize.columns, rows: windowSize.rows, borders: borders, layouts: &layouts)
        guard screen != last else { return }
        last = screen
        StandardStreams.print(FrameText.text(of: screen))
    }
}
