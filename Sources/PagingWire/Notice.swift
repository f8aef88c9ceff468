/// A sentence from the server for the person at the terminal.
public struct Notice: Hashable, Sendable {
    public enum Level: String, Hashable, Sendable, CaseIterable {
        case info
        case warning
    }

    public var level: Level
    public var text: String

    public init(level: Level, text: String) {
        self.level = level
        self.text = text
    }
}
