/// A fault on purpose at a moment of a load run.
package struct FaultPlan: Hashable, Sendable {
    package enum Trouble: Hashable, Sendable {
        /// Breaks connections without a close; users reconnect as clients do.
        case drop
        /// Delays messages to users by a random time.
        case delay(Pause)
        /// Stops reading the users' sockets.
        case stopReading
    }

    package var atMilliseconds: Int64
    package var trouble: Trouble
    /// The duration of the fault; nil for `drop`.
    package var forMilliseconds: Int64?
    /// The actors; empty: all.
    package var actors: [String]
    /// The share of their users, 0 … 1, chosen at random.
    package var part: Double
    package var line: Int

    package init(
        atMilliseconds: Int64, trouble: Trouble, forMilliseconds: Int64? = nil, actors: [String] = [],
        part: Double = 1, line: Int
    ) {
        self.atMilliseconds = atMilliseconds
        self.trouble = trouble
        self.forMilliseconds = forMilliseconds
        self.actors = actors
        self.part = part
        self.line = line
    }
}
