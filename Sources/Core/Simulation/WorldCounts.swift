/// What happened in a world; one in which nothing happens proves nothing.
package struct WorldCounts: Hashable, Sendable {
    /// Events the rooms said.
    package var events = 0
    /// Moves obeyed under a grant.
    package var fencedMoves = 0
    /// Times the server died, and times it went away in good order.
    package var crashes = 0
    package var drains = 0
    /// Rooms that went on from what the disk had.
    package var restoredRooms = 0
    /// Attempts to commit that failed.
    package var failedCommits = 0
    /// Joins that got exactly what they had missed, and all others.
    package var recoveries = 0
    package var joins = 0
    /// Times a presenter was told who is in step.
    package var inSteps = 0
    /// Lines that went silent.
    package var silences = 0

    package init() {}

    package static func += (left: inout WorldCounts, right: WorldCounts) {
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
