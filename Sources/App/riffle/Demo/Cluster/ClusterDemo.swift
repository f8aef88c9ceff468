import Dispatch
import Foundation
import Platform

/// The scene in a cluster: the node that owns the room is killed in the middle of the first drag.
struct ClusterDemo {
    /// Milliseconds from the begin of the drag to the kill.
    private static let killMilliseconds = 1_000

    private let scene: DemoScene
    private let cluster: DemoCluster
    private let owner: DemoCluster.DemoNode

    /// Starts the cluster. Throws a `DemoFailure` that says what is missing.
    init(_ scene: DemoScene, _ cast: Cast, deck: String) throws {
        self.scene = scene
        cluster = try DemoCluster(deck: deck, cast, before: scene.end)
        guard let (owner, _) = cluster.owner(before: scene.end) else {
            throw DemoFailure("no node took the room: \(cluster.nodes.map(\.process.complaints))")
        }
        self.owner = owner
    }

    /// The last actor joins at the owner, and joins another node when that is killed; all others stay where they are.
    func play() throws {
        for node in cluster.nodes {
            let role = node.name == owner.name ? "  owns the room" : ""
            let name = node.name.padding(toLength: 5, withPad: " ", startingAt: 0)
            StandardStreams.print("node \(name)  process \(node.process.processID) at \(node.url)\(role)")
        }
        let others = cluster.nodes.filter { $0.name != owner.name }
        let killedAt = Locked<Int64?>(nil)
        scene.view.whenNarrated { line in
            let isFirst = killedAt.withLock { time in
                guard time == nil, line.contains(" drags ") else { return false }
                time = 0
                return true
            }
            if isFirst { killLater(killedAt) }
        }
        try scene.play(window: cluster.addresses(from: others[0])) { number in
            number == scene.actorCount - 1
                ? cluster.addresses(from: owner) : cluster.addresses(from: others[number % others.count])
        }
        guard let killed = killedAt.withLock({ $0 }), killed > 0 else {
            throw DemoFailure("expected a drag in the script, in which the owner is killed, got none")
        }
        guard let (next, at) = cluster.owner(otherThan: owner, before: scene.end) else {
            throw DemoFailure("no other node took the room")
        }
        let seconds = Double(at - killed) / 1_000
        StandardStreams.print(
            "node \(next.name) took the room \(String(format: "%.2f", seconds)) s after node \(owner.name) was killed")
    }

    private func killLater(_ killedAt: Locked<Int64?>) {
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(ClusterDemo.killMilliseconds)) {
            killedAt.withLock { $0 = MonotonicClock.milliseconds }
            owner.process.kill()
            scene.view.narrate("node \(owner.name), which owns the room, is killed")
        }
    }
}
