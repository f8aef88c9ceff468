/// The fields of a file with data.
struct DataFields: Sendable {
    var csv: String?
    var jsonl: String?
    var order = DataOrder.sequential
    var use = DataUse.user

    static let mapping = Mapping<DataFields>(
        definition: "dataFile", text: "A file with rows of values.", empty: DataFields(),
        fields: [
            Field("csv", \.csv, .text, "Comma-separated values with names in the first line; relative to the script."),
            Field("jsonl", \.jsonl, .text, "A JSON object in each line; relative to the script."),
            Field("order", \.order, .word("dataOrder"), standard: .sequential, "How rows follow each other."),
            Field(
                "per", \.use, .word("dataUse"), standard: .user,
                "`user`: a user keeps its row; `shared`: each round of a user's outermost repetition takes a new one, from the "
                    + "first again once all are taken."),
        ], rules: [.exactlyOne(["csv", "jsonl"])])

    func plan(named name: String, line: Int) -> DataPlan {
        DataPlan(
            name: name, format: csv == nil ? .jsonl : .csv, path: csv ?? jsonl ?? "", order: order, use: use, line: line
        )
    }
}

extension ValueKind<[DataPlan]> {
    /// Files by the names of their rows in references.
    static var data: ValueKind {
        let file = DataFields.mapping.kind
        let expected = "a mapping of names to files"
        return ValueKind(
            expected: expected,
            schema: ScriptSchema.Part(
                [
                    "type": "object", "additionalProperties": file.schema.json,
                    "propertyNames": ["pattern": "^[A-Za-z0-9_-]+$"],
                ], file.schema.definitions),
            read: { node, name, context in
                guard case .mapping(let entries) = node.content, entries.count <= ScriptLimits.dataFiles else {
                    context.reject(node, name, expected: "\(expected), at most \(ScriptLimits.dataFiles)")
                    return nil
                }
                return entries.compactMap { entry in
                    guard let name = entry.key.text, ReferenceText.isName(name), !name.contains(".") else {
                        context.reject(entry.key, name, expected: "a name of letters, digits, _ and -")
                        return nil
                    }
                    return file.read(entry.value, name, &context)?.plan(named: name, line: entry.key.line)
                }
            }, write: { _ in nil })
    }
}

/// The variables of a script: their values are in its texts already when it is read.
extension ValueKind<NoValue> {
    static var variables: ValueKind {
        let limit = ScriptLimits.variables
        return ValueKind(
            expected: "a mapping of names to values",
            schema: ScriptSchema.Part([
                "type": "object", "maxProperties": .integer(Int64(limit)),
                "additionalProperties": ["type": ["string", "number", "boolean"]],
                "propertyNames": ["pattern": "^[A-Za-z0-9_-]+$"],
            ]),
            read: { node, name, context in
                guard case .mapping(let entries) = node.content, entries.count <= limit else {
                    context.reject(node, name, expected: "a mapping of at most \(limit) names to values")
                    return nil
                }
                return NoValue()
            }, write: { _ in nil })
    }
}
