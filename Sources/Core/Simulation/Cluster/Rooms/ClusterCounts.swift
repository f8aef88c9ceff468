/// Figures of a world, to see that it tests what it should.
package struct ClusterCounts: Hashable, Sendable {
    package var joins = 0
    package var events = 0
    package var snapshots = 0
    package var epochChanges = 0
    package var steps = 0
    package var records = 0
    package var kills = 0
    package var pauses = 0
    package var drains = 0
    package var removals = 0

    package init() {}

    package static func += (left: inout ClusterCounts, right: ClusterCounts) {
        left.joins += right.joins
        left.events += right.events
        left.snapshots += right.snapshots
        left.epochChanges += right.epochChanges
        left.steps += right.steps
        left.records += right.records
        left.kills += right.kills
        left.pauses += right.pauses
        left.drains += right.drains
        left.removals += right.removals
    }
}
