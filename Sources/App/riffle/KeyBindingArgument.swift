import ArgumentParser
import PagingContent
import TerminalView

/// A key and its action, written `KEY=ACTION`.
struct KeyBindingArgument: ExpressibleByArgument {
    /// A key or an action that there is not, or a key that always means the same.
    struct Objection: Error, CustomStringConvertible {
        /// Whether the action is wrong, rather than the key.
        let isInAction: Bool
        let description: String
    }

    let binding: KeyBinding

    init?(argument: String) {
        // The key may be an equals sign itself.
        guard let place = argument.lastIndex(of: "="),
            let binding = try? KeyBindingArgument.binding(
                key: String(argument[..<place]), action: String(argument[argument.index(after: place)...]))
        else { return nil }
        self.binding = binding
    }

    static func binding(key: String, action: String) throws(Objection) -> KeyBinding {
        guard let found = Key(name: key) else {
            let meant = Spelling.nearest(to: key, among: Key.names).map { "; did you mean `\($0)`?" } ?? ""
            let names = Key.names.joined(separator: ", ")
            throw Objection(
                isInAction: false,
                description: "expected one character, Ctrl-X, Alt-X or one of \(names), got the key `\(key)`\(meant)")
        }
        guard found.isBindable else {
            throw Objection(
                isInAction: false,
                description:
                    "expected a key that may change, got `\(key)`: digits and - make numbers, Esc ends what is open, "
                    + "Ctrl-C quits and Ctrl-Z suspends")
        }
        guard let wanted = KeyTable.Action(name: action) else {
            let names = KeyTable.Action.allCases.map(\.name)
            let meant = Spelling.nearest(to: action, among: names).map { "; did you mean `\($0)`?" } ?? ""
            throw Objection(
                isInAction: true,
                description: "expected an action (\(names.joined(separator: ", "))), got `\(action)`\(meant)")
        }
        return KeyBinding(key: found, action: wanted)
    }
}
