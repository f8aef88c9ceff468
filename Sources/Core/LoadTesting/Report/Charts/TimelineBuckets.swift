/// The seconds of a run, grouped when a chart has no room for all of them.
struct TimelineBuckets {
    /// The most buckets: more cannot be told apart on a chart.
    static let most = 240

    /// Several seconds as one.
    struct Moment {
        /// Seconds from the start of the run.
        let start: Int
        let seconds: Int
        /// The most at the end of one of the seconds.
        let users: Int
        let actions: Int
        let receivedMessages: Int
        let errors: Int
        let latencies: [Measure: Distribution]

        var middle: Double { Double(start) + Double(seconds) / 2 }

        /// `12 s` or `10 to 15 s`.
        var words: String { seconds == 1 ? "second \(start)" : "seconds \(start) to \(start + seconds - 1)" }

        func perSecond(_ count: Int) -> Double { Double(count) / Double(seconds) }
    }

    let all: [Moment]
    /// Commands that were run.
    let commands: [CommandOutcome]
    /// Seconds at the start that figures leave out.
    let warmupSeconds: Int
    /// The end of the run by a threshold.
    let abort: RunAbort?
    let duration: Double

    init(
        _ timeline: [LoadResult.Slice], commands: [CommandOutcome] = [], warmupSeconds: Int = 0,
        abort: RunAbort? = nil
    ) {
        self.warmupSeconds = min(warmupSeconds, timeline.count)
        self.abort = abort
        self.commands = commands.filter { $0.end != .notRun }
        let wide = max(1, Int(Axis.roundUp(Double(timeline.count) / Double(TimelineBuckets.most))))
        all = stride(from: 0, to: timeline.count, by: wide).map { start in
            TimelineBuckets.moment(timeline[start..<min(start + wide, timeline.count)])
        }
        duration = Double(max(1, timeline.count))
    }

    private static func moment(_ slices: ArraySlice<LoadResult.Slice>) -> Moment {
        var latencies = slices.first?.latencies ?? [:]
        for slice in slices.dropFirst() {
            for (measure, found) in slice.latencies { latencies[measure, default: Distribution()].merge(found) }
        }
        return Moment(
            start: slices.startIndex, seconds: slices.count, users: slices.map(\.users).max() ?? 0,
            actions: slices.reduce(0) { $0 + $1.actions },
            receivedMessages: slices.reduce(0) { $0 + $1.receivedMessages },
            errors: slices.reduce(0) { $0 + $1.errors }, latencies: latencies)
    }

    /// The axis of the run's time.
    var axis: Axis {
        let steps = Axis.roundUp(duration / 8)
        let step = duration <= 8 ? 1 : TimelineBuckets.steps.first { $0 >= duration / 8 } ?? steps
        return Axis(
            form: .linear, low: 0, high: duration, ticks: Array(stride(from: 0, through: duration, by: step)))
    }

    /// Round lengths of time in seconds.
    private static let steps: [Double] = [
        1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400,
    ]

    /// `0:30` for half a minute; seconds alone in a short run.
    func label(_ second: Double) -> String {
        let whole = Int(second)
        guard duration > 90 else { return "\(whole)" }
        let rest = "\(whole % 60 < 10 ? "0" : "")\(whole % 60)"
        guard whole >= 3_600 else { return "\(whole / 60):\(rest)" }
        return "\(whole / 3_600):\(whole / 60 % 60 < 10 ? "0" : "")\(whole / 60 % 60):\(rest)"
    }

    var axisTitle: String { duration > 90 ? "time of the run (min:s)" : "time of the run (s)" }
}
