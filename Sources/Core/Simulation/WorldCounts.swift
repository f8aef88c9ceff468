/// Counts of a world's events; a world without events proves nothing.
package struct WorldCounts: Hashable, Sendable {
    /// Events that rooms published.
    package var events = 0
    /// Moves accepted under a fencing token.
    package var fencedMoves = 0
    /// Crashes and drains of the server.
    package var crashes = 0
    package var drains = 0
    /// Rooms restored from the disk.
    package var restoredRooms = 0
    /// Attempts to commit that failed.
    package var failedCommits = 0
    /// Joins that got exactly the missed events, and all others.
    package var recoveries = 0
    package var joins = 0
    /// Reports to presenters of who is in step.
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
