import ClusterServer
import ClusterTraffic
import PagingServer
import Platform
import RoomStore

/// Commands of other threads to the cluster loop, in order. Messages of the fabric, which other nodes send as fast as they
/// like, are dropped while too many bytes of them wait.
final class ClusterMailbox: Sendable {
    enum MailboxCommand: Sendable {
        /// From the loop of this number.
        case message(LoopMessage, from: Int)
        /// The loop of this number holds all rooms: it has found a lease at its end.
        case leaseEnded(loop: Int)
        case fabric([FabricEvent])
        /// So many messages of the fabric were dropped: the loop does not keep up. After all others that waited.
        case fabricDropped(Int)
        /// An error of the fabric, for the log.
        case fabricTrouble(String)
        case store(ClusterPersistence.Event)
        /// Give all rooms to other nodes; answered when there is none left.
        case drain(OneShot<Void>)
        /// End the node's life; answered when its row is gone.
        case leave(OneShot<Void>)
        /// Revoked tokens of all nodes, as the database has them.
        case revoked([RevokedToken])
        /// Tell the state of the node, and its metrics.
        case report(OneShot<ClusterReport>)
        case stop
    }

    private struct WaitingCommands {
        var commands: [MailboxCommand] = []
        /// Bytes of the messages of the fabric.
        var fabricBytes = 0
        var dropCount = 0

        mutating func append(_ command: MailboxCommand, byteLimit: Int) {
            guard case .fabric(let events) = command else { return commands.append(command) }
            let kept = events.filter { keeps($0, byteLimit) }
            if !kept.isEmpty { commands.append(.fabric(kept)) }
        }

        private mutating func keeps(_ event: FabricEvent, _ byteLimit: Int) -> Bool {
            guard case .received(let bytes, _) = event else { return true }
            let count = bytes.count + ClusterMailbox.bytesBesideMessage
            // After a gap the others are of little use.
            guard dropCount == 0, fabricBytes + count <= byteLimit else {
                dropCount += 1
                return false
            }
            fabricBytes += count
            return true
        }
    }

    /// Memory of a message beside its bytes, about.
    static let bytesBesideMessage = 128

    private let waiting = Locked(WaitingCommands())
    private let byteLimit: Int

    init(byteLimit: Int = 64 << 20) {
        self.byteLimit = byteLimit
    }

    func push(_ command: MailboxCommand) {
        let isFirst = waiting.withLock { waiting in
            let wasEmpty = waiting.commands.isEmpty
            waiting.append(command, byteLimit: byteLimit)
            return wasEmpty && !waiting.commands.isEmpty
        }
        if isFirst { waiting.wake() }
    }

    /// Waits for commands, at most so long, and takes all.
    func take(waitingMilliseconds milliseconds: Int64) -> [MailboxCommand] {
        waiting.wait(milliseconds: max(0, milliseconds)) { waiting -> [MailboxCommand]? in
            if waiting.dropCount > 0 { waiting.commands.append(.fabricDropped(waiting.dropCount)) }
            guard !waiting.commands.isEmpty else { return nil }
            defer { waiting = WaitingCommands() }
            return waiting.commands
        } ?? []
    }
}
