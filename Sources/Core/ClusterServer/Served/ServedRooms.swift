import ClusterMembership
import ClusterTraffic
import PagingEngine
import PagingRoom
import PagingServer
import PagingWire

/// The rooms that this node owns: between their homes, on the loops of this node, and the edges, at other nodes.
struct ServedRooms: Sendable {
    /// An ownership that waits for the end of the one before.
    private struct LaterOwnership {
        let epoch: RoomEpoch
        let loaded: LoadedRoom
        let openers: [(node: NodeID, nonce: UInt64)]
    }

    /// The end of an ownership, once the loop has confirmed it.
    struct EndOfOwnership {
        let epoch: RoomEpoch
        /// The newest event that was told.
        let sequence: Sequence?
        /// The next owner; nil when it is not known.
        let next: NodeID?
        /// Whether the home had taken the connections of this node.
        let hadSeats: Bool
    }

    private var rooms: [String: ServedRoom] = [:]
    /// Rooms whose records cannot be read, with the damage.
    private(set) var damaged: [String: String] = [:]
    private var later: [String: LaterOwnership] = [:]
    private var leaving: [String: (next: NodeID?, hadSeats: Bool)] = [:]
    private var connections = EdgeConnections()
    /// The rooms of the numbers under which this node itself asks homes for snapshots.
    private var snapshotRooms: [PeerID: String] = [:]
    /// Rooms to settle.
    private var touched: Set<String> = []
    private var timers = RoomTimers()
    private var histories: RingBudget
    private var speaking = Set<String>()
    /// Whether the node had a lease when the rooms were settled last.
    private var hadLease = false
    private let settings: ClusterCoreSettings

    init(_ settings: ClusterCoreSettings) {
        self.settings = settings
        histories = RingBudget(settings)
    }

    var nextDeadline: Instant? { timers.next }

    /// Whether no loop has a home, or is about to.
    var isEmpty: Bool { rooms.isEmpty }

    /// Connections of other nodes.
    var connectionCount: Int { connections.count }

    func stage(of room: String) -> ServedRoom.Stage? { rooms[room]?.stage }

    /// The damage of a room that this node owns, and cannot serve.
    func damage(of room: String) -> String? { damaged[room] }

    /// Rooms whose words count, with their epochs.
    var served: [(name: String, epoch: RoomEpoch, isSpeaking: Bool)] {
        rooms.values.filter { $0.stage != .leaving }.sorted { $0.name < $1.name }
            .map { ($0.name, $0.epoch, $0.isSpeaking) }
    }

    /// Links to edges.
    var linkCount: Int { rooms.values.reduce(0) { $0 + $1.linkCount } }

    // MARK: Ownership

    /// Makes the home of a room that this node owns from now on.
    mutating func begin(
        _ room: String, _ epoch: RoomEpoch, _ loaded: LoadedRoom, for openers: [(node: NodeID, nonce: UInt64)],
        into output: inout ClusterOutput
    ) {
        if let damage = loaded.damage {
            damaged[room] = damage
            for opener in openers { refuse(room, opener.node, opener.nonce, into: &output) }
            return
        }
        guard rooms[room] == nil else {
            later[room] = LaterOwnership(epoch: epoch, loaded: loaded, openers: openers)
            return
        }
        let snapshots = connections.nextNumber()
        snapshotRooms[snapshots] = room
        var served = ServedRoom(room, epoch, snapshots: snapshots, settings)
        for opener in openers { served.open(opener.node, nonce: opener.nonce) }
        rooms[room] = served
        let number = loaded.last
        output.send(.host(settings.spec(of: room, loaded), Epoch(epoch.description), after: number), to: served.loop)
        // What the home says before the first connection of another node must be known here.
        output.send(.follow(room: room, true), to: served.loop)
        if speaking.contains(room) { rooms[room]?.speak(into: &output) }
    }

    private func refuse(_ room: String, _ node: NodeID, _ nonce: UInt64, into output: inout ClusterOutput) {
        guard let damage = damaged[room] else { return }
        output.send(.refused(room: room, nonce: nonce, .damaged, reason: damage), to: .node(node))
    }

    /// All that waited for the home was passed to it, and `loss` ends with its first word.
    mutating func started(_ room: String, after loss: OwnerLoss? = nil, into output: inout ClusterOutput) {
        rooms[room]?.started(after: loss, into: &output)
        touched.insert(room)
    }

