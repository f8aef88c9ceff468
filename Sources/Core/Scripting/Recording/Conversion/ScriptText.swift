import PagingContent
import PagingEngine

/// A script as YAML, a step per line. It reads back as the same script.
struct ScriptText {
    let lines: [String]

    /// - Parameter remarks: comments at the top.
    init(_ script: Script, remarks: [String] = []) {
        precondition(script.load.plain == nil, "Only scenes in rooms are written")
        var fields = ScriptFields()
        fields.title = script.title
        fields.room = script.room
        fields.seed = script.seed.map { Int64(clamping: $0) }
        lines =
            remarks.map { "# " + $0 } + ["riffle: \(Script.version)"]
            + ScriptText.lines(of: fields, ScriptTable.script, indent: "")
            + ["actors:"] + script.actors.flatMap(ScriptText.lines)
    }

    var text: String { lines.map { $0 + "\n" }.joined() }

    /// The fields of a mapping that are given, a line or a block each.
    private static func lines<Draft>(of draft: Draft, _ mapping: Mapping<Draft>, indent: String) -> [String] {
        mapping.fields.flatMap { field in
            field.write(draft)?.lines(behind: "\(indent)\(field.key):", indent: indent + "  ") ?? []
        }
    }

    private static func lines(of actor: Script.Actor) -> [String] {
        var fields = ActorFields(actor)
        fields.steps = nil
        let head = lines(of: fields, ScriptTable.actor, indent: "    ")
        let steps = actor.steps.flatMap { step -> [String] in
            guard case .mapping(let entries) = step.action.yamlValue else { return ["      - \(step.action.yaml)"] }
            return entries[0].1.lines(behind: "      - \(entries[0].0):", indent: "          ")
        }
        return ["  - " + (head.first ?? "").drop { $0 == " " }] + head.dropFirst()
            + ["    steps:" + (steps.isEmpty ? " []" : "")] + steps
    }
}
