/// Whole frames as lines of text, for `--frames` and for pictures in documents.
package enum FrameText {
    /// The rows of `screen`, each ended by `\n`, below a line with `caption` where there is one.
    package static func text(of screen: Screen, caption: String? = nil) -> String {
        ((caption.map { [$0] } ?? []) + screen.lines).map { $0 + "\n" }.joined()
    }
}
