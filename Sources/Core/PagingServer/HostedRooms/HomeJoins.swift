import PagingEngine
import PagingRoom
import PagingWire

/// The members that join a room and those that are connected to it: one connection and at most one join a member.
struct HomeJoins: Sendable {
    private(set) var connections: MemberConnections
    /// Joins that wait for the commit of their record.
    private var held = HeldJoins()
    /// Connected members whose welcome waits behind other output.
    private var unwelcomed: Set<MemberID> = []

    init(loops: Int) {
        connections = MemberConnections(loops: loops)
    }

    /// Joins that wait for a commit.
    var heldCount: Int { held.count }

    /// The addresses of all connected members and of joins that wait.
    var addresses: [Address] { connections.all + held.addresses }

    /// The address of the member's connection, or of its join that waits.
    func address(of member: MemberID) -> Address? { connections[member] ?? held.address(of: member) }

    /// Whether the member has a connection, or a join that waits, that was opened after `moment`.
    func isConnected(_ member: MemberID, after moment: Instant) -> Bool {
        (connections.openedAt(of: member) ?? held.openedAt(of: member)).map { $0 > moment } ?? false
    }

    mutating func connect(_ member: MemberID, at address: Address, openedAt: Instant?, offsets: Join.Offsets) {
        connections.connect(member, at: address, openedAt: openedAt, offsets: offsets)
    }

    mutating func follow(_ isFollowed: Bool, from loop: Int) { connections.follow(isFollowed, from: loop) }

    mutating func holdEnd(at address: Address) { connections.holdEnd(at: address) }

    mutating func ended(at address: Address) { connections.ended(at: address) }

    mutating func holdWelcome(of member: MemberID) { unwelcomed.insert(member) }

    mutating func welcomed(_ member: MemberID) { unwelcomed.remove(member) }

    func isWelcomed(_ member: MemberID) -> Bool { !unwelcomed.contains(member) }

    /// Forgets the connection; false when the member is connected elsewhere by now.
    mutating func disconnect(_ member: MemberID, from address: Address) -> Bool {
        guard connections.disconnect(member, from: address) else { return false }
        unwelcomed.remove(member)
        return true
    }

    /// Ends the member's held join and its present connection, in this order; returns their addresses, and the record
    /// which the join waited for.
    mutating func takeOver(_ member: MemberID) -> (addresses: [Address], after: RecordNumber) {
        let join = held.drop { $0.member == member }
        let connected = connections[member]
        if let connected { _ = disconnect(member, from: connected) }
        return ([join?.join.address, connected].compactMap(\.self), join?.after ?? .none)
    }

    mutating func hold(_ join: PendingJoin, until number: RecordNumber) { held.hold(join, until: number) }

    /// Takes the joins whose records `gate` has committed.
    mutating func takeCommitted(by gate: CommitGate) -> [PendingJoin] { held.takeCommitted(by: gate) }

    /// Takes the held join of a connection that is gone.
    mutating func dropJoin(of address: Address) -> MemberID? { held.drop { $0.address == address }?.join.member }
}
