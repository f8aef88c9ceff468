/// The elapsed time of a talk, its planned duration, and the difference to its rehearsal.
package struct TalkTimer: Hashable, Sendable {
    package var elapsedMilliseconds: Int64
    /// The planned duration; nil without one.
    package var durationMilliseconds: Int64?
    /// How much earlier than planned the talk reached its page; negative is late. Nil without a plan.
    package var aheadMilliseconds: Int64?
    package var isRunning: Bool

    package init(
        elapsedMilliseconds: Int64, durationMilliseconds: Int64? = nil, aheadMilliseconds: Int64? = nil,
        isRunning: Bool = true
    ) {
        self.elapsedMilliseconds = elapsedMilliseconds
        self.durationMilliseconds = durationMilliseconds
        self.aheadMilliseconds = aheadMilliseconds
        self.isRunning = isRunning
    }

    /// Whether the talk takes longer than planned.
    package var isOver: Bool { durationMilliseconds.map { elapsedMilliseconds > $0 } ?? false }

    /// `12:03 of 30:00 | 17:57 left | 0:40 behind`, as much of it as fits. The time left is dropped first,
    /// since it follows from the rest.
    package func text(columns: Int) -> String {
        let whole = durationMilliseconds.map { " of \(TalkTimer.clock($0))" } ?? ""
        let time = TalkTimer.clock(elapsedMilliseconds) + whole + (isRunning ? "" : " paused")
        let choices = [[time, left, pace], [time, pace], [time, left], [time]]
        let texts = choices.map { $0.compactMap(\.self).joined(separator: " | ") }
        return ColumnText.prefix(texts.first { $0.count <= columns } ?? time, columns: columns)
    }

    private var left: String? {
        guard let durationMilliseconds else { return nil }
        let left = durationMilliseconds - elapsedMilliseconds
        return left < 0 ? "\(TalkTimer.clock(-left)) over" : "\(TalkTimer.clock(left)) left"
    }

    private var pace: String? {
        guard let aheadMilliseconds else { return nil }
        guard aheadMilliseconds.magnitude >= 1_000 else { return "on time" }
        let time = TalkTimer.clock(Int64(clamping: aheadMilliseconds.magnitude))
        return "\(time) \(aheadMilliseconds < 0 ? "behind" : "ahead")"
    }

    /// `2:05`, or `1:02:05` from one hour on, in whole seconds.
    static func clock(_ milliseconds: Int64) -> String {
        let seconds = max(0, milliseconds) / 1_000
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
        return (hours > 0 ? "\(hours):\(two(minutes))" : "\(minutes)") + ":\(two(seconds % 60))"
    }
}
