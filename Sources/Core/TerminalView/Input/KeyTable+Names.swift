extension KeyTable.Action {
    /// The word in options and configurations, such as `scroll-down`.
    package var name: String {
        "\(self)".reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
    }

    /// The action of a word; nil for any other word.
    package init?(name: String) {
        guard let action = KeyTable.Action.allCases.first(where: { $0.name == name }) else { return nil }
        self = action
    }
}

extension Key {
    private static let named: [Key] = [
        .character(" "), .enter, .backspace, .tab, .up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .insert,
        .delete,
    ]

    /// The words for keys besides their characters, `Ctrl-X` and `Alt-X`.
    package static let names = named.map(\.name)

    /// The key with a name as the help prints it; nil for any other text. Capitals make a difference for one character
    /// only.
    package init?(name: String) {
        if name.count == 1, let character = name.first, character != " ", !character.isControl {
            self = .character(character)
            return
        }
        if let key = Key.named.first(where: { $0.name.lowercased() == name.lowercased() }) {
            self = key
            return
        }
        guard let last = name.last, name.count > 4, !last.isControl else { return nil }
        switch name.dropLast().lowercased() {
        case "ctrl-" where last.isASCII && last.isLetter: self = .control(Character(last.lowercased()))
        case "alt-": self = .alternate(last)
        default: return nil
        }
    }

    /// Whether the key may get another meaning: digits make the number before a key, and with the others everybody gets
    /// out of everything.
    package var isBindable: Bool {
        switch self {
        case .character(let character): !("0"..."9").contains(character) && character != "-"
        case .escape, .control("c"), .control("z"), .mouse, .focus, .paste, .unknown: false
        default: true
        }
    }
}

/// A key with a meaning that a person chose.
package struct KeyBinding: Hashable, Sendable {
    package let key: Key
    package let action: KeyTable.Action

    package init(key: Key, action: KeyTable.Action) {
        self.key = key
        self.action = action
    }
}

extension KeyTable {
    /// The table with these bindings, a later one before an earlier one. A key loses its meaning in the table, and so do
    /// sequences that begin with it.
    package func binding(_ bindings: [KeyBinding]) -> KeyTable {
        bindings.reduce(self) { table, binding in
            KeyTable(
                rows: table.rows.map { row in
                    let kept = row.sequences.filter { $0.first != binding.key }
                    let added = row.action == binding.action ? [[binding.key]] : []
                    return Row(
                        action: row.action, sequences: kept + added, count: row.count, meaning: row.meaning)
                })
        }
    }
}
