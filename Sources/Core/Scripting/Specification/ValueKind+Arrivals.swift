/// An entry of `stages`: the users at its end, or the rate.
enum ActorStage: Hashable, Sendable {
    case users(RampStage)
    case rate(RateStage)
}

extension [ActorStage] {
    /// The population of these stages; nil where some have users and some a rate.
    func population(most: Int) -> Population? {
        let users = compactMap { if case .users(let stage) = $0 { stage } else { nil } }
        let rates = compactMap { if case .rate(let stage) = $0 { stage } else { nil } }
        if users.count == count { return .staged(users) }
        return rates.count == count ? .ramping(rates, most: most) : nil
    }
}

extension Population {
    /// The time of all stages; nil without stages.
    var stagesMilliseconds: Int64? {
        switch self {
        case .staged(let stages): RampStage.length(of: stages)
        case .ramping(let stages, _): stages.reduce(0) { $0 + $1.forMilliseconds }
        case .one, .closed, .open: nil
        }
    }
}

struct StageFields: Sendable {
    var forMilliseconds: Int64?
    var users: Int?
    var rate: Population.Rate?

    static let mapping = Mapping<StageFields>(
        definition: "stage", text: "A part of the run in which the number or the rate of users changes evenly.",
        empty: StageFields(),
        fields: [
            Field("for", \.forMilliseconds, .time(), required: true, "Its time; with 0s the change is at once."),
            Field("users", \.users, .integer(0...Int64(ScriptLimits.users)), "The number of users at its end."),
            Field("rate", \.rate, .rateOrNone, "The rate of new users at its end."),
        ], rules: [.exactlyOne(["users", "rate"])])
}

extension ValueKind<ActorStage> {
    fileprivate static var stage: ValueKind {
        StageFields.mapping.kind.mapped(
            { fields in
                guard let time = fields.forMilliseconds else { return nil }
                if let rate = fields.rate { return .rate(RateStage(forMilliseconds: time, rate: rate)) }
                return fields.users.map { .users(RampStage(forMilliseconds: time, users: $0)) }
            },
            { stage in
                switch stage {
                case .users(let stage): StageFields(forMilliseconds: stage.forMilliseconds, users: stage.users)
                case .rate(let stage): StageFields(forMilliseconds: stage.forMilliseconds, rate: stage.rate)
                }
            })
    }
}

extension ValueKind<[ActorStage]> {
    static var stages: ValueKind {
        ValueKind.list(of: .stage, "stages", least: 1, most: ScriptLimits.stages).checked(
            { stages, node, name, context in
                guard stages.population(most: 1) != nil else {
                    context.report("`\(name)`: expected `users` in all stages or `rate` in all, got both", at: node)
                    return nil
                }
                return stages
            }, { $0 })
    }
}

extension ValueKind<Population.Rate> {
    /// `20/s`, `90/m`.
    static var rate: ValueKind { rate(least: 0.nextUp) }

    /// The same, or `0/s`.
    static var rateOrNone: ValueKind { rate(least: 0) }

    private static func rate(least: Double) -> ValueKind {
        let limit = ScriptLimits.startsPerSecond
        let units: [String: Int64] = ["s": 1_000, "m": 60_000]
        return scalar(
            "a rate such as 20/s or 90/m, at most \(Int(limit))/s",
            ScriptSchema.Part(["type": "string", "pattern": .string("^\(ScriptSchema.decimalPattern)/(s|m)$")]),
            parse: { text in
                let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
                guard parts.count == 2, let count = DecimalText.number(parts[0]), count >= least,
                    let unit = units[parts[1]]
                else { return nil }
                let rate = Population.Rate(count: count, perMilliseconds: unit)
                return rate.perSecond <= limit ? rate : nil
            },
            write: { rate in
                .text("\(YAMLWord.number(rate.count))/\(rate.perMilliseconds == 60_000 ? "m" : "s")")
            })
    }
}
