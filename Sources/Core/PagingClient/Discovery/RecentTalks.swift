/// The URLs of rooms that a person has joined, the newest first.
package struct RecentTalks: Hashable, Sendable {
    /// The number of URLs kept.
    package static let limit = 10

    package private(set) var urls: [String]

    /// Reads one URL a line; other lines are left out.
    package init(text: String = "") {
        urls = []
        for line in text.split(whereSeparator: \.isNewline).reversed() { note(String(line)) }
    }

    /// Puts a URL first. A query is left out: it may hold a secret.
    package mutating func note(_ url: String) {
        let url = String(url.prefix { $0 != "?" && $0 != "#" })
        guard url.hasPrefix("ws://") || url.hasPrefix("wss://"), !url.contains("@"),
            url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { return }
        urls.removeAll { $0 == url }
        urls = Array(([url] + urls).prefix(RecentTalks.limit))
    }

    /// The text of a file: one URL a line.
    package var text: String { urls.map { $0 + "\n" }.joined() }
}
