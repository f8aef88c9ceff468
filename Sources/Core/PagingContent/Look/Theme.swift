/// The colours of a window and of the roles of its texts.
///
/// Its text, as it travels with pages, is its name, and for one that is not built in also its colours:
/// `sea;ground=#002b36;text=#eee8d5;link=14`.
package struct Theme: Hashable, Sendable {
    /// Longest text that is read.
    package static let mostBytes = 2_048
    private static let mostNameScalars = 64
    /// The name of the colour behind everything.
    private static let groundName = "ground"

    package let name: String
    /// Colour behind everything; nil leaves the terminal's own.
    package var ground: ThemeColour?
    /// By the raw value of the role. Drawing asks for each cell.
    private var inks: [ThemeColour?]
    /// Whether it is for a terminal that knows 256 colours.
    package private(set) var has256Colours = false

    package init(name: String, ground: ThemeColour? = nil, inks: [ThemeRole: ThemeColour] = [:]) {
        // It travels in a line, in which these characters divide.
        let plain = name.unicodeScalars.filter { $0 != ";" && $0 != "=" && $0.properties.generalCategory != .control }
        self.name = String(String.UnicodeScalarView(plain).prefix(Theme.mostNameScalars))
        self.ground = ground
        self.inks = Array(repeating: nil, count: ThemeRole.allCases.count)
        for (role, ink) in inks { self[role] = ink }
    }

    /// The colour of characters; a role without one has that of the text around it.
    package subscript(role: ThemeRole) -> ThemeColour? {
        get { inks[Int(role.rawValue)] ?? (role == .text ? nil : inks[Int(ThemeRole.text.rawValue)]) }
        set { inks[Int(role.rawValue)] = newValue }
    }

    /// The colour that the theme names for a role; nil where it names none.
    package func own(_ role: ThemeRole) -> ThemeColour? { inks[Int(role.rawValue)] }

    /// Reads a text: the name of a built-in theme, or a name and colours. Nil for the name alone of any other theme; colours
    /// that are none, and unknown roles, are left out.
    package init?(_ text: String) {
        guard text.utf8.count <= Theme.mostBytes else { return nil }
        let parts = text.split(separator: ";", omittingEmptySubsequences: false)
        guard parts.count > 1 else {
            let name = Theme.otherNames[text.lowercased()] ?? text.lowercased()
            guard let theme = Theme.builtIn.first(where: { $0.name == name }) else { return nil }
            self = theme
            return
        }
        self.init(name: String(parts[0]))
        for part in parts.dropFirst() {
            let words = part.split(separator: "=", maxSplits: 1)
            guard words.count == 2, let colour = ThemeColour(String(words[1])) else { continue }
            set(String(words[0]), colour)
        }
    }

    /// Names that decks of other programs have for the same colours.
    private static let otherNames = [
        "default": "terminal-dark", "dark": "terminal-dark", "light": "terminal-light",
        "catppuccin-mocha": "catppuccin", "gruvbox-dark": "gruvbox",
    ]

    /// Gives a role, or `ground`, a colour. Returns false for an unknown name.
    @discardableResult
    package mutating func set(_ name: String, _ colour: ThemeColour) -> Bool {
        if name == Theme.groundName {
            ground = colour
            return true
        }
        guard let role = ThemeRole.allCases.first(where: { $0.name == name }) else { return false }
        self[role] = colour
        return true
    }

    /// Names that a theme gives colours to.
    package static var colourNames: [String] { [groundName] + ThemeRole.allCases.map(\.name) }

    /// The text that travels with pages.
    package var text: String {
        if Theme.builtIn.contains(self) { return name }
        let colours = ThemeRole.allCases.compactMap { role in inks[Int(role.rawValue)].map { "\(role.name)=\($0)" } }
        return ([name] + (ground.map { ["\(Theme.groundName)=\($0)"] } ?? []) + colours).joined(separator: ";")
    }

    /// The theme for a terminal that knows 256 colours.
    package var in256Colours: Theme {
        var theme = self
        theme.has256Colours = true
        theme.ground = ground?.in256Colours
        theme.inks = inks.map { $0?.in256Colours }
        return theme
    }
}

extension ThemeRole {
    /// The word in theme files, such as `code-keyword`.
    package var name: String {
        "\(self)".reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
    }
}
