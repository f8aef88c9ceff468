import Foundation
import PagingContent
import Scripting

/// A script with the decks it speaks of, read from disk.
struct ScriptFile {
    let script: Script
    let decks: [String: [Page]]

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Reads the script at `path`; decks are looked for beside it.
    init(path: String) throws(Failure) {
        do {
            let text = try TextFile.read(path)
            let script = try ScriptReader.read(text, file: path)
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
            var decks: [String: [Page]] = [:]
            for deck in script.deckPaths {
                let file = folder.appendingPathComponent(deck).path
                do {
                    decks[deck] = try Deck(parsing: TextFile.read(file)).pages
                } catch let error as DeckError {
                    throw Failure(description: "\(file):\(error)")
                }
            }
            self.script = script
            self.decks = decks
        } catch {
            throw Failure(description: "\(error)")
        }
    }
}
