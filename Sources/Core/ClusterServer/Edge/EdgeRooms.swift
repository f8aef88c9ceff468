import ClusterMembership
import ClusterTraffic
import PagingEngine
import PagingRoom
import PagingServer
import Support

/// The rooms with connections of this node that this node does not own.
struct EdgeRooms: Sendable {
    /// From one look at the owners' beats to the next.
    private static let watchMilliseconds: Int64 = 250

    private var rooms: [String: EdgeRoom] = [:]
    /// Rooms whose words this node hears.
    private var subscribed: Set<String> = []
    /// Rooms to settle at the end of the turn.
    private var touched: Set<String> = []
    private var wanted: [String] = []
    private var timers = RoomTimers()
    private var histories: RingBudget
    private var watchAt: Instant?
    private var random: SeedStream
    private let settings: ClusterCoreSettings

    init(_ settings: ClusterCoreSettings, random: SeedStream) {
        self.settings = settings
        self.random = random
        histories = RingBudget(settings)
    }

    /// The time of the next `settle` if nothing happens before.
    var nextDeadline: Instant? { earliest(timers.next, watchAt) }

    /// All rooms, by name.
    var statuses: [EdgeStatus] { rooms.values.map(\.status).sorted { $0.room < $1.room } }

    /// Joins without an answer.
    var joinCount: Int { rooms.values.reduce(0) { $0 + $1.joinCount } }

    func contains(_ room: String) -> Bool { rooms[room] != nil }

    // MARK: Messages

    /// Takes a message of a loop of this node to the home of a room. Only a join makes a room known here.
    mutating func take(
        _ message: LoopMessage, of loop: Int, at now: Instant, into output: inout ClusterOutput
    ) {
        guard let room = message.homeRoom else { return }
        if case .requestJoin = message { add(room, at: now) }
        rooms[room]?.take(message, at: now, into: &output)
        touched.insert(room)
    }

    private mutating func add(_ room: String, at now: Instant) {
        guard rooms[room] == nil else { return }
        rooms[room] = EdgeRoom(room, settings, random: SeedStream(seed: random.next()), at: now)
        touched.insert(room)
    }

    /// Takes a message of another node about a room.
    mutating func take(
        _ word: RoomMessage, from sender: NodeID, in node: ClusterNode, at now: Instant,
        into output: inout ClusterOutput
    ) {
        rooms[word.room]?.take(word, from: sender, at: now, into: &output) {
            node.obeys(valid: $0, from: sender, at: now)
        }
        touched.insert(word.room)
    }

    /// Takes a frame of an owner. One that comes too late is not acknowledged, so its owner sends it again.
    mutating func take(
        _ frame: LinkFrame, from sender: NodeID, in node: ClusterNode, at now: Instant,
        into output: inout ClusterOutput
    ) {
        guard let valid = frame.valid, node.obeys(valid: valid, from: sender, at: now) else { return }
        rooms[frame.key.room]?.receive(frame, from: sender, at: now, into: &output)
        touched.insert(frame.key.room)
    }

    // MARK: Nodes

    /// A node has ended.
    mutating func gone(_ node: NodeID, at now: Instant) {
        for name in touchAll() { rooms[name]?.gone(node, at: now) }
    }

    /// The fabric carries messages again; some were lost.
    mutating func fabricConnected(at now: Instant) {
        for name in touchAll() { rooms[name]?.fabricConnected(at: now) }
    }

    /// This node has a new life, and no owner knows it.
    mutating func restart(at now: Instant) {
        for name in touchAll() { rooms[name]?.restart(at: now) }
    }

    private mutating func touchAll() -> [String] {
        touched.formUnion(rooms.keys)
        return rooms.keys.sorted()
    }

    // MARK: This node as an owner

    /// Rooms for which this node is the one to ask, since the last call.
    mutating func takeWanted() -> [(room: String, known: UInt64, mayCreate: Bool)] {
        defer { wanted = [] }
        return wanted.compactMap { name in rooms[name].map { (name, $0.known, $0.mayCreate) } }
    }

    /// The answer of this node to itself: another one owns the room.
    mutating func elsewhere(_ room: String, owner: NodeID, epoch: UInt64, at now: Instant) {
        rooms[room]?.elsewhere(owner, epoch: epoch, at: now)
        touched.insert(room)
    }

    /// The answer of this node to itself: it does not own the room.
    mutating func refused(
        _ room: String, _ refusal: OpenRefusal, reason: String, at now: Instant, into output: inout ClusterOutput
    ) {
        rooms[room]?.refused(refusal, reason, at: now, into: &output)
        touched.insert(room)
    }

    /// The loss of the owner of a room; nil while there is one, or nobody here noticed.
    func loss(of room: String) -> OwnerLoss? { rooms[room]?.loss }

    /// This node makes the home of the room, which is no room of an edge from now on. Returns what waits for it, in order.
    mutating func arrive(_ room: String, into output: inout ClusterOutput) -> [LoopMessage] {
        guard var edge = rooms[room] else { return [] }
        forget(room, into: &output)
        return edge.takeAll(into: &output)
    }

    /// The home of this node has ended, in `epoch` at the event `sequence`, with these connections that stay. What the
    /// loop forwards afterwards comes through `take`.
    mutating func depart(
        _ room: String, seats: [ReopenRequest], epoch: RoomEpoch, sequence: Sequence?, to next: NodeID?,
        at now: Instant
    ) {
        add(room, at: now)
        rooms[room]?.depart(seats, of: epoch, at: sequence, to: next, now: now)
    }

    // MARK: Time

    /// Does everything for which it is time. Call it at the end of each turn.
    mutating func settle(in node: ClusterNode, at now: Instant, into output: inout ClusterOutput) {
        touched.formUnion(timers.takeDue(at: now))
        watchOwners(in: node, at: now)
        for name in touched.sorted() where rooms[name] != nil {
            var next: Instant?
            if rooms[name]?.isOver == false {
                if subscribed.insert(name).inserted { output.perform(.subscribe(.out(room: name))) }
                next = rooms[name]?.settle(in: node, at: now, into: &output) ?? nil
                if rooms[name]?.takeWantsThisNode() == true { wanted.append(name) }
            }
            timers.plan(name, at: next)
            histories.note(rooms[name]?.ring, of: name)
            if rooms[name]?.isOver == true { forget(name, into: &output) }
        }
        touched.removeAll(keepingCapacity: true)
        while let name = histories.excess {
            rooms[name]?.halveHistory()
            histories.note(rooms[name]?.ring, of: name)
        }
    }

    /// Settles rooms whose owner is no longer heard.
    private mutating func watchOwners(in node: ClusterNode, at now: Instant) {
        guard !rooms.isEmpty else { return watchAt = nil }
        if let watchAt, now < watchAt { return }
        watchAt = now.advanced(byMilliseconds: EdgeRooms.watchMilliseconds)
        for (name, room) in rooms {
            if let owner = room.owner, !node.isHeard(owner, at: now) { touched.insert(name) }
        }
    }

    private mutating func forget(_ room: String, into output: inout ClusterOutput) {
        rooms[room] = nil
        histories.note(nil, of: room)
        timers.plan(room, at: nil)
        if subscribed.remove(room) != nil { output.perform(.unsubscribe(.out(room: room))) }
        if rooms.isEmpty { (timers, watchAt) = (RoomTimers(), nil) }
    }
}
