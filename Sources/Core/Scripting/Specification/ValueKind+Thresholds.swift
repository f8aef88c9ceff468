import PagingContent

/// The fields of a threshold that ends the run.
struct ThresholdFields: Sendable {
    var threshold: Threshold?
    var aborts = false
    var afterMilliseconds: Int64 = 0

    static let mapping = Mapping<ThresholdFields>(
        definition: "thresholdMapping", text: "A threshold that may end the run.", empty: ThresholdFields(),
        fields: [
            Field("threshold", \.threshold, .sentence, required: true, "The condition."),
            Field("abort", \.aborts, .flag, standard: false, "Ends the run when the condition does not hold."),
            Field(
                "after", \.afterMilliseconds, .time(), standard: 0,
                "The time from the start of the run before which it is not ended."),
        ], rules: [.requires("after", "abort")])

    init() {}

    init(_ threshold: Threshold) {
        (self.threshold, aborts) = (threshold, threshold.abort != nil)
        self.threshold?.abort = nil
        afterMilliseconds = threshold.abort?.afterMilliseconds ?? 0
    }
}

extension ValueKind<Int> {
    /// A time of whole seconds before the end of the run.
    static var warmup: ValueKind {
        ValueKind<Int64>.time().checked(
            { time, node, name, context in
                guard time % 1_000 == 0 else {
                    context.reject(node, name, expected: "whole seconds such as 10s")
                    return nil
                }
                if time > 0, let end = context.outline.durationMilliseconds, time >= end {
                    context.report("`\(name)`: expected a time before the end of the run at \(end)ms", at: node)
                    return nil
                }
                return Int(time / 1_000)
            }, { Int64($0) * 1_000 })
    }
}

extension ValueKind<Threshold> {
    /// A text, or a mapping for a threshold that ends the run.
    static var threshold: ValueKind {
        sentence.or(
            ThresholdFields.mapping.kind.checked(
                { fields, node, _, context in
                    guard var threshold = fields.threshold, fields.aborts else { return fields.threshold }
                    if let problem = threshold.abortProblem {
                        context.report(problem.message, at: node["threshold"] ?? node)
                        return nil
                    }
                    threshold.abort = Threshold.EarlyEnd(afterMilliseconds: fields.afterMilliseconds)
                    return threshold
                }, { ThresholdFields($0) }))
    }

    fileprivate static var sentence: ValueKind {
        let schema = ScriptSchema.Part([
            "description":
                "A figure, a relation and a bound: deliver.p95 < 100ms, ack{actor:ann}.max < 1s, reach >= 99.9%, gaps == 0; in each window: deliver.p95 < 100ms over 10s.",
            "type": "string",
            "pattern":
                #"^\s*[A-Za-z]+(\.[A-Za-z]+)?(\{(actor|tag|check):[^{}]+\})?(\.[A-Za-z0-9.]+)?\s*(<|<=|==|>=|>)\s*[0-9.]+(us|µs|ms|s|m|%)?(\s+over\s+[0-9.]+(ms|s|m))?\s*$"#,
        ]).named("threshold")
        let text = ValueKind<String>(
            expected: "a threshold such as deliver.p95 < 100ms", schema: schema.orReference,
            read: ValueKind<String>.text.read, write: ValueKind<String>.text.write)
        return text.checked(
            { text, node, name, context in
                do throws(Threshold.Problem) {
                    let threshold = try Threshold(text)
                    if threshold.figure.requiresHTTP, !context.outline.hasBefore {
                        context.report(
                            "`\(threshold.figure.name)` requires `before` at an actor: only its requests are counted",
                            at: node)
                        return nil
                    }
                    if !threshold.figure.isMeasured(in: context.outline) {
                        let place = threshold.figure.place(without: context.outline)
                        context.report("`\(threshold.figure.name)` is not measured \(place)", at: node)
                        return nil
                    }
                    if let problem = threshold.problem(in: context.outline) {
                        context.report(problem.message, at: node, suggestion: problem.suggestion)
                        return nil
                    }
                    return threshold
                } catch {
                    context.report(error.message, at: node, suggestion: error.suggestion)
                    return nil
                }
            }, { $0.abort == nil ? $0.text : nil })
    }
}

extension Figure {
    /// The targets whose users have a figure.
    private enum Availability {
        case everywhere
        case rooms
        case roomsAndProfiles
        case plainEndpoints
        case plainEndpointsAndBefore
    }

    private var availability: Availability {
        switch subject {
        case .measure(let measure, _, _):
            switch measure {
            case "connect", "lag", "http": .everywhere
            case "reply", "push": .plainEndpoints
            default: .rooms
            }
        case .rejected, .count(.reach), .count(.gaps), .count(.duplicates), .count(.expectedEvents),
            .count(.receivedEvents):
            .roomsAndProfiles
        case .count(.diverged), .count(.offsets): .rooms
        case .count, .closed, .httpErrors: .everywhere
        case .checks: .plainEndpointsAndBefore
        }
    }

    fileprivate func isMeasured(in outline: ScriptOutline) -> Bool {
        switch availability {
        case .everywhere: true
        case .rooms: !outline.isPlain
        case .roomsAndProfiles: !outline.isPlain || outline.hasProfile
        case .plainEndpoints: outline.isPlain
        case .plainEndpointsAndBefore: outline.isPlain || outline.hasBefore
        }
    }

    /// Where a figure that is not measured is missing, and what it requires.
    fileprivate func place(without outline: ScriptOutline) -> String {
        switch availability {
        case .roomsAndProfiles: "at a plain endpoint without a `profile`"
        default: outline.isPlain ? "at a plain endpoint" : "in rooms; it requires a plain `target`"
        }
    }

    /// Whether only steps of `before` have the figure.
    fileprivate var requiresHTTP: Bool {
        switch subject {
        case .measure("http", _, _), .httpErrors: true
        default: false
        }
    }
}
