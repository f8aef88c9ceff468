import FoundationEssentials
import PagingContent
import Scripting

/// A script with the decks it refers to, read from disk.
struct ScriptFile {
    let script: Script
    let decks: [String: [Page]]

    /// Reads the script at `path`. The paths of decks are relative to it.
    ///
    /// - Parameters:
    ///   - variables: values of the command line, by the names of `vars`.
    ///   - hasDuration: whether the command line gives the run a duration.
    init(path: String, variables: [String: String] = [:], hasDuration: Bool = false) throws(FileError) {
        do {
            let text = try TextFile.read(path)
            guard !TextFile.isDeck(path) else {
                throw FileError(path, "expected a script or a recording, got a deck; riffle present shows it", .content)
            }
            var inputs = ScriptInputs(beside: path, variables: variables)
            inputs.hasDuration = hasDuration
            let script = try ScriptReader.read(text, file: path, inputs: inputs)
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
            let loader = DeckLoader(DeckLoader.LoaderSettings(drawsDiagrams: false))
            var decks: [String: [Page]] = [:]
            for deck in script.deckPaths {
                let file = folder.appendingPathComponent(deck).path
                decks[deck] = try DeckPages(loader.load(file).deck(), path: file).pages
            }
            self.script = script
            self.decks = decks
        } catch let error as FileError {
            throw error
        } catch {
            throw FileError(.content, description: "\(error)")
        }
    }
}
