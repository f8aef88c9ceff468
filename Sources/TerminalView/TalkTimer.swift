/// How long a talk has taken, how long it may take, and how it stands to its rehearsal.
public struct TalkTimer: Hashable, Sendable {
    public var elapsedMilliseconds: Int64
    /// How long it may take; nil where nobody has said.
    public var durationMilliseconds: Int64?
    /// How much earlier than planned the talk came to where it is; negative is late. Nil without a plan.
    public var aheadMilliseconds: Int64?
    public var isRunning: Bool

    public init(
        elapsedMilliseconds: Int64, durationMilliseconds: Int64? = nil, aheadMilliseconds: Int64? = nil,
        isRunning: Bool = true
    ) {
        self.elapsedMilliseconds = elapsedMilliseconds
        self.durationMilliseconds = durationMilliseconds
        self.aheadMilliseconds = aheadMilliseconds
        self.isRunning = isRunning
    }

    /// Whether the talk has taken longer than it may.
    public var isOver: Bool { durationMilliseconds.map { elapsedMilliseconds > $0 } ?? false }

    /// `12:03 of 30:00 | 17:57 left | 0:40 behind`, as much of it as fits: the first part is kept longest.
    public func text(columns: Int) -> String {
        var parts = [TalkTimer.clock(elapsedMilliseconds)]
        if let durationMilliseconds {
            parts[0] += " of \(TalkTimer.clock(durationMilliseconds))"
            let left = durationMilliseconds - elapsedMilliseconds
            parts.append(left < 0 ? "\(TalkTimer.clock(-left)) over" : "\(TalkTimer.clock(left)) left")
        }
        if let pace { parts.append(pace) }
        if !isRunning { parts.insert("paused", at: 1) }
        while parts.count > 1, parts.joined(separator: " | ").count > columns { parts.removeLast() }
        return ColumnText.prefix(parts.joined(separator: " | "), columns: columns)
    }

    private var pace: String? {
        guard let aheadMilliseconds else { return nil }
        guard aheadMilliseconds.magnitude >= 1_000 else { return "on time" }
        let time = TalkTimer.clock(Int64(clamping: aheadMilliseconds.magnitude))
        return "\(time) \(aheadMilliseconds < 0 ? "behind" : "ahead")"
    }

    /// `2:05`, or `1:02:05` from an hour on; a second counts when it is over.
    static func clock(_ milliseconds: Int64) -> String {
        let seconds = max(0, milliseconds) / 1_000
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
        return (hours > 0 ? "\(hours):\(two(minutes))" : "\(minutes)") + ":\(two(seconds % 60))"
    }
}
