import Foundation
import PagingContent
import Scripting

/// The findings in a script and the decks it refers to.
struct ScriptCheck {
    private(set) var findings: [Finding] = []

    /// Checks `text`, the content of `file`. The paths of decks are relative to the file.
    init(_ text: String, file: String) {
        let script: Script
        do {
            script = try ScriptReader.read(text, file: file)
        } catch {
            findings = error.errors.map { Finding($0) }
            return
        }
        let lines = DeckLinks.lines(of: text)
        let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
        for deck in script.deckPaths {
            let path = folder.appendingPathComponent(deck).relativePath
            do {
                findings += DeckReport(reading: try TextFile.read(path)).errors.map { Finding($0, file: path) }
            } catch {
                let (line, column) = DeckLinks.place(of: deck, in: lines, from: 1)
                findings.append(Finding(.error, error.description, file: file, line: line, column: column))
            }
        }
    }
}
