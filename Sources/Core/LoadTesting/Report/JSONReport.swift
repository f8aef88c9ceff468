import Scripting
import Support

/// A run as one JSON object, for programs. The meaning of a field never changes; new fields may be added, and a change that
/// breaks a reader raises the version.
struct JSONReport {
    static let version = ReportedRun.newestVersion

    let report: LoadReport

    init(_ report: LoadReport) {
        self.report = report
    }

    /// Two levels of lines, so that two reports can be compared line by line.
    var text: String { whole.text(levels: 2) + "\n" }

    private var result: LoadResult { report.result }

    private var whole: JSONText {
        var fields: [(String, JSONText)] = [
            ("riffleLoad", .integer(JSONReport.version)),
            ("title", .string(result.title)),
            ("target", .string(report.target)),
            ("started", report.start.map { .string($0.text) } ?? .null),
            ("startedUnixMilliseconds", report.start.map { .integer($0.unixMilliseconds) } ?? .null),
            // A string: a reader that only has doubles would round it.
            ("seed", .string("\(result.seed)")),
            ("outcome", .string(report.outcome.rawValue)),
            ("reason", .string(report.outcomeText)),
            ("durationMicroseconds", .integer(result.duration)),
            ("peakUsers", .integer(result.peakUsers)),
            ("processorMicroseconds", .integer(result.processorTime)),
            ("memoryBytes", result.memory.map { .integer($0.peakBytes) } ?? .null),
            ("memoryBytesAtStart", result.memory.map { .integer($0.startBytes) } ?? .null),
            ("conditions", .object(report.conditions.map { ($0.name, .string($0.value)) })),
            ("thresholds", .array(report.verdicts.map(threshold))),
            ("failureCount", .integer(result.failureCount)),
            ("failures", .array(result.failures.map(JSONText.string))),
            ("counts", JSONReport.counts(result.counts)),
            ("measures", measures(result.latencies)),
            ("timeline", .array(result.timeline.indices.map(second))),
        ]
        if result.warmupSeconds > 0 {
            let counts = JSONReport.counts(result.warmupCounts)
            fields.append(("warmup", .object([("seconds", .integer(result.warmupSeconds)), ("counts", counts)])))
        }
        if let abort = report.abort {
            let threshold = JSONText.string(abort.verdict.threshold.text)
            fields.append(
                (
                    "abort",
                    .object([
                        ("afterSeconds", .integer(abort.second)), ("threshold", threshold),
                        ("found", abort.verdict.found.map(JSONText.number) ?? .null),
                    ])
                ))
        }
        if !report.commands.isEmpty { fields.append(("commands", .array(report.commands.map(command)))) }
        if !report.agents.isEmpty { fields.append(("agents", .array(report.agents.map(agent)))) }
        if !result.actors.isEmpty { fields.append(("actors", .array(result.actors.map(actor)))) }
        return .object(fields)
    }

    private func command(_ command: CommandOutcome) -> JSONText {
        .object([
            ("atMicroseconds", .integer(command.plan.atMilliseconds * 1_000)), ("run", .string(command.plan.text)),
            ("end", .string(command.endText)), ("failed", .boolean(command.isFailure)),
        ])
    }

    private func agent(_ agent: AgentOutcome) -> JSONText {
        .object([
            ("name", .string(agent.name)), ("share", .number(agent.share)),
            ("clockOffsetMicroseconds", .integer(agent.offsetMicroseconds)),
            ("clockErrorMicroseconds", .integer(agent.errorMicroseconds)), ("lostShare", .number(agent.lostShare)),
            (
                "losses",
                .array(
                    agent.losses.map {
                        .object([("afterSeconds", .integer($0.second)), ("reason", .string($0.reason))])
                    })
            ),
        ])
    }

    private func actor(_ actor: LoadResult.Actor) -> JSONText {
        .object([
            ("name", .string(actor.name)), ("tag", actor.tag.map(JSONText.string) ?? .null),
            ("apart", .boolean(actor.isApart)),
            ("measures", measures(actor.latencies)),
        ])
    }

    private func measures(_ all: [Measure: LoadResult.Latencies]) -> JSONText {
        .object(LoadReport.measures(in: all).map { ($0.rawValue, measure($0, all)) })
    }

