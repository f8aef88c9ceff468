package import PagingContent
package import PagingEngine

/// A scene for several actors in one room, as read from a `.riffle.yaml` file.
package struct Script: Hashable, Sendable {
    /// The format this module reads, the value of the key `riffle`.
    package static let version: Int64 = 1

    /// The file it was read from, for messages.
    package var file: String
    package var title: String?
    /// The room of an offline run, and the deck that content edits start from.
    package var room: Room
    /// Where all randomness comes from, unless the caller gives another.
    package var seed: UInt64?
    /// In the order of the file; the place in this list is the actor's number everywhere in this module.
    package var actors: [Actor]
    /// Nothing beyond the actors in a scene.
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

    /// The room a script plays in when no server is given.
    package struct Room: Hashable, Sendable {
        /// Where its pages come from.
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

        /// What a script plays in when it does not say.
        package static let standard = Room(preset: .threePage, source: .supplier(.numbers))
    }

    /// The paths of all decks the script needs, as written there, each once and in order. The caller reads them,
    /// relative to the script, and hands their pages to `ScriptRunner` or `OfflineStage`.
    package var deckPaths: [String] {
        var paths: [String] = []
        if case .deck(let path) = room.source { paths.append(path) }
        for step in actors.flatMap(\.steps).flatMap(\.flattened) {
            guard case .content(.deck(let path)) = step.action, !paths.contains(path) else { continue }
            paths.append(path)
        }
        return paths
    }

    /// Where the pages of the script's own room come from. Throws when its deck is not among `decks`.
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
