/// How a cell looks beside its character; a small subset that every terminal knows or leaves out without harm.
package struct Style: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let plain: Style = []
    package static let bold = Style(rawValue: 1)
    package static let faint = Style(rawValue: 2)
    package static let underlined = Style(rawValue: 4)
    /// Foreground and background change places.
    package static let reversed = Style(rawValue: 8)
    package static let italic = Style(rawValue: 16)
    package static let struck = Style(rawValue: 32)
    /// The one colour there is, for code; left out where colours are not wanted.
    package static let accent = Style(rawValue: 64)
}
