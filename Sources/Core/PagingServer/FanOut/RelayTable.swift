import PagingEngine
import PagingRoom
import PagingWire
import Support

/// The rooms that connections of this loop have joined, here or elsewhere: subscribers, cursors, and when each is served.
struct RelayTable: Sendable {
    private var mirrors = DenseMap<String, Mirror>()
    /// Rooms with frames to send.
    private var dirtyRooms: Set<String> = []
    /// Rooms with subscribers that were not served in the last turn, and when they are.
    private(set) var lateRooms: [String: Instant] = [:]
    /// Crowded rooms with joins and leaves to announce, and when these are sent.
    private var crowds: Set<String> = []
    private var crowdsDueAt: Instant?
    /// Rooms whose members reported what they show, and when the reports go to the homes.
    private var drawnRooms: Set<String> = []
    private var drawnDueAt: Instant?
    /// The moment of the last offset for subscribers here.
    private(set) var lastMovedAt: Instant?
    private var histories: HistoryBudget
    private let settings: ServerSettings
    private var budget: LoopBudget { settings.budget }

    init(_ settings: ServerSettings, loops: Int) {
        self.settings = settings
        histories = HistoryBudget(byteLimit: settings.historyBytes(ofAllRoomsOnOneOf: loops))
    }

    var count: Int { mirrors.count }

    var nextDeadline: Instant? {
        earliest(drawnDueAt, earliest(crowdsDueAt, lateRooms.isEmpty ? nil : lateRooms.values.min()))
    }

    /// The newest event of a room that is known here.
    func newestSequence(of room: String) -> Sequence {
        mirrors.index(of: room).map { mirrors[$0].ring.last } ?? Sequence(0)
    }

    /// Members of this loop in each room.
    var memberCounts: [String: Int] {
        Dictionary(uniqueKeysWithValues: mirrors.indices.map { (mirrors.key(at: $0), mirrors[$0].subscribers.count) })
    }

    /// Adds what the mirrors hold.
    func count(into holdings: inout Holdings) {
        holdings.mirrors = mirrors.count
        for index in mirrors.indices { mirrors[index].count(into: &holdings) }
    }
}

// MARK: - Subscribers

extension RelayTable {
    /// Adds a subscriber and returns its index in the room's mirror.
    mutating func addSubscriber(_ peer: PeerID, _ granted: JoinGranted, behind replies: [Frame], isChoked: Bool) -> Int
    {
        var subscriber = Subscriber(
            peer: peer, offsets: granted.offsets, knowsEpochs: granted.knowsEpochs, cursor: granted.sequence,
            opening: replies + granted.frames)
        subscriber.isChoked = isChoked
        let mirror = mirrors.index(
            of: granted.room, orAdd: Mirror(settings, after: granted.sequence))
        dirtyRooms.insert(granted.room)
        return mirrors[mirror].add(subscriber)
    }

    /// Removes a subscriber, and the mirror with its last one. Returns the connection whose subscriber took its index.
    mutating func removeSubscriber(_ place: Subscription) -> PeerID? {
        guard let mirror = mirrors.index(of: place.room) else { return nil }
        let moved = mirrors[mirror].remove(at: place.index)
        if mirrors[mirror].subscribers.isEmpty {
            histories.add(-mirrors[mirror].ring.byteCount)
            mirrors[place.room] = nil
        }
        return moved
    }

    /// The frames that wait for a subscriber alone.
    func unsent(to place: Subscription) -> [Frame] {
        guard let mirror = mirrors.index(of: place.room) else { return [] }
        let subscriber = mirrors[mirror].subscribers[place.index]
        return subscriber.opening + subscriber.replies
    }

    /// Queues an answer and returns how many bytes of earlier answers wait.
    mutating func reply(_ frame: Frame, to place: Subscription) -> Int {
        guard let mirror = mirrors.index(of: place.room) else { return 0 }
        dirtyRooms.insert(place.room)
        return mirrors[mirror].reply(frame, to: place.index)
    }

    /// Gives a subscriber a snapshot to continue from.
    mutating func reset(_ place: Subscription, with snapshot: Frame, at sequence: Sequence) {
        guard let mirror = mirrors.index(of: place.room) else { return }
        mirrors[mirror].restart(place.index, with: snapshot, at: sequence)
        dirtyRooms.insert(place.room)
    }

    mutating func setChoked(_ place: Subscription, _ isChoked: Bool) {
        guard let mirror = mirrors.index(of: place.room) else { return }
        mirrors[mirror].setChoked(place.index, isChoked)
        dirtyRooms.insert(place.room)
    }
}

// MARK: - Publications

