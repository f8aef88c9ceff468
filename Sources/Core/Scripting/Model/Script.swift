package import PagingContent
package import PagingEngine

/// A scene for several actors in one room, as read from a `.riffle.yaml` file.
package struct Script: Hashable, Sendable {
    /// The version of the format, the value of the key `riffle`.
    package static let version: Int64 = 1

    /// The name of the file, for messages.
    package var file: String
    package var title: String?
    /// The room of an offline run, and the deck that content edits start from.
    package var room: Room
    /// The seed of all choices, unless the caller gives another.
    package var seed: UInt64?
    /// The actors in the order of the file. The index in this list is the actor's number in this module.
    package var actors: [Actor]
    /// The part for load runs; empty for a scene.
    package var load: LoadScript

    package init(
        file: String, title: String?, room: Room, seed: UInt64?, actors: [Actor], load: LoadScript = LoadScript()
    ) {
        self.file = file
        self.title = title
        self.room = room
        self.seed = seed
        self.actors = actors
        self.load = load
    }

    /// The title; of a script without one the name of its file.
    package var name: String { title ?? file }

    /// The room a script plays in when no server is given.
    package struct Room: Hashable, Sendable {
        /// The source of the pages.
        package enum Source: Hashable, Sendable {
            /// One of the suppliers that need no file.
            case supplier(Supplier)
            /// A Markdown deck; the path is relative to the script.
            case deck(String)
        }

        package var preset: Preset
        package var source: Source

        package init(preset: Preset, source: Source) {
            self.preset = preset
            self.source = source
        }

        /// The room of a script without `room`.
        package static let standard = Room(preset: .threePage, source: .supplier(.numbers))
    }

    /// The paths of all decks in the script, each once and in order. The caller reads them, relative to the script,
    /// and passes their pages to `ScriptRunner` or `OfflineStage`.
    package var deckPaths: [String] {
        var paths: [String] = []
        if case .deck(let path) = room.source { paths.append(path) }
        for step in actors.flatMap(\.steps).flatMap(\.flattened) {
            guard case .content(.deck(let path)) = step.action, !paths.contains(path) else { continue }
            paths.append(path)
        }
        return paths
    }

    /// The supplier of the script's own room. Throws when its deck is not among `decks`.
    ///
    /// - Parameter decks: The pages of every path in `deckPaths`.
    package func supplier(decks: [String: [Page]]) throws(ScriptError) -> Supplier {
        switch room.source {
        case .supplier(let named): return named
        case .deck(let path):
            guard let pages = decks[path] else {
                throw ScriptError(file: file, line: 1, column: 1, message: "the deck `\(path)` is missing")
            }
            return .listed(pages)
        }
    }
}
