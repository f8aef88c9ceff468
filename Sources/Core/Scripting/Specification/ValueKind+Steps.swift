import PagingContent
import PagingEngine
import PagingRoom

/// The fields of `step`.
struct ButtonFields: Equatable, Sendable {
    var direction: Input.Direction?
    var page: PageNumber?

    static let kind = ValueKind<Input.Direction>.direction
        .mapped({ ButtonFields(direction: $0) }, { $0.page == nil ? $0.direction : nil })
        .or(
            Mapping<ButtonFields>(
                definition: "button", text: "A button.", empty: ButtonFields(),
                fields: [
                    Field("by", \.direction, .direction, required: true, "The direction."),
                    Field(
                        "from", \.page, .page,
                        "The page the actor takes for the current one; default: the page it sees."),
                ]
            ).kind)
}

/// The fields of `jump`.
struct JumpFields: Equatable, Sendable {
    var page: PageNumber?
    var animated = true

    static let kind = ValueKind<PageNumber>.page
        .mapped({ JumpFields(page: $0) }, { $0.animated ? $0.page : nil })
        .or(
            Mapping<JumpFields>(
                definition: "jump", text: "A jump.", empty: JumpFields(),
                fields: [
                    Field("page", \.page, .page, required: true, "The page."),
                    Field("animated", \.animated, .flag, standard: true, "Whether the pager moves there."),
                ]
            ).kind)
}

/// The value of `resize`, in cells.
struct ViewSize: Hashable, Sendable {
    let width: Int64
    let height: Int64
}

extension ValueKind<ViewSize> {
    static var size: ValueKind {
        let allowed = 1...Int64(ScriptLimits.cells)
        return scalar(
            "a size such as 80x24", ScriptSchema.Part(["type": "string", "pattern": #"^\d+x\d+$"#]),
            parse: { text in
                let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int64($0) }
                guard parts.count == 2, let width = parts[0], let height = parts[1], allowed.contains(width),
                    allowed.contains(height)
                else { return nil }
                return ViewSize(width: width, height: height)
            }, write: { .text("\($0.width)x\($0.height)") })
    }
}

extension ValueKind<Step.Tab> {
    /// The title of a tab, or the number of its page.
    static var tab: ValueKind {
        ValueKind<String>.text.checked(
            { text, node, name, context in
                guard Int64(text) != nil else { return .title(text) }
                return ValueKind<PageNumber>.page.read(node, name, &context).map { .number($0) }
            }, { if case .title(let title) = $0 { title } else { nil } }
        ).orWritten { if case .number(let page) = $0 { .text("\(page.value)") } else { nil } }
    }
}

extension ValueKind {
    /// The same kind with another way to write some of its values.
    fileprivate func orWritten(_ other: @escaping @Sendable (Value) -> YAMLValue?) -> ValueKind {
        ValueKind(
            expected: expected, schema: schema, fields: fields, read: read, write: { write($0) ?? other($0) })
    }
}

extension ValueKind<ControlStep> {
    static var control: ValueKind {
        let mapping = Mapping<ControlStep?>(
            definition: "control", text: "The baton, and the policy.", empty: nil,
            fields: [
                Field(
                    choice: "grant", .text, { .grant(to: $0) }, { if case .grant(let name) = $0 { name } else { nil } },
                    "The member that gets the baton, by name."),
                Field(
                    choice: "policy", ValueKind<Policy>.word("policy"), { .policy($0) },
                    { if case .policy(let policy) = $0 { policy } else { nil } }, "Which members move the pager."),
            ], rules: [.exactlyOne(["grant", "policy"])])
        return ValueKind.words(["request": .request, "release": .release, "take": .take])
            .or(mapping.kind.mapped({ $0 }, { $0 }))
    }
}

extension ValueKind<Pause> {
    /// `200ms`, `100ms..400ms`, `normal(2s, 500ms)` or `{exponential: 5s}`.
    static var pause: ValueKind {
        let time = ValueKind<Int64>.time()
        let range = ScriptSchema.Part([
            "description": "Chosen evenly between two times.", "type": "string",
            "pattern": .string("^\(ScriptSchema.timePattern)\\.\\.\(ScriptSchema.timePattern)$"),
        ])
        let distribution = ScriptSchema.Part([
            "description": "Chosen from a distribution: normal(2s, 500ms).", "type": "string",
            "pattern": .string("^\(RandomAmount.pattern)$"),
        ])
        let plain = ValueKind(
            expected: "a time such as 200ms or 100ms..400ms",
            schema: ScriptSchema.Part(
                ["anyOf": [time.schema.json, range.json, distribution.json]], time.schema.definitions),
            read: { node, name, context in
                if let text = node.text, text.contains("(") { return pause(text, node, name, &context) }
                guard let text = node.text, text.contains("..") else {
                    return time.read(node, name, &context).map { Pause(milliseconds: $0...$0) }
                }
                let bounds = text.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false).map { bound in
                    time.read(node.with(text: String(bound)), name, &context)
                }
                guard bounds.count == 2, let lower = bounds[0], let upper = bounds[1] else { return nil }
                guard lower <= upper else {
                    context.reject(node, name, expected: "the shorter time first")
                    return nil
                }
                return Pause(milliseconds: lower...upper)
            },
            write: { pause in
                switch pause.amount {
                case .exponential: return nil
                case .normal, .lognormal: return .quoted(pause.amount.text { "\($0)ms" })
                case .uniform(let range):
                    let (least, most) = (range.lowerBound, range.upperBound)
                    return .text(least == most ? "\(least)ms" : "\(least)ms..\(most)ms")
                }
            })
        let mapping = Mapping<Int64?>(
            definition: "exponential", text: "Mostly short times, from an exponential distribution.", empty: nil,
            fields: [
                Field(
                    choice: "exponential", time, { $0 }, { $0 }, required: true, "The mean; at most 20 times as long.")
            ])
        return plain.or(mapping.kind.mapped({ $0.map { Pause(meanMilliseconds: $0) } }, { .some($0.meanMilliseconds) }))
            .named("pause")
    }

    private static func pause(
        _ text: String, _ node: ScriptNode, _ name: String, _ context: inout ScriptContext
    ) -> Pause? {
        let limit = ScriptLimits.durationMilliseconds
        let amount = RandomAmount(text) { TimeText.milliseconds($0).flatMap { $0 <= limit ? $0 : nil } }
        // Within [] and {} a comma ends a value.
        let hint = text.hasSuffix(")") ? "" : "; within [] or {} it needs quotes, such as 'uniform(A, B)'"
        if amount == nil { context.reject(node, name, expected: "times in \(RandomAmount.words)\(hint)") }
        return amount.map { Pause($0) }
    }
}

extension ScriptNode {
    /// Another text in the same place.
    fileprivate func with(text: String) -> ScriptNode {
        ScriptNode(content: .scalar(text), line: line, column: column)
    }
}
