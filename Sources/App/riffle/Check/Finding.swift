import Foundation
import PagingContent
import Scripting

/// An error or a warning at a place in a deck or a script.
struct Finding: Hashable, Encodable {
    enum Severity: String, Encodable {
        case error
        case warning
    }

    let file: String
    /// From 1.
    let line: Int
    /// From 1.
    let column: Int
    let severity: Severity
    let text: String

    init(_ severity: Severity, _ text: String, file: String, line: Int, column: Int = 1) {
        self.file = file
        self.line = line
        self.column = column
        self.severity = severity
        self.text = text
    }

    init(_ error: DeckError, file: String) {
        self.init(.error, error.sentence, file: file, line: error.line, column: error.column)
    }

    init(_ warning: DeckWarning, file: String) {
        self.init(.warning, warning.text, file: file, line: warning.line, column: warning.column)
    }

    init(_ error: ScriptError) {
        let end = error.suggestion.map { " (did you mean `\($0)`?)" } ?? ""
        self.init(.error, error.message + end, file: error.file, line: error.line, column: error.column)
    }

    /// One line in the format of compilers, which editors understand.
    var sentence: String { "\(file):\(line):\(column): \(severity.rawValue): \(text)" }

    /// One object on one line.
    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }
}