extension RelayTable {
    /// Takes published frames. A room without subscribers here has no mirror; what its home sends until it knows that is
    /// dropped. A crowd gets joins and leaves in batches: announcing each one to everybody would cost its square.
    mutating func publish(_ publication: Publication, to room: String, at now: Instant) {
        guard let mirror = mirrors.index(of: room) else { return }
        if publication.offset != nil { lastMovedAt = now }
        let canWait = publication.canWait && mirrors[mirror].subscribers.count > budget.crowdSubscribers
        let before = mirrors[mirror].ring.byteCount
        mirrors[mirror].take(publication, canWait: canWait)
        histories.add(mirrors[mirror].ring.byteCount - before)
        dirtyRooms.formUnion(histories.trim(&mirrors))
        dirtyRooms.insert(room)
        guard canWait, mirrors[mirror].hasWaiting, crowds.insert(room).inserted else { return }
        if crowdsDueAt == nil { crowdsDueAt = now.advanced(byMilliseconds: budget.crowdSpacingMilliseconds) }
    }

    /// Continues a room in another epoch. Returns the connections of all its subscribers, and of those that do not know
    /// epochs and are left behind.
    mutating func changeEpoch(of room: String, _ change: EpochChange) -> (peers: [PeerID], leftBehind: [PeerID]) {
        guard let mirror = mirrors.index(of: room) else { return ([], []) }
        histories.add(-mirrors[mirror].ring.byteCount)
        dirtyRooms.insert(room)
        let leftBehind = mirrors[mirror].changeEpoch(change, settings)
        return (mirrors[mirror].subscribers.map(\.peer), leftBehind)
    }

    /// Releases the joins and leaves that were not yet announced to crowds.
    mutating func releaseCrowds(at now: Instant) {
        guard let due = crowdsDueAt, due <= now else { return }
        for room in crowds {
            if let mirror = mirrors.index(of: room) { mirrors[mirror].release() }
        }
        dirtyRooms.formUnion(crowds)
        crowds = []
        crowdsDueAt = nil
    }

    /// Collects what members show, so that a crowd that comes to rest costs its home one message.
    mutating func collect(_ drawn: Drawn, of place: Subscription, at now: Instant) {
        if let mirror = mirrors.index(of: place.room) { mirrors[mirror].note(drawn, of: place.index) }
        drawnRooms.insert(place.room)
        if drawnDueAt == nil { drawnDueAt = now.advanced(byMilliseconds: budget.drawnSpacingMilliseconds) }
    }

    /// Sends the homes what members show.
    mutating func sendDrawn(at now: Instant, into output: inout LoopOutput) {
        guard let due = drawnDueAt, due <= now else { return }
        for room in drawnRooms.sorted() {
            guard let mirror = mirrors.index(of: room) else { continue }
            let drawn = mirrors[mirror].takeDrawn()
            if !drawn.isEmpty { output.sendToHome(of: room, .drawn(room: room, drawn)) }
        }
        drawnRooms.removeAll(keepingCapacity: true)
        drawnDueAt = nil
    }

    /// Asks the homes for snapshots for the subscribers that a ring has overtaken.
    mutating func requestResets(into output: inout LoopOutput) {
        for room in dirtyRooms.sorted() {
            guard let mirror = mirrors.index(of: room) else { continue }
            for peer in mirrors[mirror].takeOverrun() {
                output.sendToHome(of: room, .resync(room: room, Address(loop: output.loop, peer: peer)))
            }
        }
    }
}

// MARK: - Serving

extension RelayTable {
    /// Continues with rooms that have more subscribers than one turn serves. Events of the meantime go out with the rest:
    /// the busier the loop, the fewer and fuller the messages.
    mutating func resumeLateRooms(at now: Instant) {
        for (room, dueAt) in lateRooms where dueAt <= now {
            lateRooms[room] = nil
            dirtyRooms.insert(room)
        }
    }

    /// Serves the rooms with frames to send, in an order that is the same in every process.
    mutating func flush(at now: Instant, into output: inout LoopOutput) {
        for room in dirtyRooms.sorted() { flush(room, at: now, into: &output) }
        dirtyRooms.removeAll(keepingCapacity: true)
    }

    /// Serves some subscribers of a room. The rest are served after those of all other rooms or, while nothing moves,
    /// some time later, so that announcing joins and leaves to a crowd delays no other room.
    private mutating func flush(_ room: String, at now: Instant, into output: inout LoopOutput) {
        guard let mirror = mirrors.index(of: room) else { return }
        let (isPressing, dueAt) = (mirrors[mirror].isPressing, lateRooms[room])
        if let dueAt, dueAt <= now { return }
        let idle = dueAt == nil ? budget.idleSubscribers(of: mirrors[mirror].subscribers.count) : 0
        let limit = isPressing ? budget.subscribersPerTurn : idle
        let isDone = mirrors[mirror].flush(atMost: limit, into: &output)
        let later = dueAt ?? now.advanced(byMilliseconds: budget.idleSpacingMilliseconds)
        lateRooms[room] = isDone ? nil : isPressing ? now : later
    }
}
