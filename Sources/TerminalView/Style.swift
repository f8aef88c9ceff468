/// How a cell looks beside its character; a small subset that every terminal knows or leaves out without harm.
public struct Style: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    public static let plain: Style = []
    public static let bold = Style(rawValue: 1)
    public static let faint = Style(rawValue: 2)
    public static let underlined = Style(rawValue: 4)
    /// Foreground and background change places.
    public static let reversed = Style(rawValue: 8)
    public static let italic = Style(rawValue: 16)
    public static let struck = Style(rawValue: 32)
    /// The one colour there is, for code; left out where colours are not wanted.
    public static let accent = Style(rawValue: 64)
}
