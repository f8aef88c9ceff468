import Glibc
import TerminalView

/// Prints frames: below each other, or each in the place of the one before.
struct MovingPicture {
    let isRedrawn: Bool
    private var last: Screen?
    /// The last caption.
    private(set) var caption: String?

    init(isRedrawn: Bool) {
        self.isRedrawn = isRedrawn
    }

    /// Shows a frame unless it equals the last one.
    mutating func show(_ screen: Screen, caption: String? = nil) {
        if let caption { self.caption = caption }
        guard screen != last else { return }
        show(text: FrameText.text(of: screen), rows: screen.rows, isFirst: last == nil)
        last = screen
    }

    /// Shows a frame given as text, one line per row.
    func show(text: String, rows: Int, isFirst: Bool) {
        guard isRedrawn else { return StandardStreams.print(text) }
        let up = isFirst ? "" : "\u{1B}[\(rows)A"
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).prefix(rows)
        StandardStreams.write(Array((up + lines.map { $0 + "\u{1B}[K\n" }.joined()).utf8), to: STDOUT_FILENO)
    }
}
