/// The steps of users of a plain endpoint. A new step has a case of `PlainStep.Action`, a row here, and code in
/// `PlainCourse` or, where it concerns the connection, in `PlainUser` that performs it.
extension PlainStep.Action: StepAction {
    typealias Order = PlainOrder

    static func hint(for keyword: String) -> String {
        Step.Action.specs.contains { $0.keyword == keyword } ? "; it requires a room, not a plain `target`" : ""
    }

    static let specs: [StepSpec<PlainStep.Action>] = [httpStep] + messageSteps + contentSteps + timeSteps + flowSteps

    private static let httpStep = StepSpec<PlainStep.Action>(
        "http", "http: {post: /login, json: {name: '${user}'}}",
        "sends an HTTP request and waits for its answer; only in `before`", HTTPFields.kind, make: { .http($0) },
        take: { if case .http(let call) = $0 { call } else { nil } }, follow: { $1.http() })

    private static let messageSteps: [StepSpec<PlainStep.Action>] = [
        StepSpec(
            "send", "send: 'n {{seq}}'",
            "sends a text; {{user}}, {{id}}, {{time}} and {{seq}} are filled in, {{random:200}} by letters and digits",
            .template, make: { .send($0) }, take: { if case .send(let template) = $0 { template } else { nil } },
            follow: { $1.send($0) }
        ).takingReferences,
        StepSpec(
            "sendBinary", "sendBinary: 00 ff 10", "sends bytes; {random: 200} for random ones", BinaryFields.kind,
            make: { fields in fields.random.map { .sendRandom($0) } ?? .sendBinary(fields.bytes) },
            take: { action in
                switch action {
                case .sendBinary(let bytes): BinaryFields(bytes: bytes)
                case .sendRandom(let amount): BinaryFields(random: amount)
                default: nil
                }
            }, follow: { $1.sendBinary() }),
        StepSpec(
            "call", "call: {message: publish, with: {topic: a, body: '{{seq}}'}}",
            "sends a message of the target's profile, and waits for its reply if it has one", CallFields.kind,
            make: { fields in
                .call(
                    PlainCall(message: fields.message ?? "", values: fields.values),
                    withinMilliseconds: fields.withinMilliseconds)
            },
            take: { action in
                guard case .call(let call, let within) = action else { return nil }
                return CallFields(message: call.message, values: call.values, withinMilliseconds: within)
            }, follow: { $1.call() }
        ).takingReferences,
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

    private static let contentSteps: [StepSpec<PlainStep.Action>] = [
        StepSpec(
            "check", "check: {name: is open, pointer: /state, equals: open}",
            "counts whether a condition on the last message holds", CheckFields.kind,
            make: { .check(name: $0.name ?? "", $0.test.condition ?? StepCondition(.message, .exists(true))) },
            take: { action in
                guard case .check(let name, let condition) = action else { return nil }
                return CheckFields(test: ConditionFields(condition), name: name)
            }, follow: { fields, order in fields.test.value == nil ? order.look("check") : order.pass() }
        ).takingReferences,
        StepSpec(
            "capture", "capture: {name: token, pointer: /token}",
            "keeps a part of the last message, for ${token} in later steps", CaptureFields.kind,
            make: { .capture($0.capture) },
            take: { if case .capture(let capture) = $0 { CaptureFields(capture) } else { nil } },
            follow: { $1.capture(isHeader: $0.header != nil) }
        ).takingReferences,
    ]

    private static let flowSteps = FlowSteps<PlainStep.Action>.rows(
        prefix: "plain", steps: "plainSteps", condition: "pointer: /more, equals: true", inner: "push",
        follow: { $0.pass() })

    private static let timeSteps: [StepSpec<PlainStep.Action>] = [
        StepSpec(
            "think", "think: {exponential: 5s}", "lets time pass; or 200ms, 100ms..400ms, \(RandomAmount.words)",
            .pause,
            make: { .think($0) }, take: { if case .think(let pause) = $0 { pause } else { nil } },
            follow: { $1.pass() }),
        StepSpec(
            "wait", "wait: {for: 1s}", "lets time pass; or waits for all users: {barrier: NAME}", PlainWaitFields.kind,
            make: { fields in
                fields.barrier.map { .barrier($0, withinMilliseconds: fields.withinMilliseconds) }
                    ?? .wait(milliseconds: fields.milliseconds ?? 0)
            },
            take: { action in
                switch action {
                case .wait(let time): PlainWaitFields(milliseconds: time)
                case .barrier(let name, let within): PlainWaitFields(barrier: name, withinMilliseconds: within)
                default: nil
                }
            }, follow: { fields, order in fields.barrier == nil ? order.pass() : order.barrier() }),
        .repetition(
            "repeat: {times: 9, every: 1s, steps: [push]}", definition: "plainRepeat", steps: "plainSteps",
            times: { .repeat(times: $0, everyMilliseconds: $1, $2) },
            take: { if case .repeat(let times, let every, let steps) = $0 { (times, every, steps) } else { nil } },
            follow: { $0.pass() }),
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
                    context.report(
                        "`push` requires a `push` or a `profile` in `target`, which describes pushes", at: node)
                    return nil
                }
                return fields
            }, { $0 })
    }
}

/// The fields of `wait` at a plain endpoint.
private struct PlainWaitFields: Equatable, Sendable {
    var milliseconds: Int64?
    var barrier: String?
    var withinMilliseconds = Wait.standardWithinMilliseconds

    static var kind: ValueKind<PlainWaitFields> {
        Mapping<PlainWaitFields>(
            definition: "plainWait", text: "A time, or a barrier.", empty: PlainWaitFields(),
            fields: [
                Field("for", \.milliseconds, .time(), "The time."),
                Field("barrier", \.barrier, .text, "All users with this barrier have reached it."),
                Field(
                    "within", \.withinMilliseconds, .time(), standard: Wait.standardWithinMilliseconds,
                    "The longest time to wait at a barrier."),
            ], rules: [.exactlyOne(["for", "barrier"]), .requires("within", "barrier")]
        ).kind
    }
}

extension PlainStep {
    fileprivate static func within<Fields>(_ path: any WritableKeyPath<Fields, Int64> & Sendable) -> Field<Fields> {
        Field(
            "within", path, .time(), standard: PlainStep.standardWithinMilliseconds, "The longest time to wait.")
    }
}