    mutating func speak(_ room: String, into output: inout ClusterOutput) {
        speaking.insert(room)
        rooms[room]?.speak(into: &output)
        touched.insert(room)
    }

    mutating func hold(_ room: String, into output: inout ClusterOutput) {
        speaking.remove(room)
        rooms[room]?.hold(into: &output)
    }

    /// Lets the homes of a loop speak that may: it holds them all. A frozen one, too, which goes on if its hand-over fails.
    func speakAgain(on loop: Int, into output: inout ClusterOutput) {
        for room in rooms.values.sorted(by: { $0.name < $1.name }) where room.loop == loop && room.isSpeaking {
            guard room.stage == .serving || room.stage == .frozen else { continue }
            output.send(.speak(room: room.name), to: loop)
        }
    }

    mutating func prepareHandOver(_ room: String, isForced: Bool, into output: inout ClusterOutput) {
        if rooms[room]?.stage == .serving { rooms[room]?.prepareHandOver(isForced: isForced, into: &output) }
    }

    mutating func freeze(_ room: String) { rooms[room]?.freeze() }

    /// Lets the room go on after a hand-over that failed.
    mutating func goOn(_ room: String, into output: inout ClusterOutput) {
        guard let stage = rooms[room]?.stage, stage == .frozen || stage == .serving else { return }
        rooms[room]?.goOn(into: &output)
    }

    /// Ends the home of a room. Nothing about it goes to the loops until `departed`.
    ///
    /// - Parameter next: the next owner, if it is known.
    mutating func end(_ room: String, next: NodeID?, into output: inout ClusterOutput) {
        speaking.remove(room)
        damaged[room] = nil
        for opener in later.removeValue(forKey: room)?.openers ?? [] {
            output.send(.refused(room: room, nonce: opener.nonce, .notReady, reason: "lost"), to: .node(opener.node))
        }
        guard let stage = rooms[room]?.stage, stage != .leaving else { return }
        leaving[room] = (next, stage != .hosting)
        rooms[room]?.leave(&connections, into: &output)
    }

    /// The loop has ended the home. Returns nil where this was not asked for.
    mutating func departed(_ room: String, into output: inout ClusterOutput) -> EndOfOwnership? {
        guard let (next, hadSeats) = leaving.removeValue(forKey: room), let served = rooms[room] else { return nil }
        remove(room)
        if let ownership = later.removeValue(forKey: room) {
            begin(room, ownership.epoch, ownership.loaded, for: ownership.openers, into: &output)
        }
        return EndOfOwnership(epoch: served.epoch, sequence: served.sequence, next: next, hadSeats: hadSeats)
    }

    /// The home has removed its room, and its records. Returns false where it does not count.
    mutating func removed(
        _ room: String, at now: Instant, valid: Instant?, into output: inout ClusterOutput
    ) -> Bool {
        guard let stage = rooms[room]?.stage, stage != .leaving else { return false }
        speaking.remove(room)
        // Its members are told why before the links end.
        _ = rooms[room]?.settle(at: now, valid: valid, &connections, into: &output)
        rooms[room]?.endLinks(.noSuchRoom, "the room was removed", &connections, into: &output)
        remove(room)
        return true
    }

    private mutating func remove(_ room: String) {
        rooms[room] = nil
        histories.note(nil, of: room)
        snapshotRooms = snapshotRooms.filter { $0.value != room }
        connections.removeVisitors(of: room)
        timers.plan(room, at: nil)
        touched.remove(room)
    }

    // MARK: Edges

    /// Takes the question of another node for a link. Returns false where this node does not serve the room.
    mutating func open(_ room: String, from node: NodeID, nonce: UInt64, into output: inout ClusterOutput) -> Bool {
        if damaged[room] != nil {
            refuse(room, node, nonce, into: &output)
            return true
        }
        guard let stage = rooms[room]?.stage, stage != .leaving else { return false }
        rooms[room]?.open(node, nonce: nonce)
        touched.insert(room)
        return true
    }

