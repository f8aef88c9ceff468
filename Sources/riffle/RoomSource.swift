import PagingContent
import PagingEngine

/// What a room shows: a deck's file, a preset, or `preset:supplier`.
struct RoomSource {
    let supplier: Supplier
    let configuration: Configuration
    let title: String?
    /// What is odd about the deck, with its place.
    let warnings: [String]

    struct Failure: Error, CustomStringConvertible {
        let description: String
        /// Whether the words are wrong rather than the deck's text.
        let isUsage: Bool
    }

    /// Reads `source`; anything with a slash or a dot is a file.
    init(_ source: String) throws(Failure) {
        if source.contains("/") || source.contains(".") || source == "-" {
            try self.init(deck: source)
        } else {
            try self.init(preset: source)
        }
    }

    private init(deck path: String) throws(Failure) {
        let text: String
        do {
            text = try TextFile.read(path)
        } catch {
            throw Failure(description: error.description, isUsage: true)
        }
        do {
            let deck = try Deck(parsing: text)
            supplier = .listed(deck.pages)
            title = deck.title
            warnings = deck.warnings.map { "\(path):\($0)" }
            configuration = Configuration(deck.preset ?? .threePage)
        } catch {
            throw Failure(description: "\(path):\(error)", isUsage: false)
        }
    }

    private init(preset words: String) throws(Failure) {
        let parts = words.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let preset = Preset(rawValue: String(parts[0])) else {
            let known = Preset.allCases.map(\.rawValue).joined(separator: ", ")
            throw Failure(description: "\(parts[0]): no such preset; there are \(known)", isUsage: true)
        }
        guard parts.count == 1 || parts[1] == "numbers" else {
            throw Failure(description: "\(parts[1]): no such supplier; there is numbers", isUsage: true)
        }
        supplier = .numbers
        configuration = Configuration(preset)
        title = nil
        warnings = []
    }
}
