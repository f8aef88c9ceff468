import PagingContent

/// The names that a script's references may have, and examples of their values.
struct ReferenceScope: Hashable, Sendable {
    /// Whether `${` begins a reference. Scripts without variables, data and captures are read as they always were.
    var isOn = false
    /// Values that are known before the run, by name: those of `vars`.
    var variables: [String: String] = [:]
    /// Rows of data, as far as they were read.
    var tables: [DataTable] = []
    var dataNames: [String] = []
    /// Names that steps capture.
    var captured: Set<String> = []
    /// Whether `data` or a `capture` could not be read: any name may be one of theirs, and their own error is enough.
    var isIncomplete = false

    /// Keywords of actors and steps that exist only since there are references.
    static let keywords: Set = ["before", "capture", "check", "if", "while", "choose"]

    /// An example of a value, or a guess where nothing is known.
    func sample(_ reference: Reference, _ guess: String) -> String {
        let name = reference.name
        if Reference.builtIn.contains(name) { return "0" }
        guard let point = name.firstIndex(of: "."), let table = tables.first(where: { $0.plan.name == name[..<point] })
        else { return guess }
        return table.value(of: String(name[name.index(after: point)...]), row: 0) ?? guess
    }

    /// The problem of a reference that a user's values cannot answer; nil without one.
    func problem(of reference: Reference) -> (message: String, suggestion: String?)? {
        let name = reference.name
        if isIncomplete || Reference.builtIn.contains(name) || captured.contains(name) { return nil }
        guard let point = name.firstIndex(of: "."), dataNames.contains(String(name[..<point])) else {
            let known =
                Reference.builtIn + variables.keys.sorted() + captured.sorted() + dataNames.map { "\($0).COLUMN" }
            return (
                "unknown value \(reference.description); expected \(Phrase.list(known + ["env.NAME"], "or"))",
                Spelling.nearest(to: name, among: known)
            )
        }
        let column = String(name[name.index(after: point)...])
        guard let table = tables.first(where: { $0.plan.name == name[..<point] }), !table.columns.contains(column)
        else {
            return nil
        }
        return (
            "unknown column `\(column)` of `\(table.plan.path)`; expected \(Phrase.list(table.columns, "or"))",
            Spelling.nearest(to: column, among: table.columns)
        )
    }
}
