/// The steps of users of a plain endpoint. A new step has a case of `PlainStep.Action`, a row here, and code in
/// `PlainLoad` that performs it.
extension PlainStep.Action: StepAction {
    typealias Order = PlainOrder

    static func hint(for keyword: String) -> String {
        Step.Action.specs.contains { $0.keyword == keyword } ? "; it requires a room, not a plain `target`" : ""
    }

    static let specs: [StepSpec<PlainStep.Action>] = messageSteps + timeSteps

    private static let messageSteps: [StepSpec<PlainStep.Action>] = [
        StepSpec(
            "send", "send: 'n {{seq}}'", "sends a text with {{user}}, {{id}}, {{time}} and {{seq}} filled in",
            .template, make: { .send($0) }, take: { if case .send(let template) = $0 { template } else { nil } },
            follow: { $1.send($0) }),
        StepSpec(
            "sendBinary", "sendBinary: 00 ff 10", "sends bytes", .bytes,
            make: { .sendBinary($0) }, take: { if case .sendBinary(let bytes) = $0 { bytes } else { nil } },
            follow: { $1.sendBinary() }),
        StepSpec(
            "reply", "reply: echo", "waits for the reply: echo, next, or {field: id, within: 5s} of JSON",
            ReplyFields.kind, make: { .reply($0.match ?? .next, withinMilliseconds: $0.withinMilliseconds) },
            take: { action in
                guard case .reply(let match, let within) = action else { return nil }
                return ReplyFields(match: match, withinMilliseconds: within)
            }, follow: { reply, order in reply.match.flatMap { order.reply($0) } }),
        StepSpec(
            "push", "push: {within: 5s}", "waits for the next push", PushFields.kind,
            make: { .push(withinMilliseconds: $0.withinMilliseconds) },
            take: { if case .push(let within) = $0 { PushFields(withinMilliseconds: within) } else { nil } },
            follow: { $1.push() }),
    ]

    private static let timeSteps: [StepSpec<PlainStep.Action>] = [
        StepSpec(
            "think", "think: {exponential: 5s}", "lets time pass", .pause,
            make: { .think($0) }, take: { if case .think(let pause) = $0 { pause } else { nil } },
            follow: { $1.pass() }),
        StepSpec(
            "wait", "wait: {for: 1s}", "lets time pass", PlainWaitFields.kind,
            make: { .wait(milliseconds: $0.milliseconds ?? 0) },
            take: { if case .wait(let time) = $0 { PlainWaitFields(milliseconds: time) } else { nil } },
            follow: { $1.pass() }),
        StepSpec(
            "repeat", "repeat: {times: 9, every: 1s, steps: [push]}",
            "repeats steps; {every: 1s} starts rounds at fixed times",
            Repetition<PlainStep.Action>.kind("plainRepeat", steps: "plainSteps"),
            make: { rounds in
                let steps = (rounds.steps ?? []).map { PlainStep($0.action, line: $0.line) }
                return .repeat(times: rounds.times ?? 1, everyMilliseconds: rounds.everyMilliseconds, steps)
            },
            take: { action in
                guard case .repeat(let times, let every, let steps) = action else { return nil }
                let placed = steps.map { PlacedStep(action: $0.action, line: $0.line) }
                return Repetition(times: times, everyMilliseconds: every, steps: placed)
            }, rounds: { $0 }, follow: { $1.pass() }),
        StepSpec(
            "leave", "leave", "closes the connection, as the end of the steps does", .nothing,
            make: { _ in .leave }, take: { $0 == .leave ? NoValue() : nil }, follow: { $1.leave() }),
    ]
}

/// The fields of `reply`.
private struct ReplyFields: Equatable, Sendable {
    var match: PlainStep.Match?
    var withinMilliseconds = PlainStep.standardWithinMilliseconds

