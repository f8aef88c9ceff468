import PagingEngine
import PagingRoom

/// The fields of `wait`: one condition, and how long at most.
private struct WaitFields: Sendable {
    var condition: Wait.Condition?
    var author: String?
    var withinMilliseconds = Wait.standardWithinMilliseconds

    /// A field that is a condition; `take` returns its value, nil for another condition.
    static func condition<Value>(
        _ key: String, _ kind: ValueKind<Value>, _ make: @escaping @Sendable (Value) -> Wait.Condition,
        _ take: @escaping @Sendable (Wait.Condition) -> Value?, _ text: String
    ) -> Field<WaitFields> {
        Field(key, \.condition, kind.mapped(make, take), text)
    }

    static let conditions = [
        condition(
            "rest", .nothing, { _ in .rest }, { $0 == .rest ? NoValue() : nil },
            "The pager rests, and all requests of the actor are answered and seen."),
        condition(
            "for", .time(), { .time(milliseconds: $0) }, { if case .time(let time) = $0 { time } else { nil } },
            "A time passes."),
        condition(
            "event", ValueKind<EventName>.word("event"), { .event($0, by: nil) },
            { if case .event(let name, _) = $0 { name } else { nil } },
            "An event since the actor's last step that acts."),
        condition(
            "page", .page, { .page($0) }, { if case .page(let page) = $0 { page } else { nil } },
            "The pager rests on this page."),
        condition(
            "progress", .decimal(0...1), { .progress($0) }, { if case .progress(let part) = $0 { part } else { nil } },
            "This part of an animation's time is over."),
        condition(
            "members", ValueKind<Int>.integer(1...Int64(ScriptLimits.members)), { .members($0) },
            { if case .members(let count) = $0 { count } else { nil } }, "At least this many members are in the room."),
        condition(
            "member", .memberName, { .member($0) }, { if case .member(let name) = $0 { name } else { nil } },
            "This actor is in the room."),
        condition(
            "barrier", .text, { .barrier($0) }, { if case .barrier(let name) = $0 { name } else { nil } },
            "All actors with this barrier have reached it."),
    ]

    static let wait = Mapping<WaitFields>(
        definition: "wait", text: "Waits for one condition.", empty: WaitFields(),
        fields: conditions + [
            Field("by", \.author, .memberName, "The actor that caused the event."),
            Field(
                "within", \.withinMilliseconds, .time(), standard: Wait.standardWithinMilliseconds,
                "The longest time to wait."),
        ], rules: [.requires("by", "event"), .exactlyOne(conditions.map(\.key))])
}

extension ValueKind<Wait> {
    static var wait: ValueKind {
        let mapping = WaitFields.wait.kind.checked(
            { fields, node, _, context -> Wait? in
                guard var condition = fields.condition else { return nil }
                if case .event(let name, _) = condition {
                    if fields.author != nil, !name.saysBy {
                        context.report(
                            "`by`: the event \(name.rawValue) does not name a member; remove `by`",
                            at: node["by"] ?? node)
                        return nil
                    }
                    condition = .event(name, by: fields.author)
                }
                return Wait(condition, withinMilliseconds: fields.withinMilliseconds)
            },
            { wait in
                var fields = WaitFields()
                (fields.condition, fields.withinMilliseconds) = (wait.condition, wait.withinMilliseconds)
                if case .event(_, let author) = wait.condition { fields.author = author }
                return fields
            })
        return ValueKind.words(["rest": Wait(.rest)]).or(mapping)
    }
}

extension ValueKind<Expectation> {
    static var expectation: ValueKind {
        let limit = ScriptLimits.positionPages
        let outcomes = Refusal.Code.allCases.map(\.rawValue) + ["none"]
        let outcome = ValueKind<String>.words(oneOf: outcomes, definition: "refusal").mapped(
            { word in Refusal.Code(rawValue: word).map { Expectation.Outcome.refused($0) } ?? .accepted },
            { outcome in
                switch outcome {
                case .accepted: "none"
                case .refused(let code): code.rawValue
                }
            })
        let fields: [Field<ExpectationFields>] = [
            Field("page", \.expectation.page, .page, "The page the pager rests on."),
            Field("phase", \.expectation.phase, .word("phase"), "The phase of the pager."),
            Field("position", \.position, .units(in: -limit...limit, of: "pages"), "The position in pages."),
            Field(
                "tolerance", \.tolerance, .units(in: 0...limit, of: "pages"),
                "The distance from the position that still counts; default: 0.01."),
            Field("selected", \.expectation.selected, .page, "The page that came to rest last."),
            Field("rejected", \.expectation.outcome, outcome, "The answer to the newest request; `none`: accepted."),
            Field(
                "step", \.expectation.inStep, .words(["in": true]), standard: false, "All actors show the same."),
            Field(
                "within", \.expectation.withinMilliseconds, .time(), standard: Expectation.standardWithinMilliseconds,
                "The time in which the expectation must come true."),
        ]
        let mapping = Mapping<ExpectationFields>(
            definition: "expect", text: "Compares, and fails the run on a difference.", empty: ExpectationFields(),
            fields: fields,
            rules: [
                .requires("tolerance", "position"),
                .atLeastOne(fields.map(\.key).filter { $0 != "within" && $0 != "tolerance" }),
            ])
        return mapping.kind.mapped({ $0.whole }, { ExpectationFields($0) })
    }
}

/// An expectation whose position and tolerance are not together yet.
private struct ExpectationFields: Sendable {
    var expectation = Expectation()
    var position: Int64?
    var tolerance: Int64?

    /// A hundredth of a page.
    private static let standardTolerance = (Position.unitsPerPage + 50) / 100

    init() {}

    init(_ expectation: Expectation) {
        self.expectation = expectation
        position = expectation.place?.position.units
        tolerance = expectation.place?.tolerance.units
    }

    var whole: Expectation {
        var expectation = expectation
        expectation.place = position.map { position in
            Expectation.ExpectedPosition(
                position: Position(units: position),
                tolerance: Distance(units: tolerance ?? ExpectationFields.standardTolerance))
        }
        return expectation
    }
}
