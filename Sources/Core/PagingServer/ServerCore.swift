import Metrics
package import PagingEngine
package import PagingRoom
package import PagingWire
import Support

/// One loop of the server, without a socket: what happens goes in, what to do comes out.
///
/// It is the home of some rooms and mirrors those that its connections have joined elsewhere. Home and mirror
/// speak `LoopMessage` to each other; between two loops the shell carries it, within one loop it stays inside.
/// Whatever an event makes due to a connection goes out in one message at the end of that event.
package struct ServerCore: Sendable {
    let loop: Int
    let loops: Int
    let settings: ServerSettings
    let encode: @Sendable (ServerMessage) -> Frame
    var peers = DenseMap<PeerID, Peer>()
    var homes = DenseMap<String, Home>()
    var mirrors = DenseMap<String, Mirror>()
    /// Every room there was from the start, whichever loop owns it.
    let roomNames: Set<String>
    /// Who waits for a room that this loop would make.
    var wanted: [String: [JoinRequest]] = [:]
    /// Rooms of the process as loop 0 counts them.
    var roomCount: Int
    /// Rooms this loop has made so far.
    var roomsMade = 0
    var wakes = TimerQueue<Instant, String>()
    /// Connections whose newest sample waits for the bucket, and when it is tried again.
    var heldPeers: Set<PeerID> = []
    var samplesDueAt: Instant?
    /// Rooms of which members here have said what they show, and when that is passed on.
    var drawnRooms: Set<String> = []
    var drawnDueAt: Instant?
    /// Mail from this loop to itself, done before the event is over.
    var inbox: [LoopMessage] = []
    /// Mirrors and connections that something became due to.
    var dirtyRooms: Set<String> = []
    var dirtyPeers: Set<PeerID> = []
    /// Mirrors with readers that still wait for their turn, and when they have it.
    var lateRooms: [String: Instant] = [:]
    /// Mirrors of crowds that have not been told yet who came and went, and when they are.
    var waitingRooms: Set<String> = []
    var waitingRoomsDueAt: Instant?
    /// What newcomers of the present moment can share.
    var catchUps = CatchUpCache()
    /// When time limits are looked at again, and of how many connections they have been in this round.
    var sweepDueAt: Instant
    var sweptPeers = 0
    /// When readers here were last told of a place.
    package internal(set) var lastMovedAt: Instant?
    /// When `tick` has something to do. Kept, for whoever asked the core to work it out would get a copy of it all.
    package private(set) var nextDeadline: Instant?
    /// Set once the process is going away.
    var draining: Drain?
    /// Why the memory takes nothing at present.
    var storeTrouble: String?
    /// What happened so far, for who watches the server; what is now stands in `metrics(at:)`.
    var counts = ServerMetrics()
    /// Kept between calls so that a drag allocates nothing.
    var roomEffects: [RoomEffect] = []

    /// Milliseconds within which every connection's time limits are looked at.
    static let sweepMilliseconds: Int64 = 1_000

    package init(
        loop: Int, loops: Int, settings: ServerSettings, rooms: [RoomSpec], now: Instant,
        encode: @escaping @Sendable (ServerMessage) -> [UInt8]
    ) {
        precondition(loop >= 0 && loop < loops, "a loop is one of the process's loops")
        self.loop = loop
        self.loops = loops
        self.settings = settings
        self.encode = encode
        roomNames = Set(rooms.map(\.name))
        roomCount = roomNames.count
        sweepDueAt = now.advanced(byMilliseconds: ServerCore.sweepMilliseconds)
        for plan in rooms where RoomSpec.home(of: plan.name, loops: loops) == loop {
            establish(plan, epoch: settings.epoch, at: now)
        }
        nextDeadline = nextMoment
    }

    /// What the room of that name looks like at `now`; nil when another loop is its home.
    package func snapshot(of room: String, at now: Instant) -> Replica? {
        homes[room]?.room.snapshot(at: now)
    }

    /// The notes of the window of that room, for presenters only; nil when another loop is its home.
    package func notes(of room: String) -> [PageNotes]? {
        homes[room]?.room.windowNotes
    }

    /// Connections of this loop.
    package var connectionCount: Int { peers.count }

    private var nextMoment: Instant? {
        let ofPeers = earliest(peers.count == 0 ? nil : sweepDueAt, draining?.nextMoment)
        let ofHomes = earliest(wakes.first, earliest(samplesDueAt, drawnDueAt))
        let ofMirrors = earliest(waitingRoomsDueAt, lateRooms.isEmpty ? nil : lateRooms.values.min())
        return earliest(ofPeers, earliest(ofHomes, ofMirrors))
    }

    /// Does everything `event` asks for and appends what the shell must do.
    package mutating func handle(_ event: ServerEvent, at now: Instant, into effects: inout [ServerEffect]) {
        perform(event, at: now, into: &effects)
        settle(at: now, into: &effects)
    }

    /// Does what all of `events` ask for, in their order; what they make due to a connection goes out in one message.
    package mutating func handle(_ events: [ServerEvent], at now: Instant, into effects: inout [ServerEffect]) {
        for event in events {
            perform(event, at: now, into: &effects)
            deliverInbox(at: now, into: &effects)
        }
        settle(at: now, into: &effects)
    }

    private mutating func perform(_ event: ServerEvent, at now: Instant, into effects: inout [ServerEffect]) {
        switch event {
        case .opened(let peer, let room, let secret): open(peer, room: room, secret: secret, at: now, into: &effects)
        case .received(let peer, let objects): receive(objects, from: peer, at: now, into: &effects)
        case .authorized(let peer, let authorization): authorize(peer, authorization, into: &effects)
        case .pong(let peer): if let place = peers.index(of: peer) { peers[place].pongDueAt = nil }
        case .choked(let peer): setChoked(peer, since: now)
        case .writable(let peer): becameWritable(peer, at: now)
        case .closed(let peer): close(peer, into: &effects)
        case .mail(let mails): inbox += mails
        case .tick: tick(at: now, into: &effects)
        case .journaled(let positions): secure(positions, at: now, into: &effects)
        case .storeTrouble(let trouble): setStoreTrouble(trouble, into: &effects)
        case .drain(let milliseconds): drain(within: milliseconds, at: now, into: &effects)
        }
    }

    /// Delivers inner mail until there is none, then sends what became due: once, for a second message in the same
    /// event would find those who took the first in part only, and be lost.
    private mutating func settle(at now: Instant, into effects: inout [ServerEffect]) {
        repeat {
            deliverInbox(at: now, into: &effects)
            askForResets(into: &effects)
        } while !inbox.isEmpty
        flush(at: now, into: &effects)
        catchUps.removeAll()
        nextDeadline = nextMoment
    }

    private mutating func deliverInbox(at now: Instant, into effects: inout [ServerEffect]) {
        var next = 0
        while next < inbox.count {
            deliver(inbox[next], at: now, into: &effects)
            next += 1
        }
        inbox.removeAll(keepingCapacity: true)
    }

    /// To the home of `room`, here or on another loop.
    mutating func mailHome(of room: String, _ mail: LoopMessage, into effects: inout [ServerEffect]) {
        self.mail(mail, to: RoomSpec.home(of: room, loops: loops), into: &effects)
    }

    mutating func mail(_ mail: LoopMessage, to other: Int, into effects: inout [ServerEffect]) {
        if other == loop { inbox.append(mail) } else { effects.append(.mail(mail, to: other)) }
    }

    private mutating func deliver(_ mail: LoopMessage, at now: Instant, into effects: inout [ServerEffect]) {
        switch mail {
        case .enter(let room, let arrival): enter(room, arrival, at: now, into: &effects)
        case .withdrawn(let room, let address): withdraw(room, address, at: now, into: &effects)
        case .request(let room, let member, let address, let id, let request, let grant):
            guard let place = homes.index(of: room), homes[place].addresses[member] == address else { return }
            if refusesForMemory(place, request, id, address, into: &effects) { return }
            with(place, at: now, into: &effects) {
                $0.handle(request, id: id, grant: grant, from: member, at: now, into: &$1)
            }
            count(request, id, from: member)
        case .pages(let room, let member, let address, let id, let first, let count):
            answerPages(room, member, address, id, from: first, count: count, into: &effects)
        case .gone(let room, let member, let address, let politely):
            leave(room, member, address, politely: politely, at: now, into: &effects)
        case .resync(let room, let address): resync(room, address, at: now, into: &effects)
        case .drawn(let room, let drawn): take(drawn, of: room, at: now, into: &effects)
        case .admitted(let peer, let admission): admit(peer, admission, into: &effects)
        case .publish(let room, let publication): publish(publication, to: room, at: now)
        case .reply(let peer, let frame): reply(frame, to: peer, into: &effects)
        case .reset(let peer, let frame, let sequence): reset(peer, frame, sequence)
        case .dismissed(let peer, let code, let reason): end(peer, code, reason, into: &effects)
        case .roomWanted(let room, let other): decide(on: room, of: other, into: &effects)
        case .roomDecided(let room, let isGranted): make(room, isGranted: isGranted, at: now, into: &effects)
        case .roomGone: roomCount -= 1
        }
    }
}
