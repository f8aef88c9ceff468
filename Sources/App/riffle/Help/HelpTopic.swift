import LoadTesting
import PagingContent
import PagingEngine
import Scripting
import TerminalView

/// A help page about more than one command, derived from the tables of the program.
enum HelpTopic: String, CaseIterable {
    case exit
    case keys
    case scripts
    case configuration
    case measures

    func lines(columns: Int) -> [String] {
        switch self {
        case .exit:
            return ["How commands end:", ""]
                + HelpText.table(ExitStatus.table.map { ("\($0.code.rawValue)", $0.meaning) }, columns: columns)
        case .keys:
            return ["In riffle join:", ""] + KeyTable.standard.helpLines.map { "  " + $0 }
                + ["", "In riffle replay, while a recording is shown:", ""] + ReplayKeys.helpLines.map { "  " + $0 }
        case .scripts: return HelpTopic.scriptLines(columns: columns)
        case .configuration: return HelpTopic.configurationLines(columns: columns)
        case .measures: return HelpTopic.measureLines(columns: columns)
        }
    }

    private static func scriptLines(columns: Int) -> [String] {
        func table(_ rows: [ScriptVocabulary.Row]) -> [String] {
            HelpText.table(rows.map { ($0.example, $0.meaning) }, columns: columns)
        }
        func list(_ words: [String]) -> [String] {
            HelpText.wrapped(words.joined(separator: " "), columns: columns, indent: "  ")
        }
        func commaList(_ words: [String]) -> [String] {
            HelpText.wrapped(words.joined(separator: ", "), columns: columns, indent: "  ")
        }
        return ["A script, NAME.riffle.yaml, is a scene for several actors in one room:", ""]
            + ScriptVocabulary.example.split(separator: "\n").map { "  " + $0 }
            + ["", "Steps of an actor:", ""] + table(ScriptVocabulary.steps)
            + ["", "Events for wait: {event: NAME}:", ""] + list(EventName.allCases.map(\.rawValue))
            + ["", "Presets:"] + commaList(Preset.allCases.map(\.rawValue))
            + ["Suppliers:"] + commaList(Supplier.Name.allCases.map(\.rawValue))
            + ["", "For riffle load, at an actor or at the top:", ""] + table(ScriptVocabulary.load)
            + ["", "Steps of users of a plain target:", ""] + table(ScriptVocabulary.plainSteps)
            + ["", "Thresholds, such as deliver.p95 < 100ms, reach >= 99.9% and gaps == 0:", ""]
            + ScriptVocabulary.figures.flatMap { list([$0]) }
            + [""]
            + HelpText.wrapped(
                "riffle help scripts --markdown prints tables of Markdown with every key.", columns: columns)
    }

    private static func measureLines(columns: Int) -> [String] {
        let head =
            "riffle load measures these values. Each counts from the moment at which something was due; the naive value "
            + "counts from the moment at which the generator came to it."
        return HelpText.wrapped(head, columns: columns) + [""]
            + HelpText.table(Measure.allCases.map { ($0.rawValue, $0.paragraph) }, columns: columns)
            + [""] + HelpText.wrapped("riffle help measures --markdown prints a Markdown table.", columns: columns)
    }

    private static func configurationLines(columns: Int) -> [String] {
        let paragraphs = [
            "Each option of riffle serve can be given as a flag (--max-rooms 20), in the environment "
                + "(RIFFLE_MAX_ROOMS=20) or in the YAML file of --config (max-rooms: 20). Flags take precedence over the "
                + "environment, and the environment over the file.",
            "An option that can be repeated is a list in the file and is separated by commas in the environment; the "
                + "first source that gives it replaces the whole list. A flag without a value is true or false there.",
        ]
        let rows = OptionSpec.serve.map { (term: $0.usage, meaning: $0.help) }
        return paragraphs.flatMap { HelpText.wrapped($0, columns: columns) + [""] }
            + HelpText.table(rows, columns: columns)
            + [""] + HelpText.wrapped("riffle help configuration --markdown prints a Markdown table.", columns: columns)
    }
}

extension OptionSpec {
    /// The key with a description of its value, as in a file.
    fileprivate var usage: String { "\(name): \(form == .flag ? "true" : placeholder.uppercased())" }

    /// The table of all options for the documentation.
    static var markdown: String {
        let head = ["Option", "Environment", "Value", "Default", "Meaning"]
        let rows = serve.map { option in
            let value = option.form == .flag ? "" : option.expected
            let list = option.form == .list ? ", repeatable" : ""
            return [
                "`--\(option.name)`", "`\(option.variable)`", value + list, option.standard ?? "", option.summary,
            ]
        }
        return ([head, head.map { _ in "---" }] + rows).map { cells in
            "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
        }.joined(separator: "\n")
    }
}
