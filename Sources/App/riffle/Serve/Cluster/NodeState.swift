import Platform
import Synchronization

/// The state of a node that any thread may read: the cluster loop writes it, the other loops look at it in each turn.
final class NodeState: Sendable {
    private struct Facts {
        var fabricTrouble: String? = "no connection to NATS yet"
        var isDraining = false
    }

    /// The end of no lease.
    static let noLease = Int64.min

    private static let noTime = Int64.min

    private let end = Atomic<Int64>(NodeState.noLease)
    private let serving = Atomic<Int64>(NodeState.noLease)
    private let lead = Atomic<Int64>(NodeState.noTime)
    private let facts = Locked(Facts())
    /// Why the node takes no new members although messages of other nodes may come.
    private let reason: String

    /// - Parameter isEdge: whether the node owns no rooms.
    init(isEdge: Bool = false) {
        reason =
            isEdge ? "this node hears no node that owns rooms, or does not know their time" : "this node has no lease"
    }

    /// The time until which homes of this node may speak, in milliseconds of the boot clock.
    var leaseEnd: Int64 {
        get { end.load(ordering: .acquiring) }
        set { end.store(newValue, ordering: .releasing) }
    }

    /// The time until which the node takes new members, in milliseconds of the boot clock.
    var servesUntil: Int64 {
        get { serving.load(ordering: .acquiring) }
        set { serving.store(newValue, ordering: .releasing) }
    }

    /// The time that all nodes share minus the boot clock, in milliseconds; nil before it is known. It changes slowly.
    var timeLead: Int64? {
        get {
            let lead = lead.load(ordering: .acquiring)
            return lead == NodeState.noTime ? nil : lead
        }
        set { lead.store(newValue ?? NodeState.noTime, ordering: .releasing) }
    }

    /// The reason why no messages of other nodes come; nil while they do.
    var fabricTrouble: String? {
        get { facts.withLock { $0.fabricTrouble } }
        set { facts.withLock { $0.fabricTrouble = newValue } }
    }

    /// Whether the node gives its rooms to others, to end.
    var isDraining: Bool {
        get { facts.withLock { $0.isDraining } }
        set { facts.withLock { $0.isDraining = newValue } }
    }

    /// The reason why the node takes no new members; nil while it does.
    var trouble: String? {
        if let fabricTrouble { return fabricTrouble }
        return BootClock.milliseconds < servesUntil ? nil : reason
    }
}
