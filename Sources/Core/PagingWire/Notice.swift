/// A sentence from the server for the person at the terminal.
package struct Notice: Hashable, Sendable {
    package enum Level: String, Hashable, Sendable, CaseIterable {
        case info
        case warning
    }

    package var level: Level
    package var text: String

    package init(level: Level, text: String) {
        self.level = level
        self.text = text
    }
}
