/// A name for a set of configuration values.
public enum Preset: String, Hashable, Sendable, CaseIterable {
    /// Three full-width pages in a row; half a page decides.
    case threePage
    /// The same, judged by where the drag would have ended.
    case threePagePredicted
    /// A loop with its neighbours peeking in; three tenths of the viewport decide.
    case carousel
    /// A loop under a strip of tabs that follows it.
    case tabs
    /// A list turned by buttons alone.
    case buttons
    /// An endless row whose window follows as soon as a neighbour holds the majority.
    case majority
    /// An endless row that runs out freely and knows no pages to rest on.
    case continuous
}
