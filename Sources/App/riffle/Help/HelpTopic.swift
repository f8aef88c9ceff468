import PagingContent
import PagingEngine
import Scripting
import TerminalView

/// Help about what is not one command's alone, each from the table that the program itself goes by.
enum HelpTopic: String, CaseIterable {
    case exit
    case keys
    case scripts

    var lines: [String] {
        switch self {
        case .exit:
            ["How commands end:", ""] + HelpTopic.columns(ExitStatus.table.map { ("\($0.code.rawValue)", $0.meaning) })
        case .keys:
            ["In riffle join:", ""] + KeyTable.standard.helpLines.map { "  " + $0 }
                + ["", "In riffle replay, while a recording is shown:", ""] + ReplayKeys.helpLines.map { "  " + $0 }
        case .scripts: HelpTopic.scriptLines
        }
    }

    private static var scriptLines: [String] {
        let presets = Preset.allCases.map(\.rawValue).joined(separator: ", ")
        let suppliers = Supplier.Name.allCases.map(\.rawValue).joined(separator: ", ")
        return ["A script, NAME.riffle.yaml, is a scene for several actors in one room:", ""]
            + ScriptVocabulary.example.split(separator: "\n").map { "  " + $0 }
            + ["", "What an actor can do:", ""]
            + columns(ScriptVocabulary.steps)
            + ["", "What it can wait for with wait: {event: NAME}:", ""]
            + wrapped(EventName.allCases.map(\.rawValue))
            + ["", "Presets:", "  \(presets)", "Suppliers:", "  \(suppliers)"]
            + ["", "For riffle load, at an actor or at the top:", ""] + columns(ScriptVocabulary.load)
            + ["", "What users of a plain target can do:", ""] + columns(ScriptVocabulary.plainSteps)
            + ["", "Thresholds, such as deliver.p95 < 100ms, reach >= 99.9% and gaps == 0:", ""]
            + ScriptVocabulary.figures.flatMap { wrapped($0.split(separator: " ").map(String.init)) }
    }

    private static func columns(_ rows: [ScriptVocabulary.Row]) -> [String] {
        columns(rows.map { ($0.example, $0.meaning) })
    }

    /// Two columns.
    private static func columns(_ rows: [(String, String)]) -> [String] {
        let widest = rows.map(\.0.count).max() ?? 0
        return rows.map { "  " + $0.0 + String(repeating: " ", count: widest - $0.0.count + 2) + $0.1 }
    }

    private static let lineColumns = 78

    private static func wrapped(_ words: [String]) -> [String] {
        words.reduce(into: ["  "]) { lines, word in
            let piece = lines[lines.count - 1] == "  " ? word : " " + word
            if lines[lines.count - 1].count + piece.count > lineColumns {
                lines.append("  " + word)
            } else {
                lines[lines.count - 1] += piece
            }
        }
    }
}
