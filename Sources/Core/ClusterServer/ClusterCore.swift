import ClusterMembership
import ClusterTraffic
import Metrics
package import PagingEngine
import PagingRoom
package import PagingServer
package import PagingWire
import Support

/// The cluster loop of a node, without a thread: events go in, effects come out.
///
///     fabric ──→ node (lease, other nodes) ──→ rooms (which this node owns) ──→ statements
///       ↓                                        ↓ begin, speak, hold, end
///     edge (rooms of other owners) ←──seats──→ served (rooms of this node) ←──words, commands──→ loops
///
/// This file connects the parts; each owns its state and writes to `output`.
package struct ClusterCore: Sendable {
    private var node: ClusterNode
    private var rooms: OwnedRooms
    private var edge: EdgeRooms
    private var served: ServedRooms
    private var openers = RoomOpeners()
    private var drain: NodeDrain
    private var output: ClusterOutput
    private let settings: ClusterCoreSettings
    /// The time at which a `tick` has something to do.
    package private(set) var nextDeadline: Instant?
    /// The end of the lease: the homes of this node may speak until then. Nil: not at all.
    package private(set) var leaseEnd: Instant?

    /// - Parameter encode: the frame of a message to a client.
    package init(
        _ settings: ClusterCoreSettings, codec: RequestCodec, encode: @escaping @Sendable (ServerMessage) -> Frame,
        seed: UInt64, at now: Instant
    ) {
        self.settings = settings
        node = ClusterNode(settings.node, random: SeedStream(seed: seed, part: 1), at: now)
        rooms = OwnedRooms(
            settings.node.timing, roomLimit: settings.roomLimit, random: SeedStream(seed: seed, part: 2))
        edge = EdgeRooms(settings, random: SeedStream(seed: seed, part: 3))
        served = ServedRooms(settings)
        drain = NodeDrain(settings.timing)
        output = ClusterOutput(cluster: settings.cluster, node: node.id, codec: codec, encode: encode)
    }

    // MARK: Questions

    /// The time until which the node takes part in the cluster if nothing happens before; nil while it does not.
    package func servesUntil(at now: Instant) -> Instant? { node.servesUntil(at: now) }

    /// The time that all nodes share, at `now` on the own clock: the time for the loops of this node. Nil before it is known.
    package func clusterTime(at now: Instant) -> Instant? { node.clusterTime(at: now) }

    package func status(at now: Instant) -> ClusterStatus {
        ClusterStatus(
            node: node.id, name: settings.node.name, isEdge: settings.node.role == .edge, phase: node.phase,
            isLive: node.valid(at: now) != nil, isDraining: node.isDraining,
            leaseMilliseconds: node.leaseMilliseconds(at: now),
            nodes: node.statuses(at: now), owners: node.owners(at: now),
            rooms: served.served.map { .init(name: $0.name, epoch: $0.epoch, isSpeaking: $0.isSpeaking) },
            followed: edge.statuses.map { room in
                .init(
                    name: room.room, owner: room.owner, epoch: room.epoch, connections: room.seats,
                    waitMilliseconds: room.waitingSince.map { now.milliseconds(since: $0) } ?? 0)
            }, damaged: served.damaged)
    }

    /// The state of the node and its metrics. What waits in the journal, and what the shell drops, is for the shell to add.
    package func report(at now: Instant) -> ClusterReport {
        let status = status(at: now)
        var metrics = output.metrics
        metrics.measure(status)
        metrics.add(output.uncountedDrops)
        metrics.expulsions.add(node.expulsionCount)
        metrics.links = [.owner: served.linkCount, .edge: status.followed.filter { $0.owner != nil }.count]
        let age = { (since: Instant?) in since.map { now.milliseconds(since: $0) } }
        metrics.storeLagMilliseconds = [.leases: age(node.statementSince) ?? 0, .rooms: age(rooms.statementSince) ?? 0]
        return ClusterReport(status: status, metrics: metrics)
    }

    package var holdings: ClusterHoldings {
        ClusterHoldings(
            guests: served.connectionCount, seats: edge.statuses.reduce(0) { $0 + $1.seats }, joins: edge.joinCount,
            openers: openers.count)
    }

    // MARK: Events

    /// Handles `event` and appends what the shell must do.
    package mutating func handle(_ event: ClusterEvent, at now: Instant, into effects: inout [ClusterEffect]) {
        output.time = node.clusterTime(at: now)
        perform(event, at: now)
        settle(at: now)
        output.take(into: &effects)
    }

    private mutating func perform(_ event: ClusterEvent, at now: Instant) {
        switch event {
        case .start:
            output.perform(.subscribe(.beat))
            change(.start, at: now)
        case .tick: break
        case .fabric(let event): take(event, at: now)
        case .node(let statement, let outcome): change(.answered(statement, outcome), at: now)
        case .room(let statement, let outcome, let loaded):
            own(.answered(statement, outcome), loaded, at: now)
        case .loop(let loop, let messages): for message in messages { take(message, of: loop, at: now) }
        // Without a lease the rooms hold here, too, and speak with the next one.
        case .leaseEnded(let loop):
            if node.valid(at: now) != nil { served.speakAgain(on: loop, into: &output) }
        case .fenced(let room, let epoch):
            output.metrics.fencedAppends.add()
            if rooms[room]?.epoch == epoch { own(.fenced(room), at: now) }
        case .journalLost: own(.journalLost, at: now)
        case .drain:
            drain.begin()
            change(.drain, at: now)
        case .leave: change(.leave, at: now)
        }
    }

    // MARK: Fabric

    private mutating func take(_ event: FabricEvent, at now: Instant) {
        switch event {
        case .connected:
            edge.fabricConnected(at: now)
            served.fabricConnected()
        case .disconnected: break
        case .received(let bytes, let subject):
            guard let message = output.receive(bytes, on: subject, at: now) else { return }
            take(message.payload, from: message.sender, at: now)
        }
    }

    private mutating func take(_ payload: [UInt8], from sender: NodeID, at now: Instant) {
        if let frame = LinkFrame(payload) {
            if frame.direction == .up {
                served.receive(frame, from: sender, at: now, into: &output)
            } else {
                edge.take(frame, from: sender, in: node, at: now, into: &output)
            }
        } else if let message = NodeMessage(payload) {
            change(.received(message, from: sender), at: now)
        } else if let word = RoomMessage(payload) {
            take(word, from: sender, at: now)
        }
    }

    private mutating func take(_ word: RoomMessage, from sender: NodeID, at now: Instant) {
        switch word {
        case .open(let room, let known, let nonce, let mayCreate):
            // A link with a node whose life is over would stay for ever: its end is told once. One that lives asks again.
            guard node.knows(sender) else { return }
            if served.open(room, from: sender, nonce: nonce, into: &output) { return }
            openers.add(sender, nonce: nonce, to: room)
            own(.opened(room, known: known, mayCreate: mayCreate || isConfigured(room)), at: now)
        case .since(let room, let epoch, let sequence):
            served.since(sequence, in: room, epoch, from: sender, valid: node.valid(at: now), into: &output)
        case .opened, .elsewhere, .refused, .moved, .publication, .opening, .tail:
            edge.take(word, from: sender, in: node, at: now, into: &output)
        }
    }

    private func isConfigured(_ room: String) -> Bool { settings.rooms.contains { $0.name == room } }

    // MARK: Node

    private mutating func change(_ event: NodeEvent, at now: Instant) {
        var effects: [NodeEffect] = []
        node.handle(event, at: now, into: &effects)
        for effect in effects {
            switch effect {
            case .execute(let statement): output.execute(.executeNode(statement))
            case .send(let message, let subject): output.publish(message.bytes, to: subject)
            case .began(let id):
                output.begin(id)
                edge.restart(at: now)
                output.append(.log(.nodeBegan(id)))
            case .live:
                own(.tick, at: now)
                for room in settings.rooms { own(.opened(room.name, known: 0, mayCreate: true), at: now) }
            case .silent: own(.tick, at: now)
            case .ended(let reason):
                leaseEnd = nil
                output.metrics.livesEnded.add(reason.rawValue)
                own(.ended, at: now)
                output.append(.log(.nodeEnded(reason)))
            case .gone(let other):
                openers.gone(other)
                served.gone(other, into: &output)
                edge.gone(other, at: now)
                own(.tick, at: now)
            case .left: output.append(.left)
            }
        }
    }

    // MARK: Rooms of this node

    private func view(at now: Instant) -> RoomView {
        RoomView(
            node: node.id, isLive: node.valid(at: now) != nil, mayClaim: node.mayClaim(at: now),
            owners: node.owners(at: now), format: node.settings.formats.upperBound, writtenFormat: node.writtenFormat)
    }

    /// - Parameter loaded: the journal that was read, with the outcome of `RoomStatement.load`.
    private mutating func own(_ event: RoomEvent, _ loaded: LoadedRoom? = nil, at now: Instant) {
        var effects: [ClusterMembership.RoomEffect] = []
        rooms.handle(event, at: now, in: view(at: now), into: &effects)
        // The end of a home comes before the news that it was by a hand-over.
        var next: [String: NodeID] = [:]
        for case .moved(let room, let other, let epoch) in effects {
            next[room] = other
            output.send(.moved(room: room, owner: other, epoch: epoch), to: .out(room: room))
        }
        for effect in effects { perform(effect, loaded, next: next, at: now) }
    }

    private mutating func perform(
        _ effect: ClusterMembership.RoomEffect, _ loaded: LoadedRoom?, next: [String: NodeID], at now: Instant
    ) {
        switch effect {
        case .execute(let statement): output.execute(.executeRoom(statement))
        case .begin(let owned): begin(owned, loaded, at: now)
        case .speak(let room):
            goOn(room)
            served.speak(room, into: &output)
        case .hold(let room): served.hold(room, into: &output)
        case .refenced(let owned): goOn(owned.room)
        case .end(let room):
            output.metrics.ownershipsEnded.add(next[room] == nil ? .lost : .handedOver)
            if next[room] == nil { output.append(.log(.roomLost(room))) }
            drain.end(room)
            served.end(room, next: next[room], into: &output)
        case .moved(let room, let other, _): output.append(.log(.roomHandedOver(room, to: other)))
        case .elsewhere(let room, let owner, let epoch):
            for opener in openers.take(room).others {
                output.send(.elsewhere(room: room, owner: owner, epoch: epoch), to: .node(opener.node))
            }
            edge.elsewhere(room, owner: owner, epoch: epoch, at: now)
        case .unknownRoom(let room): refuse(room, .noSuchRoom, "there is no room \(room)", at: now)
        case .roomLimit(let room):
            refuse(room, .roomLimit, "the cluster has its \(settings.roomLimit) rooms", at: now)
        case .newerFormat(let room): refuse(room, .newerFormat, "a newer version has written the room", at: now)
        }
    }

    private mutating func begin(_ owned: OwnedRoom, _ loaded: LoadedRoom?, at now: Instant) {
        let epoch = RoomEpoch(number: owned.epoch, owner: node.id)
        let loaded = loaded ?? LoadedRoom(record: nil, last: .none, damage: "its records were not read")
        output.metrics.claims.add()
        output.append(.log(.roomOwned(owned.room, epoch)))
        served.begin(owned.room, epoch, loaded, for: openers.take(owned.room).others, into: &output)
        guard let damage = loaded.damage else { return }
        output.append(.log(.roomDamaged(owned.room, damage: damage)))
        edge.refused(owned.room, .damaged, reason: damage, at: now, into: &output)
    }

    private mutating func refuse(_ room: String, _ refusal: OpenRefusal, _ reason: String, at now: Instant) {
        let (others, isOwn) = openers.take(room)
        for opener in others {
            output.send(.refused(room: room, nonce: opener.nonce, refusal, reason: reason), to: .node(opener.node))
        }
        // The edge of this node may have asked another one, in other words.
        if isOwn { edge.refused(room, refusal, reason: reason, at: now, into: &output) }
    }

    /// Asks for the rooms for which this node is the first choice of its own members.
    private mutating func openWanted(at now: Instant) {
        // A refusal makes the edge choose again.
        for _ in 0..<4 {
            let wanted = edge.takeWanted()
            if wanted.isEmpty { return }
            for (room, known, mayCreate) in wanted {
                if let damage = served.damage(of: room) {
                    edge.refused(room, .damaged, reason: damage, at: now, into: &output)
                } else {
                    openers.addSelf(to: room)
                    own(.opened(room, known: known, mayCreate: mayCreate || isConfigured(room)), at: now)
                }
            }
            edge.settle(in: node, at: now, into: &output)
        }
    }

    // MARK: Loops

    private mutating func take(_ message: LoopMessage, of loop: Int, at now: Instant) {
        switch message {
        case .roomHosted(let room):
            guard served.stage(of: room) == .hosting else { return }
            let loss = edge.loss(of: room)
            for message in edge.arrive(room, into: &output) { output.send(message, to: loop) }
            served.started(room, after: loss, into: &output)
        case .readyToHandOver(let room): handOver(room, at: now)
        case .seats(let room, let seats):
            guard let end = served.departed(room, into: &output), end.hadSeats else { return }
            edge.depart(room, seats: seats, epoch: end.epoch, sequence: end.sequence, to: end.next, at: now)
        case .roomGone(let room):
            if served.removed(room, at: now, valid: node.valid(at: now), into: &output) {
                output.metrics.ownershipsEnded.add(.removed)
                own(.removed(room), at: now)
            }
            drain.end(room)
        // A join of another node that came too late: its edge sends it again.
        case .requestJoin(_, let request) where request.address.loop == settings.loops: break
        case _ where message.homeRoom != nil: edge.take(message, of: loop, at: now, into: &output)
        default: served.take(message, at: now, valid: node.valid(at: now), into: &output)
        }
    }

    // MARK: Hand-over

    private mutating func handOver(_ room: String, at now: Instant) {
        guard served.stage(of: room) == .serving else { return }
        let others = node.owners(at: now).filter { $0 != node.id }
        served.freeze(room)
        guard let next = Rendezvous.first(of: others, for: room) else { return goOn(room) }
        own(.handOver(room, to: next), at: now)
    }

    /// Lets a room go on whose hand-over is under way and has failed.
    private mutating func goOn(_ room: String) {
        guard served.stage(of: room) == .frozen else { return }
        drain.end(room)
        served.goOn(room, into: &output)
    }

    private mutating func drainRooms(at now: Instant) {
        guard drain.isDraining else { return }
        let hasOthers = node.owners(at: now).contains { $0 != node.id }
        let speaking = served.served.filter(\.isSpeaking).map(\.name)
        for (room, isForced) in drain.takeDue(of: speaking, hasOthers: hasOthers, at: now) {
            served.prepareHandOver(room, isForced: isForced, into: &output)
        }
        // A damaged room has no home, and no other node could make one.
        let hasNoHomes = rooms.names.allSatisfy { served.damage(of: $0) != nil } && served.isEmpty
        let isOver = hasNoHomes || !hasOthers
        if drain.takeReport(isOver: isOver) { output.append(.drained) }
    }

    // MARK: Time

    /// Does everything for which it is time, and plans the next tick.
    private mutating func settle(at now: Instant) {
        output.expire(at: now)
        if let deadline = node.nextDeadline, deadline <= now { change(.tick, at: now) }
        if let deadline = rooms.nextDeadline, deadline <= now { own(.tick, at: now) }
        refuseForgotten(at: now)
        edge.settle(in: node, at: now, into: &output)
        openWanted(at: now)
        drainRooms(at: now)
        leaseEnd = node.valid(at: now)
        served.settle(at: now, valid: leaseEnd, into: &output)
        let deadlines = [
            node.nextDeadline, rooms.nextDeadline, edge.nextDeadline, served.nextDeadline, output.nextDeadline,
            drain.nextDeadline,
        ]
        nextDeadline = deadlines.compactMap(\.self).min()
    }

    /// Answers nodes that asked for rooms which this node does not take at present.
    private mutating func refuseForgotten(at now: Instant) {
        guard !openers.isEmpty, !node.mayClaim(at: now) else { return }
        for room in openers.rooms where !rooms.names.contains(room) {
            refuse(room, .notReady, "the node takes no rooms at present", at: now)
        }
    }
}