    mutating func receive(_ frame: LinkFrame, from node: NodeID, at now: Instant, into output: inout ClusterOutput) {
        let room = frame.key.room
        guard rooms[room] != nil else {
            let refused = RoomMessage.refused(
                room: room, nonce: frame.key.nonce, .notReady, reason: "this node does not own the room")
            return output.send(refused, to: .node(node))
        }
        rooms[room]?.receive(frame, from: node, &connections, at: now, into: &output)
        touched.insert(room)
    }

    mutating func since(
        _ sequence: Int64?, in room: String, _ epoch: RoomEpoch, from node: NodeID, valid: Instant?,
        into output: inout ClusterOutput
    ) {
        guard rooms[room]?.epoch == epoch else { return }
        rooms[room]?.since(sequence.map { Sequence($0) }, from: node, valid: valid, into: &output)
    }

    mutating func gone(_ node: NodeID, into output: inout ClusterOutput) {
        for room in rooms.keys.sorted() { rooms[room]?.gone(node, &connections, into: &output) }
    }

    mutating func fabricConnected() {
        for room in rooms.keys {
            rooms[room]?.fabricConnected()
            touched.insert(room)
        }
    }

    // MARK: Words of homes

    /// Takes what a home says.
    mutating func take(_ message: LoopMessage, at now: Instant, valid: Instant?, into output: inout ClusterOutput) {
        switch message {
        case .epochChanged(let room, let change):
            rooms[room]?.begin(with: change, at: now, valid: valid, into: &output)
            touched.insert(room)
        case .publish(let room, let publication):
            rooms[room]?.publish(publication, at: now, valid: valid, into: &output)
            touched.insert(room)
        case .joinGranted(let peer, let granted):
            guard let connection = connections[peer] else {
                return leave(granted.room, granted.member, peer, into: &output)
            }
            pass(.joinGranted(connection.address, granted), to: connection, at: now)
        case .reply(let peer, let frame, let id):
            guard let connection = connections[peer] else { return }
            pass(.reply(connection.address, frame, answers: id), to: connection, at: now)
        case .sideAnswer(let peer, let frame, let id):
            guard let connection = connections[peer] else { return }
            pass(.sideAnswer(connection.address, frame, answers: id), to: connection, at: now)
            if connection.isVisitor { connections.remove(peer) }
        case .audienceRules(let room, let rules):
            rooms[room]?.take(rules, at: now)
            touched.insert(room)
        case .audienceNumbers(let room, let first):
            rooms[room]?.take(numbersFrom: first, at: now)
            touched.insert(room)
        case .reset(let peer, let frame, let sequence):
            if let room = snapshotRooms[peer] {
                rooms[room]?.sendSnapshot(frame, at: sequence, valid: valid, into: &output)
            } else if let connection = connections[peer] {
                pass(.reset(connection.address, frame, sequence), to: connection, at: now)
            }
        case .dismissed(let peer, let code, let reason):
            guard let connection = connections[peer] else { return }
            pass(.dismissed(connection.address, code, reason: reason), to: connection, at: now)
            connections.remove(peer)
        default: break
        }
    }

    private mutating func pass(_ item: DownItem, to connection: EdgeConnections.Connection, at now: Instant) {
        rooms[connection.room]?.pass(item, to: connection.node, at: now)
        touched.insert(connection.room)
    }

    /// A join was granted whose connection is gone.
    private func leave(_ room: String, _ member: MemberID, _ peer: PeerID, into output: inout ClusterOutput) {
        guard let served = rooms[room], served.stage == .serving else { return }
        let address = Address(loop: settings.loops, peer: peer)
        output.send(.left(room: room, member, address, politely: false), to: served.loop)
    }

    // MARK: Time

    mutating func settle(at now: Instant, valid: Instant?, into output: inout ClusterOutput) {
        touched.formUnion(timers.takeDue(at: now))
        // Links that were silent for lack of a lease have no deadline.
        if valid != nil, !hadLease { touched.formUnion(rooms.keys) }
        hadLease = valid != nil
        for room in touched.sorted() {
            let next = rooms[room]?.settle(at: now, valid: valid, &connections, into: &output)
            timers.plan(room, at: next ?? nil)
            histories.note(rooms[room]?.ring, of: room)
        }
        touched.removeAll(keepingCapacity: true)
        while let room = histories.excess {
            rooms[room]?.halveHistory()
            histories.note(rooms[room]?.ring, of: room)
        }
    }
}