    static var kind: ValueKind<ReplyFields> {
        ValueKind.words(["echo": ReplyFields(match: .echo), "next": ReplyFields(match: .next)]).or(
            Mapping<ReplyFields>(
                definition: "reply", text: "A reply.", empty: ReplyFields(),
                fields: [
                    Field(
                        "field", \.match,
                        ValueKind<String>.text.mapped(
                            { .field($0) }, { if case .field(let name) = $0 { name } else { nil } }),
                        "A JSON object with the message's {{id}} in this field."),
                    Field(
                        "echo", \.match,
                        ValueKind<NoValue>.nothing.mapped({ _ in .echo }, { $0 == .echo ? NoValue() : nil }),
                        "The message itself."),
                    Field(
                        "next", \.match,
                        ValueKind<NoValue>.nothing.mapped({ _ in .next }, { $0 == .next ? NoValue() : nil }),
                        "The next message."),
                    PlainStep.within(\.withinMilliseconds),
                ], rules: [.exactlyOne(["field", "echo", "next"])]
            ).kind)
    }
}

/// The fields of `push`.
private struct PushFields: Equatable, Sendable {
    var withinMilliseconds = PlainStep.standardWithinMilliseconds

    static var kind: ValueKind<PushFields> {
        Mapping<PushFields>(
            definition: "plainPush", text: "A push.", empty: PushFields(),
            fields: [PlainStep.within(\.withinMilliseconds)]
        ).kind.orNothing(PushFields()).checked(
            { fields, node, _, context in
                guard context.outline.timesPushes else {
                    context.report("`push` requires a `push` in `target`, which describes pushes", at: node)
                    return nil
                }
                return fields
            }, { $0 })
    }
}

/// The fields of `wait` at a plain endpoint.
private struct PlainWaitFields: Equatable, Sendable {
    var milliseconds: Int64?

    static var kind: ValueKind<PlainWaitFields> {
        Mapping<PlainWaitFields>(
            definition: "plainWait", text: "A time.", empty: PlainWaitFields(),
            fields: [Field("for", \.milliseconds, .time(), required: true, "The time.")]
        ).kind
    }
}

extension PlainStep {
    fileprivate static func within<Fields>(_ path: any WritableKeyPath<Fields, Int64> & Sendable) -> Field<Fields> {
        Field(
            "within", path, .time(), standard: PlainStep.standardWithinMilliseconds, "The longest time to wait.")
    }
}

extension ValueKind<Template> {
    static var template: ValueKind {
        ValueKind<String>.text.checked(
            { text, node, name, context in
                guard text.utf8.count <= ScriptLimits.messageBytes else {
                    context.report(
                        "`\(name)`: expected at most \(ScriptLimits.messageBytes) bytes, got \(text.utf8.count)",
                        at: node)
                    return nil
                }
                do throws(Template.Problem) {
                    return try Template(text)
                } catch {
                    context.report("`\(name)`: \(error.message)", at: node, suggestion: error.suggestion)
                    return nil
                }
            }, { $0.description })
    }
}

extension ValueKind<[UInt8]> {
    /// Pairs of hexadecimal digits, with or without blanks.
    static var bytes: ValueKind {
        let limit = ScriptLimits.messageBytes
        let expected = "up to \(limit) bytes as pairs of hexadecimal digits such as 00ff"
        let schema = ScriptSchema.Part(
            ["type": ["string", "integer"], "pattern": "^ *([0-9A-Fa-f] *[0-9A-Fa-f] *)+$"])
        return scalar(
            expected, schema,
            parse: { text in
                let digits = text.filter { $0 != " " }.map { $0.isASCII ? $0.hexDigitValue : nil }
                let whole = digits.compactMap(\.self)
                guard whole.count == digits.count, whole.count.isMultiple(of: 2), whole.count / 2 <= limit else {
                    return nil
                }
                return stride(from: 0, to: whole.count, by: 2).map { UInt8(whole[$0] * 16 + whole[$0 + 1]) }
            },
            write: { bytes in
                let pairs = bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }
                return .text("\"" + pairs.joined(separator: " ") + "\"")
            })
    }
}
