import Glibc
import TerminalView

/// Frames on standard output: below each other, or each in the place of the one before.
struct MovingPicture {
    let isRedrawn: Bool
    private var last: Screen?
    /// What was said last.
    private(set) var caption: String?

    init(isRedrawn: Bool) {
        self.isRedrawn = isRedrawn
    }

    /// Shows a frame unless it is the one that stands there.
    mutating func show(_ screen: Screen, caption: String? = nil) {
        if let caption { self.caption = caption }
        guard screen != last else { return }
        show(text: FrameText.text(of: screen), rows: screen.rows, isFirst: last == nil)
        last = screen
    }

    /// Shows a frame that is text already, one row a line.
    func show(text: String, rows: Int, isFirst: Bool) {
        guard isRedrawn else { return StandardStreams.print(text) }
        let up = isFirst ? "" : "\u{1B}[\(rows)A"
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).prefix(rows)
        StandardStreams.write(Array((up + lines.map { $0 + "\u{1B}[K\n" }.joined()).utf8), to: STDOUT_FILENO)
    }
}
