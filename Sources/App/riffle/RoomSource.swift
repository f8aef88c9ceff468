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

    /// Reads `source`; what does not begin with a preset's name and has a slash or a dot is a file.
    init(_ source: String) throws(Failure) {
        let first = source.prefix { $0 != ":" }
        if Preset(rawValue: String(first)) == nil, source.contains("/") || source.contains(".") || source == "-" {
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
        let parts = words.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let preset: Preset
        do {
            preset = try Preset(words: parts[0])
        } catch {
            throw Failure(description: "\(error); a deck's file has a dot or a slash", isUsage: true)
        }
        do {
            supplier = parts.count == 1 ? preset.supplier : try Supplier(words: parts[1])
        } catch {
            throw Failure(description: error.description, isUsage: true)
        }
        configuration = Configuration(preset)
        title = nil
        warnings = []
    }
}
