import PagingContent

/// The fields of an entry of `chaos`.
private struct ChaosFields: Sendable {
    var atMilliseconds: Int64?
    var drop: Double?
    var delay: Pause?
    var stopReadingMilliseconds: Int64?
    var forMilliseconds: Int64?
    var actors: [String]?
    var part: Double = 1
    var command: String?

    static let mapping = Mapping<ChaosFields>(
        definition: "chaos", text: "A fault on purpose.", empty: ChaosFields(),
        fields: [
            Field("at", \.atMilliseconds, .time(), required: true, "The moment, from the start of the run."),
            Field("drop", \.drop, .percent, "Breaks connections without a close; the share is the chance of each.")
                .with(examples: "chaos: [{at: 30s, drop: 30%}]"),
            Field("delay", \.delay, .pause, "Delays messages to users.")
                .with(examples: "chaos: [{at: 9s, delay: 50ms..80ms, for: 10s, part: 9%}]"),
            Field("stopReading", \.stopReadingMilliseconds, .time(), "Users read nothing for this time.")
                .with(examples: "chaos: [{at: 9s, stopReading: 20s, of: [ann], part: 1%}]"),
            Field("run", \.command, .command, "Runs a command in a shell of this machine; needs `--allow-run`.")
                .with(examples: "chaos: [{at: 30s, run: 'kill -9 $(cat node1.pid)'}]"),
            Field("for", \.forMilliseconds, .time(), "How long a delay lasts."),
            Field("of", \.actors, .list(of: .actorName, "actors", least: 1), "The actors; default: all."),
            Field("part", \.part, .percent, standard: 1, "The share of their users."),
        ],
        rules: [
            .exactlyOne(["drop", "delay", "stopReading", "run"]), .excludes("part", "drop"), .excludes("for", "drop"),
            .excludes("for", "stopReading"), .requires("delay", "for"), .excludes("of", "run"),
            .excludes("part", "run"), .excludes("for", "run"),
        ])

    func entry(line: Int) -> ChaosEntry? {
        guard let atMilliseconds else { return nil }
        func plan(_ trouble: FaultPlan.Trouble, _ time: Int64?, _ part: Double) -> ChaosEntry {
            .fault(
                FaultPlan(
                    atMilliseconds: atMilliseconds, trouble: trouble, forMilliseconds: time, actors: actors ?? [],
                    part: part, line: line))
        }
        if let command {
            return .command(CommandPlan(atMilliseconds: atMilliseconds, text: command, line: line))
        }
        if let drop { return plan(.drop, nil, drop) }
        if let delay { return plan(.delay(delay), forMilliseconds, part) }
        return stopReadingMilliseconds.map { plan(.stopReading, $0, part) }
    }
}

extension ValueKind<ChaosEntry> {
    static var chaosEntry: ValueKind {
        ChaosFields.mapping.kind.checked(
            { fields, node, _, context in
                if let at = fields.atMilliseconds, let end = context.outline.durationMilliseconds, at >= end {
                    context.report(
                        "`at`: expected a time before the end of the run at \(end)ms", at: node["at"] ?? node)
                }
                return fields.entry(line: node.line)
            }, { _ in nil })
    }

    /// The lines of the help page about faults.
    static var examples: [FieldText] { ChaosFields.mapping.fields.map(\.text).filter { !$0.examples.isEmpty } }
}

extension ValueKind<String> {
    /// A command for a shell: one line that is not empty.
    fileprivate static var command: ValueKind {
        scalar(
            "a command in one line", ScriptSchema.Part(["type": "string", "pattern": "^[^\\n\\r]*[^\\s][^\\n\\r]*$"]),
            parse: { text in
                let isEmpty = text.allSatisfy { $0 == " " || $0 == "\t" }
                return isEmpty || text.contains(where: \.isNewline) ? nil : text
            }, write: { .quoted($0) })
    }

    /// A word that stands in the braces of figures and in names of columns.
    static var tag: ValueKind {
        scalar(
            "a tag of letters, digits, - and _", ScriptSchema.Part(["type": "string", "pattern": "^[A-Za-z0-9_-]+$"]),
            parse: { text in
                let isWord =
                    !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
                return isWord ? text : nil
            }, write: { .text($0) })
    }
}
