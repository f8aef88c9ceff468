/// The words of scripts for help and documents, from the tables the reader goes by.
package enum ScriptVocabulary {
    package struct Row: Hashable, Sendable {
        package let example: String
        /// A few words.
        package let meaning: String

        /// The keyword of the example.
        package var word: String { String(example.prefix { $0 != ":" }) }
    }

    /// A whole script, as short as possible.
    package static let example = """
        riffle: 1
        room: {preset: threePage, supplier: numbers}
        actors:
          - name: ann
            role: presenter
            steps:
              - step: forward
              - wait: rest
              - expect: {page: 1}
        """

    /// Every step in a room.
    package static var steps: [Row] { Step.Action.specs.map { Row(example: $0.example, meaning: $0.text) } }

    /// Every step at a plain endpoint.
    package static var plainSteps: [Row] { PlainStep.Action.specs.map { Row(example: $0.example, meaning: $0.text) } }

    /// The fields of load runs, of an actor or at the top of the script.
    package static var load: [Row] {
        let fields =
            ActorFields.population.map(\.text) + ScriptTable.script.fields.map(\.text)
            + ValueKind<ChaosEntry>.examples
        return fields.flatMap { field in field.examples.map { Row(example: $0, meaning: field.text.asClause) } }
    }

    /// The figures of thresholds.
    package static let figures = [
        "measures: " + Figure.measures.joined(separator: ", "),
        "parts: " + Figure.partWords.joined(separator: ", ")
            + ", and other percentiles such as p75; naive.ack.p99 counts from the actual send time, not from the intended one",
        "of some users: deliver{actor:follower}.p99, ack{tag:slow}.max; not for spread and skew",
        "in each window of the run: deliver.p95 < 100ms over 10s; not for naive measures",
        "counts: " + Figure.Count.allCases.map(\.rawValue).joined(separator: ", ") + ", rejected.CODE, closed.CODE",
        "of `before`: httpErrors, and by kind "
            + HTTPError.allCases.map { "httpErrors.\($0.rawValue)" }.joined(separator: ", "),
        "checks: checks >= 99%, checks{check:NAME}.failed == 0; parts: rate, passed, failed",
    ]

    /// Every key and every step with its fields, as tables of Markdown.
    package static var markdown: String {
        "## Keys of a script\n\n" + markdown(ScriptTable.script.fields.map(\.text))
            + "\n## Keys of an actor\n\n" + markdown(ScriptTable.actor.fields.map(\.text))
            + "\n## Keys of a target\n\n" + markdown(ValueKind<PlainEndpoint>.endpoint.fields)
            + "\n## Keys of a file of data\n\n" + markdown(DataFields.mapping.fields.map(\.text))
            + "\n## Keys of a stage\n\n" + markdown(StageFields.mapping.fields.map(\.text))
            + "\n## Keys of an entry of chaos\n\n" + markdown(ValueKind<ChaosEntry>.chaosEntry.fields)
            + "\n## Keys of a threshold\n\n" + markdown(ThresholdFields.mapping.fields.map(\.text))
            + "\n## Steps in a room\n\n" + markdown(Step.Action.specs)
            + "\n## Steps at a plain endpoint\n\n" + markdown(PlainStep.Action.specs)
    }

    private static func markdown<Action>(_ specs: [StepSpec<Action>]) -> String {
        let head = "| step | example | meaning |\n|---|---|---|\n"
        let rows = specs.map { "| \($0.keyword) | `\($0.example.asCell)` | \($0.text.asCell) |\n" }
        let fields = specs.filter { !$0.fields.isEmpty }.map { "\n### \($0.keyword)\n\n" + markdown($0.fields) }
        return head + rows.joined() + fields.joined()
    }

    private static func markdown(_ fields: [FieldText]) -> String {
        let head = "| field | value | default | meaning |\n|---|---|---|---|\n"
        return head
            + fields.map { field in
                let standard = field.isRequired ? "required" : field.standard.map { "`\($0.asCell)`" } ?? ""
                return "| \(field.key) | \(field.value.asCell) | \(standard) | \(field.text.asCell) |\n"
            }.joined()
    }
}

extension String {
    /// The text in a cell of a table.
    fileprivate var asCell: String { split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|") }

    /// A sentence as a clause: without a capital at the start and without a full stop.
    fileprivate var asClause: String {
        let clause = prefix(1).lowercased() + dropFirst()
        return clause.hasSuffix(".") ? String(clause.dropLast()) : clause
    }
}