    private func threshold(_ verdict: Verdict) -> JSONText {
        var fields: [(String, JSONText)] = [
            ("threshold", .string(verdict.threshold.text)),
            ("found", verdict.found.map(JSONText.number) ?? .null),
            ("held", .boolean(verdict.held)),
        ]
        if let length = verdict.threshold.windowSeconds {
            fields += [
                ("windowSeconds", .integer(length)), ("windows", .integer(verdict.windows)),
                ("brokenWindows", .integer(verdict.brokenWindows)),
                ("foundAtSecond", verdict.seconds.map { JSONText.integer($0.lowerBound) } ?? .null),
            ]
        }
        if let abort = verdict.threshold.abort {
            fields += [
                ("abortAfterMicroseconds", .integer(abort.afterMilliseconds * 1_000)),
                ("endedRun", .boolean(verdict.endedRun)),
            ]
        }
        return .object(fields)
    }

    private static func counts(_ counts: LoadCounts) -> JSONText {
        var fields: [(String, JSONText)] = [
            ("started", .integer(counts.started)), ("droppedStarts", .integer(counts.droppedStarts)),
            ("connectFailures", .integer(counts.connectFailures)),
            ("sentMessages", .integer(counts.sentMessages)), ("sentBytes", .integer(counts.sentBytes)),
            ("receivedMessages", .integer(counts.receivedMessages)),
            ("receivedBytes", .integer(counts.receivedBytes)),
            ("expectedEvents", .integer(counts.expectedEvents)),
            ("receivedEvents", .integer(counts.receivedEvents)), ("reach", .number(counts.reach)),
            ("offsets", .integer(counts.offsets)), ("gaps", .integer(counts.gaps)),
            ("duplicates", .integer(counts.duplicates)), ("diverged", .integer(counts.diverged)),
            ("unreadable", .integer(counts.unreadable)), ("unanswered", .integer(counts.unanswered)),
            ("rejections", .counts(counts.rejections)), ("closes", .counts(counts.closes)),
        ]
        if !counts.httpErrors.isEmpty { fields.append(("httpErrors", .counts(counts.httpErrors))) }
        if !counts.checks.isEmpty {
            let checks = counts.checks.sorted { $0.key < $1.key }.map { name, count -> (String, JSONText) in
                (name, .object([("passed", .integer(count.passed)), ("failed", .integer(count.failed))]))
            }
            fields.append(("checks", .object(checks)))
        }
        return .object(fields)
    }

    private func measure(_ measure: Measure, _ all: [Measure: LoadResult.Latencies]) -> JSONText {
        let latencies = all[measure] ?? LoadResult.Latencies()
        var fields = [("unit", JSONText.string(measure.unit))]
        fields += figures(of: latencies.corrected)
        let naive = latencies.naive
        fields.append(("naive", naive.count > 0 ? .object(figures(of: naive)) : .null))
        return .object(fields)
    }

    private func figures(of found: Distribution) -> [(String, JSONText)] {
        var fields: [(String, JSONText)] = [
            ("count", .integer(found.count)), ("mean", .number((found.mean * 10).rounded() / 10)),
        ]
        let ranked = RankedValues(found)
        fields += Percentile.shown.map { ($0.field, .integer(ranked.value(at: $0))) }
        fields.append(("max", .integer(ranked.maximum)))
        return fields
    }

    private func second(_ number: Int) -> JSONText {
        let slice = result.timeline[number]
        let measures = slice.latencies.filter { $0.value.count > 0 }.sorted { $0.key < $1.key }
        return .object([
            ("second", .integer(number)), ("users", .integer(slice.users)), ("actions", .integer(slice.actions)),
            ("sentMessages", .integer(slice.sentMessages)), ("sentBytes", .integer(slice.sentBytes)),
            ("receivedMessages", .integer(slice.receivedMessages)), ("receivedBytes", .integer(slice.receivedBytes)),
            ("errors", .integer(slice.errors)),
            ("measures", .object(measures.map { ($0.key.rawValue, moment(RankedValues($0.value))) })),
        ])
    }

    private func moment(_ found: RankedValues) -> JSONText {
        let values = Percentile.ofSeconds.map { ($0.field, JSONText.integer(found.value(at: $0))) }
        return .object([("count", .integer(found.count))] + values + [("max", .integer(found.maximum))])
    }
}
