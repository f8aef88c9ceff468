/// The amounts that a cluster loop holds at one moment, for a test that everything has a limit.
package struct ClusterHoldings: Hashable, Sendable {
    /// Connections of other nodes in the rooms of this one.
    package var guests: Int
    /// Connections of this node in rooms of others, and joins without an answer.
    package var seats: Int
    package var joins: Int
    /// Questions for rooms that this node does not serve yet.
    package var openers: Int
}
