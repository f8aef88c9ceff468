import PagingContent
import PagingEngine

/// The content of a room, from the path of a deck, a preset, or `preset:supplier`.
struct RoomSource {
    let supplier: Supplier
    let configuration: Configuration
    /// The files of its pages.
    let assets: [Asset]
    let title: String?
    /// Warnings about the deck, with their places.
    let warnings: [String]

    /// Reads `source`. A word that does not begin with the name of a preset and has a slash or a dot is a path.
    ///
    /// - Parameters:
    ///   - loader: reads the deck.
    ///   - assetLimit: bytes of files that the room keeps; nil where there is no server.
    /// - Throws: kind `usage` when the word is wrong, `content` when the deck does not parse.
    init(_ source: String, loader: DeckLoader, assetLimit: Int? = nil) throws(FileError) {
        let first = source.prefix { $0 != ":" }
        if Preset(rawValue: String(first)) == nil, source.contains("/") || source.contains(".") || source == "-" {
            try self.init(deck: source, loader, assetLimit)
        } else {
            try self.init(preset: source)
        }
    }

    private init(deck path: String, _ loader: DeckLoader, _ assetLimit: Int?) throws(FileError) {
        let file: DeckFile
        do {
            file = try loader.load(path)
        } catch {
            throw FileError(.usage, description: error.description)
        }
        let deck = try file.deck()
        let ready = DeckPages(deck, path: path, highlighting: loader.highlighting)
        supplier = .listed(ready.pages)
        title = deck.title
        assets = ready.assets
        let sizeWarning = assetLimit.flatMap { ready.sizeWarning(limit: $0) }
        warnings = file.warnings + (ready.warnings + [sizeWarning].compactMap(\.self)).map { "\(path): \($0)" }
        configuration = Configuration(deck.preset ?? .threePage)
    }

    private init(preset words: String) throws(FileError) {
        let parts = words.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let preset: Preset
        do {
            preset = try Preset(words: parts[0])
        } catch {
            throw FileError(.usage, description: "\(error); the path of a deck has a dot or a slash")
        }
        do {
            supplier = parts.count == 1 ? preset.supplier : try Supplier(words: parts[1])
        } catch {
            throw FileError(.usage, description: error.description)
        }
        configuration = Configuration(preset)
        title = nil
        assets = []
        warnings = []
    }
}
