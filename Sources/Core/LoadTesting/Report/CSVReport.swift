/// A run second by second for spreadsheets: a row for each measure that had values in it, also of groups of actors, and one
/// without a measure for a second without any. The last column says which part of the run the second belongs to.
struct CSVReport {
    private static let names = [
        "second", "users", "actions", "sentMessages", "sentBytes", "receivedMessages", "receivedBytes", "errors",
        "measure", "unit", "count",
    ]

    private let timeline: [LoadResult.Slice]
    private let warmupSeconds: Int
    /// The second after which a threshold had ended the run.
    private let end: Int

    init(_ report: LoadReport) {
        timeline = report.result.timeline
        warmupSeconds = report.result.warmupSeconds
        end = report.abort?.second ?? .max
    }

    var text: String {
        let head = CSVReport.names + Percentile.shown.map(\.field) + ["max", "phase"]
        return ([head] + timeline.indices.flatMap(rows)).map { row in
            row.map(CSVReport.field).joined(separator: ",") + "\n"
        }.joined()
    }

    /// A field by RFC 4180: in quotes where it holds a comma, a quote or a line end, as an actor's name may.
    private static func field(_ text: String) -> String {
        guard text.utf8.contains(where: { ",\"\r\n".utf8.contains($0) }) else { return text }
        return "\"" + text.replacingScalars { $0 == "\"" ? "\"\"" : nil } + "\""
    }

    private func rows(of second: Int) -> [[String]] {
        let slice = timeline[second]
        let traffic = [slice.sentMessages, slice.sentBytes, slice.receivedMessages, slice.receivedBytes]
        let start = ([second, slice.users, slice.actions] + traffic + [slice.errors]).map(String.init)
        let groups = slice.groups.sorted { $0.key < $1.key }
        let measures = ([("", slice.latencies)] + groups).flatMap { group, latencies in
            latencies.filter { $0.value.count > 0 }.sorted { $0.key < $1.key }.map { (group, $0.key, $0.value) }
        }
        guard !measures.isEmpty else {
            return [start + ["", "", "0"] + Array(repeating: "", count: Percentile.shown.count + 1) + [phase(second)]]
        }
        return measures.map { group, measure, distribution in
            let found = RankedValues(distribution)
            let values = [found.count] + Percentile.shown.map { found.value(at: $0) } + [found.maximum]
            return start + [measure.rawValue + group, measure.unit] + values.map { String($0) } + [phase(second)]
        }
    }

    /// `ended` are the seconds in which users left because a threshold had ended the run.
    private func phase(_ second: Int) -> String {
        second < warmupSeconds ? "warmup" : second < end ? "measured" : "ended"
    }
}
