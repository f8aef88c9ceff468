import ClusterServer
import PagingServer

/// Settings that all processes of a simulated cluster share.
struct ClusterSetup {
    var nodes: Int
    var loops = 2
    var rooms: [RoomSpec] = []
    var fault: ClusterFault?
    var changeServer: (inout ServerSettings) -> Void = { _ in }
    var changeCluster: (inout ClusterCoreSettings) -> Void = { _ in }
    /// The clock of the database minus the time of the world.
    var databaseAhead: Int64 = 0
    /// From one thread of a process to another.
    var threadDelay: ClosedRange<Int64> = 0...0
}
