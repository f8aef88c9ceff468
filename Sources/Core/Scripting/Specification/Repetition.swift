/// The value of `repeat`.
struct Repetition<Action: StepAction>: Sendable {
    var times: Int?
    /// Whether it goes on to the end of the run, instead of `times`.
    var untilEnd: Bool?
    var everyMilliseconds: Int64?
    var steps: [PlacedStep<Action>]?

    static func kind(_ definition: String, steps: String) -> ValueKind<Repetition> {
        Mapping<Repetition>(
            definition: definition, text: "Repeats steps.", empty: Repetition(),
            fields: [
                Field(
                    "times", \.times, .integer(1...Int64(ScriptLimits.repetitions)), "The number of rounds."),
                Field("until", \.untilEnd, .words(["end": true]), "`end` repeats until the run's end."),
                Field(
                    "every", \.everyMilliseconds, .time(least: 1),
                    "The time from the start of one round to the start of the next, even when a round is late."),
                Field("steps", \.steps, .steps(definition: steps), required: true, "The steps of a round."),
            ], rules: [.exactlyOne(["times", "until"])]
        ).kind.checked(
            { rounds, node, _, context in
                guard rounds.untilEnd == nil || context.outline.hasEnd else {
                    context.report(
                        "`until: end` requires a `duration` of the script, or `stages` with users; `riffle load --duration` gives one",
                        at: node["until"] ?? node)
                    return nil
                }
                return rounds
            }, { $0 })
    }
}
