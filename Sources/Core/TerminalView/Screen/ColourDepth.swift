package import PagingContent

/// The colours that a terminal shows.
package enum ColourDepth: Hashable, Sendable {
    /// None: it has none, or its user wants none.
    case none
    /// 256, as xterm has them.
    case indexed
    /// 24 bits.
    case full

    /// The theme in colours of the terminal; nil without any.
    package func theme(_ theme: Theme) -> Theme? {
        switch self {
        case .none: nil
        case .indexed: theme.in256Colours
        case .full: theme
        }
    }
}
