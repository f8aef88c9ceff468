/// What happened in a world; one in which nothing happens proves nothing.
public struct WorldCounts: Hashable, Sendable {
    /// Events the rooms said.
    public var events = 0
    /// Moves obeyed under a grant.
    public var fencedMoves = 0
    /// Times the server died, and times it went away in good order.
    public var crashes = 0
    public var drains = 0
    /// Rooms that went on from what the disk had.
    public var restoredRooms = 0
    /// Attempts to commit that failed.
    public var failedCommits = 0
    /// Joins that got exactly what they had missed, and all others.
    public var recoveries = 0
    public var joins = 0
    /// Times a presenter was told who is in step.
    public var inSteps = 0
    /// Lines that went silent.
    public var silences = 0

    public init() {}

    public static func += (left: inout WorldCounts, right: WorldCounts) {
        left.events += right.events
        left.fencedMoves += right.fencedMoves
        left.crashes += right.crashes
        left.drains += right.drains
        left.restoredRooms += right.restoredRooms
        left.failedCommits += right.failedCommits
        left.recoveries += right.recoveries
        left.joins += right.joins
        left.inSteps += right.inSteps
        left.silences += right.silences
    }
}
