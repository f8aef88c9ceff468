/// Something that goes wrong on purpose at a moment of a load run.
package struct FaultPlan: Hashable, Sendable {
    package enum Trouble: Hashable, Sendable {
        /// Connections break without a word, and come back as clients do.
        case drop
        /// What the users receive comes so much later, chosen from the seed.
        case delay(Pause)
        /// The users' sockets are not read.
        case stopReading
    }

    package var atMilliseconds: Int64
    package var trouble: Trouble
    /// How long it lasts; nil for `drop`, which is over at once.
    package var forMilliseconds: Int64?
    /// Of which actors; empty: of all.
    package var actors: [String]
    /// The part of those users it hits, 0 … 1, chosen from the seed.
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
