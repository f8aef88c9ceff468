import ClusterTraffic
import PagingServer
import Platform

/// Commands of other threads to the cluster loop, in order.
final class ClusterMailbox: Sendable {
    enum Command: Sendable {
        /// From the loop of this number.
        case message(LoopMessage, from: Int)
        /// The loop of this number holds all rooms: it has found a lease at its end.
        case leaseEnded(loop: Int)
        case fabric([FabricEvent])
        /// An error of the fabric, for the log.
        case fabricTrouble(String)
        case store(ClusterPersistence.Event)
        /// Give all rooms to other nodes; answered when there is none left.
        case drain(OneShot<Void>)
        /// End the node's life; answered when its row is gone.
        case leave(OneShot<Void>)
        case stop
    }

    private let commands = Locked<[Command]>([])

    func push(_ command: Command) {
        let wasEmpty = commands.withLock { commands in
            commands.append(command)
            return commands.count == 1
        }
        if wasEmpty { commands.wake() }
    }

    /// Waits for commands, at most so long, and takes all.
    func take(waitingMilliseconds milliseconds: Int64) -> [Command] {
        commands.wait(milliseconds: max(0, milliseconds)) { commands -> [Command]? in
            guard !commands.isEmpty else { return nil }
            defer { commands = [] }
            return commands
        } ?? []
    }
}
