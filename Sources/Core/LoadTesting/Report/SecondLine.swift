import Support

/// A second of a run as one JSON object in one line, written while the run goes on; its fields stand in
/// Protocol/load-reports.md, and Protocol/schemas/load-second.schema.json checks them.
package struct SecondLine: Sendable {
    private static let version = 1

    private let second: LoadSecond
    private let run: Int
    private let microseconds: Int64
    private let unixMilliseconds: Int64?

    /// - Parameters:
    ///   - run: from 1; a search plays several runs.
    ///   - microseconds: length of this second, less than a whole one at the end of the run.
    ///   - unixMilliseconds: its end since 1970; nil in a simulation.
    package init(_ second: LoadSecond, run: Int, microseconds: Int64 = 1_000_000, unixMilliseconds: Int64?) {
        self.second = second
        self.run = run
        self.microseconds = microseconds
        self.unixMilliseconds = unixMilliseconds
    }

    /// The object without the end of its line.
    package var text: String {
        let slice = second.slice
        let kinds = ErrorKind.allCases.map { ($0.rawValue, slice.count(of: $0)) }.filter { $0.1 > 0 }
        var fields: [(String, JSONText)] = [
            ("riffleLoadSecond", .integer(SecondLine.version)), ("run", .integer(run)),
            ("second", .integer(second.number)), ("microseconds", .integer(microseconds)),
            ("unixMilliseconds", unixMilliseconds.map(JSONText.integer) ?? .null),
            ("workers", .integer(second.workers)), ("playing", .integer(slice.playing)),
            ("users", .integer(slice.users)), ("started", .integer(slice.counts.started)),
            ("actions", .integer(slice.actions)), ("sentMessages", .integer(slice.sentMessages)),
            ("sentBytes", .integer(slice.sentBytes)), ("receivedMessages", .integer(slice.receivedMessages)),
            ("receivedBytes", .integer(slice.receivedBytes)),
            ("expectedEvents", .integer(slice.counts.expectedEvents)),
            ("receivedEvents", .integer(slice.counts.receivedEvents)),
            ("accepted", .integer(slice.counts.accepted)), ("errors", .integer(slice.errors)),
            ("errorKinds", .object(kinds.map { ($0.0, .integer($0.1)) })),
            ("rejections", .counts(slice.counts.rejections)), ("closes", .counts(slice.counts.closes)),
            ("measures", SecondLine.measures(slice.latencies)),
        ]
        if !slice.groups.isEmpty {
            let groups = slice.groups.sorted { $0.key < $1.key }
            fields.append(("groups", .object(groups.map { ($0.key, SecondLine.measures($0.value)) })))
        }
        return JSONText.object(fields).line
    }

    private static func measures(_ all: [Measure: Distribution]) -> JSONText {
        let shown = all.filter { $0.value.count > 0 }.sorted { $0.key < $1.key }
        return .object(
            shown.map { measure, values in
                let ranked = RankedValues(values)
                let percentiles = Percentile.ofSeconds.map { ($0.field, JSONText.integer(ranked.value(at: $0))) }
                return (
                    measure.rawValue,
                    .object(
                        [("count", .integer(ranked.count))] + percentiles + [("max", .integer(ranked.maximum))])
                )
            })
    }
}
