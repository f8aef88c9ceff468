import ClusterMembership
import ClusterTraffic
import PagingEngine
import Support

/// A process of a cluster: a node, its rooms, and the rooms that it has members of. Time is its own boot clock.
struct SimulatedNode {
    /// A request to the world.
    enum Output {
        case fabric(FabricCommand)
        case statement(DatabaseStatement, SimulatedDatabase.Lane)
        /// Says something to all who follow a room; `nonce` is to be the word's number.
        case word(LinkFrame)
        case ended(NodeEndReason)
    }

    private static let sayMilliseconds: Int64 = 200

    private(set) var core: ClusterNode
    private(set) var rooms: OwnedRooms
    private(set) var followers: [RoomFollower]
    private(set) var nextDeadline: Instant?
    private var messenger: Messenger
    private var sayAt: Instant
    private var says = 0
    private var newestClocks: [NodeID: Int64] = [:]
    private let fault: NodeFault?

    init(_ settings: NodeSettings, rooms names: [String], fault: NodeFault?, random: SeedStream, at now: Instant) {
        var random = random
        var settings = settings
        if fault == .guardIgnored { settings.timing.guardTime = 1 << 40 }
        let seeds = [SeedStream(seed: random.next()), SeedStream(seed: random.next())]
        core = ClusterNode(settings, random: seeds[0], at: now)
        rooms = OwnedRooms(settings.timing, random: seeds[1])
        followers = names.map { RoomFollower($0) }
        messenger = Messenger(cluster: LinkStranger.cluster, node: core.id)
        sayAt = now.advanced(byMilliseconds: random.within(1...SimulatedNode.sayMilliseconds))
        self.fault = fault
    }

    /// The rooms of which it may say something now.
    func spoken(at now: Instant) -> [OwnedRoom] { core.valid(at: now) == nil ? [] : rooms.spoken }

    // MARK: Events

    mutating func start(at now: Instant, into outputs: inout [Output]) {
        outputs.append(.fabric(.subscribe(.beat)))
        for follower in followers { outputs.append(.fabric(.subscribe(.out(room: follower.room)))) }
        handle(.start, at: now, into: &outputs)
    }

    mutating func handle(_ event: NodeEvent, at now: Instant, into outputs: inout [Output]) {
        var effects: [NodeEffect] = []
        let old = core.id
        core.handle(event, at: now, into: &effects)
        for effect in effects {
            switch effect {
            case .execute(let statement): outputs.append(.statement(.node(statement), .lease))
            case .send(let message, let subject): send(message.bytes, to: subject, into: &outputs)
            case .began(let id):
                outputs += [.fabric(.unsubscribe(.node(old))), .fabric(.subscribe(.node(id)))]
                messenger = Messenger(cluster: LinkStranger.cluster, node: id)
            case .live, .silent: handleRooms(.tick, at: now, into: &outputs)
            case .ended(let reason):
                outputs.append(.ended(reason))
                handleRooms(.ended, at: now, into: &outputs)
            case .gone(let node):
                for place in followers.indices { followers[place].gone(node) }
                ask(at: now, into: &outputs)
            case .left: break
            }
        }
        plan()
    }

    mutating func handleRooms(_ event: RoomEvent, at now: Instant, into outputs: inout [Output]) {
        var effects: [RoomEffect] = []
        let view = RoomView(
            node: core.id, isLive: core.valid(at: now) != nil, mayClaim: core.mayClaim(at: now),
            owners: core.owners(at: now), format: core.settings.formats.upperBound,
            writtenFormat: core.writtenFormat)
        rooms.handle(event, at: now, in: view, into: &effects)
        for case .execute(let statement) in effects { outputs.append(.statement(.room(statement), .journal)) }
        for case .speak(let room) in effects { say(room, at: now, into: &outputs) }
        for case .moved(let room, let node, let epoch) in effects {
            open(room, at: node, known: epoch, now: now, into: &outputs)
        }
        plan()
    }

    mutating func answered(
        _ statement: DatabaseStatement, _ outcome: DatabaseOutcome, at now: Instant, into outputs: inout [Output]
    ) {
        switch (statement, outcome) {
        case (.node(let statement), .node(let outcome)): handle(.answered(statement, outcome), at: now, into: &outputs)
        case (.room(let statement), .room(let outcome)):
            handleRooms(.answered(statement, outcome), at: now, into: &outputs)
        case (.append(_, let entries), .appended(let appended)):
            for entry in entries where !appended.contains(entry.room) {
                // Of an append before the newest fence.
                guard rooms[entry.room]?.fence == entry.fence else { continue }
                handleRooms(.fenced(entry.room), at: now, into: &outputs)
            }
        case (.append, .unknown): handleRooms(.journalLost, at: now, into: &outputs)
        default: break
        }
    }

