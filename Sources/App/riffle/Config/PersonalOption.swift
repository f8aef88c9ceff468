import PagingContent
import TerminalView

/// An option of join and present that a person may set once.
struct PersonalOption {
    enum OptionForm: Equatable {
        case text
        /// `true` or `false`; the command line has it without a value.
        case flag
        case words([String])
        case number(ClosedRange<Int>)
        /// A mapping from keys to actions.
        case keys
    }

    let name: String
    let form: OptionForm
    let meaning: String
    /// The value without any setting.
    let standard: String
    /// The commands that have it.
    var commands: Set<String> = ["join", "present"]
    /// Options that stand for the same choice.
    var rivals: [String] = []

    /// The name on the command line.
    var flag: String { form == .keys ? "key" : name }

    /// The values that are expected; nil where `value` is such a value.
    func expectation(of value: String?) -> String? {
        switch form {
        case .text: value == nil ? "one value" : nil
        case .flag: value == "true" || value == "false" ? nil : "true or false"
        case .words(let words): value.map(words.contains) == true ? nil : words.joined(separator: ", ")
        case .number(let range):
            value.flatMap { Int($0) }.map(range.contains) == true
                ? nil : "a number from \(range.lowerBound) to \(range.upperBound)"
        case .keys: "a mapping from keys to actions such as `{l: next, x: quit}`"
        }
    }

    static let all = [
        PersonalOption(
            name: "name", form: .text, meaning: "your name, as the others see it", standard: "member N"),
        PersonalOption(
            name: "theme", form: .text, meaning: "theme in place of the deck's, a name or the path of a theme file",
            standard: "the deck's"),
        PersonalOption(
            name: "unicode", form: .flag, meaning: "frames in Unicode, or with false in ASCII", standard: "false",
            rivals: ["ascii"]),
        PersonalOption(
            name: "ascii", form: .flag, meaning: "the same the other way round", standard: "true",
            rivals: ["unicode"]),
        PersonalOption(
            name: "width", form: .number(TextWidthOption.range), meaning: "columns of running text at most",
            standard: "80"),
        PersonalOption(
            name: "status", form: .words(DrawingOptions.StatusDetail.allCases.map(\.rawValue)), meaning: "status line",
            standard: "quiet"),
        PersonalOption(name: "borders", form: .flag, meaning: "frames around pages that rest", standard: "false"),
        PersonalOption(
            name: "color", form: .words(DrawingOptions.Colour.allCases.map(\.rawValue)), meaning: "use of colour",
            standard: "auto"),
        PersonalOption(
            name: "pictures", form: .words(DrawingOptions.PictureUse.allCases.map(\.rawValue)),
            meaning: "pixels of pictures that rest",
            standard: "auto"),
        PersonalOption(
            name: "titles", form: .words(DrawingOptions.TitleUse.allCases.map(\.rawValue)),
            meaning: "letters of titles of pages that rest", standard: "auto"),
        PersonalOption(
            name: "highlighter", form: .words(Highlighter.allCases.map(\.rawValue)),
            meaning: "colours of code, in riffle present", standard: "builtin", commands: ["present"]),
        PersonalOption(
            name: "mouse", form: .words(MouseUse.allCases.map(\.rawValue)), meaning: "mouse reports", standard: "auto"),
        PersonalOption(name: "fps", form: .number(1...120), meaning: "most frames per second", standard: "30"),
        PersonalOption(
            name: "reduce-motion", form: .flag, meaning: "pages change without motion", standard: "false"),
        PersonalOption(name: "keys", form: .keys, meaning: "actions of keys", standard: "as ? shows them"),
    ]

    /// The value without a setting of the file, and where it comes from.
    func fallback(_ environment: [String: String]) -> (value: String, source: String) {
        switch name {
        case "color" where environment["NO_COLOR"]?.isEmpty == false: return ("never", "NO_COLOR")
        case "unicode", "ascii":
            let names = ["LC_ALL", "LC_CTYPE", "LANG"]
            let source = names.first { environment[$0]?.isEmpty == false } ?? "default"
            return (Borders(environment) == (name == "ascii" ? .ascii : .unicode) ? "true" : "false", source)
        default: return (standard, "default")
        }
    }
}
