import ArgumentParser
import PagingContent
import Yams

/// A file with a theme: a YAML mapping from names such as `title` to colours.
enum ThemeFile {
    /// The built-in themes, for help.
    static let names = Theme.builtIn.map(\.name).joined(separator: ", ")

    /// A built-in theme, or that of a file. A name with a slash or a dot is a path.
    ///
    /// - Throws: a `ValidationError` that says what is wrong and where.
    static func theme(named name: String, relativeTo folder: String = "") throws -> Theme {
        if let theme = Theme(name) { return theme }
        guard name.contains("/") || name.contains(".") else {
            let meant =
                Spelling.nearest(to: name, among: Theme.builtIn.map(\.name)).map { "did you mean `\($0)`? " } ?? ""
            throw ValidationError(
                "no theme `\(name)`: \(meant)there are \(names), and theme files (with a dot in their path)")
        }
        let path = name.hasPrefix("/") || folder.isEmpty ? name : "\(folder)/\(name)"
        return try read(TextFile.read(path), path: path)
    }

    private static func read(_ text: String, path: String) throws -> Theme {
        let root: Node?
        do {
            root = try Yams.compose(yaml: text)
        } catch {
            throw ValidationError("\(path): not YAML: \(error)")
        }
        guard let mapping = root?.mapping else {
            throw ValidationError("\(path):1:1: expected a mapping such as `title: \"#89b4fa\"`")
        }
        let file = path.split(separator: "/").last.map(String.init) ?? path
        var theme = Theme(name: mapping["name"]?.scalar?.string ?? file.prefix { $0 != "." }.description)
        for (key, value) in mapping where key.scalar?.string != "name" {
            let place = "\(path):\(key.mark?.line ?? 1):\(key.mark?.column ?? 1)"
            guard let word = value.scalar?.string, let colour = ThemeColour(word) else {
                throw ValidationError(
                    "\(place): expected a colour as \"#rrggbb\" in quotes, a number from 0 to 255 or a name such as `bright-blue`"
                )
            }
            let name = key.scalar?.string ?? ""
            guard theme.set(name, colour) else {
                throw ValidationError(
                    "\(place): expected one of \(Theme.colourNames.joined(separator: ", ")), got `\(name)`")
            }
        }
        return theme
    }
}
