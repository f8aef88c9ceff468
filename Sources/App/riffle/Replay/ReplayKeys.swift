import TerminalView

/// The keys of the recording viewer. Key handling and help derive from this table.
enum ReplayKeys {
    enum Action: Hashable {
        case pause
        case nextEvent
        case lastEvent
        case nextPage
        case lastPage
        case nextMark
        case lastMark
        case mark
        case forward
        case backward
        case faster
        case slower
        case beginning
        case end
        case help
        case suspend
        case quit
    }

    struct Row {
        let action: Action
        let keys: [Key]
        let meaning: String
    }

    static let rows = [
        Row(action: .pause, keys: [.character(" ")], meaning: "pause or continue"),
        Row(action: .forward, keys: [.right, .character("l")], meaning: "10 s forward"),
        Row(action: .backward, keys: [.left, .character("h")], meaning: "10 s back"),
        Row(action: .nextEvent, keys: [.character(".")], meaning: "pause after the next event"),
        Row(action: .lastEvent, keys: [.character(",")], meaning: "pause after the previous event"),
        Row(action: .nextPage, keys: [.character("n"), .pageDown], meaning: "go to where the next page came to rest"),
        Row(
            action: .lastPage, keys: [.character("p"), .pageUp], meaning: "go to where the previous page came to rest"),
        Row(action: .nextMark, keys: [.character("]")], meaning: "next mark, or page seen for the first time"),
        Row(action: .lastMark, keys: [.character("[")], meaning: "previous mark"),
        Row(action: .mark, keys: [.character("m")], meaning: "set a mark, saved beside the recording"),
        Row(action: .faster, keys: [.character("+"), .character("=")], meaning: "twice as fast"),
        Row(action: .slower, keys: [.character("-")], meaning: "half as fast"),
        Row(action: .beginning, keys: [.home, .character("g")], meaning: "beginning"),
        Row(action: .end, keys: [.end, .character("G")], meaning: "end"),
        Row(action: .help, keys: [.character("?")], meaning: "this help"),
        Row(action: .suspend, keys: [.control("z")], meaning: "suspend"),
        Row(action: .quit, keys: [.character("q"), .control("c")], meaning: "quit"),
    ]

    static func action(for key: Key) -> Action? {
        rows.first { $0.keys.contains(key) }?.action
    }

    /// One line for each row: the keys, then their meaning.
    static var helpLines: [String] {
        let names = rows.map { $0.keys.map(\.name).joined(separator: "  ") }
        let widest = names.map(\.count).max() ?? 0
        return zip(names, rows).map { name, row in
            name + String(repeating: " ", count: widest - name.count + 2) + row.meaning
        }
    }
}