    /// Takes a message. Returns the number of a word, and whether it is obeyed.
    mutating func received(
        _ bytes: [UInt8], on subject: Subject, at now: Instant, into outputs: inout [Output]
    ) -> (word: UInt64, isObeyed: Bool)? {
        guard let message = messenger.receive(bytes, on: subject, at: now) else { return nil }
        if let news = NodeMessage(message.payload) {
            if case .pong(let reading) = news {
                newestClocks[message.sender] = reading.boot.milliseconds(since: now)
            }
            handle(.received(news, from: message.sender), at: now, into: &outputs)
            return nil
        }
        guard let frame = LinkFrame(message.payload) else { return nil }
        if frame.direction == .up {
            handleRooms(.opened(frame.key.room, known: frame.key.epoch.number), at: now, into: &outputs)
            return nil
        }
        guard message.sender == frame.key.epoch.owner else { return nil }
        return (frame.key.nonce, follow(frame, at: now))
    }

    /// Passes a word to the own members, or obeys one that came: both need a lease that is young enough.
    mutating func follow(_ frame: LinkFrame, at now: Instant) -> Bool {
        guard let place = followers.firstIndex(where: { $0.room == frame.key.room }), isYoung(frame, at: now) else {
            return false
        }
        return followers[place].follow(frame.key.epoch, isAnyEpochGood: fault == .epochIgnored, at: now)
    }

    private func isYoung(_ frame: LinkFrame, at now: Instant) -> Bool {
        guard let valid = frame.valid else { return false }
        let sender = frame.key.epoch.owner
        switch fault {
        case .validIgnored: return true
        case .pausesIgnored where sender != core.id:
            guard let ahead = newestClocks[sender] else { return false }
            return now.milliseconds + ahead <= valid.milliseconds + core.settings.timing.tolerance
        default: return core.obeys(valid: valid, from: sender, at: now)
        }
    }

    /// Does what it is time for.
    mutating func tick(at now: Instant, into outputs: inout [Output]) {
        if let deadline = core.nextDeadline, deadline <= now { handle(.tick, at: now, into: &outputs) }
        if let deadline = rooms.nextDeadline, deadline <= now {
            handleRooms(.tick, at: now, into: &outputs)
        }
        guard sayAt <= now else { return plan() }
        speak(at: now, into: &outputs)
        plan()
    }

    /// Says something of each room, writes a record now and then, and asks for rooms that are silent.
    mutating func speak(at now: Instant, into outputs: inout [Output]) {
        sayAt = now.advanced(byMilliseconds: SimulatedNode.sayMilliseconds)
        says += 1
        for room in spoken(at: now) {
            say(room.room, at: now, into: &outputs)
            guard says % 2 == 0 else { continue }
            let entry = JournalEntry(room: room.room, fence: room.fence)
            outputs.append(.statement(.append(core.id, [entry]), .journal))
        }
        ask(at: now, into: &outputs)
    }

    private mutating func say(_ room: String, at now: Instant, into outputs: inout [Output]) {
        guard let valid = core.valid(at: now), let owned = rooms[room] else { return }
        let epoch = RoomEpoch(number: owned.epoch, owner: core.id)
        let key = LinkKey(room: room, epoch: epoch, nonce: 0)
        outputs.append(.word(LinkFrame(key, first: 1, acknowledged: 0, items: [], valid: valid)))
    }

    private mutating func ask(at now: Instant, into outputs: inout [Output]) {
        for place in followers.indices {
            guard let node = followers[place].ask(core, at: now) else { continue }
            let (room, known) = (followers[place].room, followers[place].epoch?.number ?? 0)
            open(room, at: node, known: known, now: now, into: &outputs)
        }
    }

    private mutating func open(
        _ room: String, at node: NodeID, known: UInt64, now: Instant, into outputs: inout [Output]
    ) {
        guard node != core.id else {
            return handleRooms(.opened(room, known: known), at: now, into: &outputs)
        }
        let key = LinkKey(room: room, epoch: RoomEpoch(number: known, owner: core.id), nonce: 0)
        let frame = LinkFrame(key, first: 1, acknowledged: 0, items: [], valid: nil)
        send(frame.bytes, to: .node(node), into: &outputs)
    }

    /// The messages of a word that is said now.
    mutating func commands(saying frame: LinkFrame) -> [FabricCommand] {
        messenger.send(frame.bytes, to: .out(room: frame.key.room))
    }

    private mutating func send(_ payload: [UInt8], to subject: Subject, into outputs: inout [Output]) {
        outputs += messenger.send(payload, to: subject).map { .fabric($0) }
    }

    private mutating func plan() {
        nextDeadline = earliest(sayAt, earliest(core.nextDeadline, rooms.nextDeadline))
    }
}
