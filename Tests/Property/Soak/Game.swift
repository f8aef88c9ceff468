import Foundation
import RoomTrials
import Simulation

/// A kind of game played from a seed: scenes in one room, rooms whose owner crashes, whole worlds of a server, a disk, a
/// network and people, links between two nodes of a cluster, nodes with a database, and whole clusters with people.
enum Game: String, CaseIterable {
    case scripts
    case crashes
    case worlds
    case links
    case nodes
    case clusters

    /// How many are played when nothing is said.
    var standardCount: UInt64 {
        switch self {
        case .scripts: 1_000_000
        case .crashes: 100_000
        case .worlds, .links, .nodes, .clusters: 20_000
        }
    }

    /// Seeds a process speaks of at a time.
    var stretch: UInt64 {
        switch self {
        case .scripts, .crashes: 250
        case .worlds, .links, .nodes, .clusters: 10
        }
    }

    /// A scene takes less than a millisecond, a world some twenty; one that goes on for so long never ends.
    var patienceSeconds: UInt32 {
        switch self {
        case .scripts, .crashes: 2
        case .worlds, .links, .nodes, .clusters: 60
        }
    }

    /// Whether what the seed makes holds all that must hold.
    func holds(_ seed: UInt64) -> Bool {
        switch self {
        case .scripts: TrialRun.flaw(of: Trial(seed: seed)) == nil
        case .crashes: CrashTrial.flaw(seed: seed) == nil
        case .worlds: World.violations(seed: seed).isEmpty
        case .links: LinkWorld.violations(seed: seed).isEmpty
        case .nodes: NodeWorld.violations(seed: seed).isEmpty
        case .clusters: ClusterWorld.violations(seed: seed).isEmpty
        }
    }
}
