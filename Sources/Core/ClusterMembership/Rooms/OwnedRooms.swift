import ClusterTraffic
package import PagingEngine
package import Support

/// The rooms of a node: which it claims, owns and hands over. Its statements go over the journal connection.
package struct OwnedRooms: Sendable {
    /// Quiet rooms that a node claims a second.
    static let quietRoomsPerLook = 10
    static let lookMilliseconds: Int64 = 1_000

    /// The time of the next `tick` if nothing happens before.
    package private(set) var nextDeadline: Instant?
    private var rooms: [String: RoomOwner] = [:]
    private var slot = StatementSlot<RoomStatement>()
    /// Whether the journal connection was lost since the last `refence`, also in a life before: until then it appends nothing.
    private var needsRefence = false
    /// The last life that ended: answers to its statements change nothing.
    private var ended: NodeID?
    private var lookAt: Instant?
    private let reconnect: ClosedRange<Int64>
    /// Rooms of the cluster beyond which none is created.
    private let roomLimit: Int
    private var random: SeedStream

    package init(_ timing: LeaseTiming, roomLimit: Int = 1_000, random: SeedStream) {
        reconnect = timing.reconnect
        self.roomLimit = roomLimit
        self.random = random
    }

    /// Rooms about which members may be told something now, with their numbers.
    package var spoken: [OwnedRoom] {
        rooms.values.filter { $0.stage == .speaking }.compactMap(\.home).sorted { $0.room < $1.room }
    }

    /// Rooms that this node owns, as far as it knows.
    package var names: [String] { rooms.filter { $0.value.owned != nil }.keys.sorted() }

    /// The sending of the oldest statement that the database has not answered; nil when it has answered all.
    package var statementSince: Instant? { slot.waitingSince }

    /// The numbers of a room that this node owns.
    package subscript(room: String) -> OwnedRoom? { rooms[room]?.home }

    package mutating func handle(
        _ event: RoomEvent, at now: Instant, in view: RoomView, into effects: inout [RoomEffect]
    ) {
        switch event {
        case .tick: break
        case .opened(let room, let epoch, let mayCreate): open(room, known: epoch, mayCreate, in: view)
        case .answered(let statement, let outcome): answered(statement, outcome, at: now, in: view, into: &effects)
        case .fenced(let room): if rooms[room]?.owned != nil { remove(room, into: &effects) }
        case .journalLost: needsRefence = true
        case .handOver(let room, let node): if rooms[room]?.handOver(to: node) == true { effects.append(.hold(room)) }
        case .removed(let room): rooms[room] = nil
        case .ended:
            for room in rooms.keys.sorted() { remove(room, into: &effects) }
            ended = view.node
            slot.giveUp()
        }
        advance(at: now, in: view, into: &effects)
    }

    private mutating func open(_ room: String, known epoch: UInt64, _ mayCreate: Bool, in view: RoomView) {
        if rooms[room] == nil, view.mayClaim { rooms[room] = RoomOwner() }
        rooms[room]?.note(known: epoch, mayCreate: mayCreate)
    }

    private mutating func remove(_ room: String, into effects: inout [RoomEffect]) {
        guard let owner = rooms.removeValue(forKey: room), owner.home != nil else { return }
        effects.append(.end(room))
    }

    // MARK: Outcomes

    private mutating func answered(
        _ statement: RoomStatement, _ outcome: RoomOutcome, at now: Instant, in view: RoomView,
        into effects: inout [RoomEffect]
    ) {
        let pause = outcome == .unknown ? now.advanced(byMilliseconds: random.within(reconnect)) : nil
        guard slot.end(statement, pausingUntil: pause) else { return }
        if outcome == .unknown { needsRefence = true }
        guard view.node != ended else { return }
        switch (statement, outcome) {
        case (.readRooms(let names), .rows(let rows)): found(rows, of: names, in: view, into: &effects)
        case (.readQuiet, .rows(let rows)): takeQuiet(rows, in: view)
        case (.claim(view.node, let claims, _, _), .owned(let owned)): claimed(owned, of: claims)
        case (.create(view.node, let room, _, _, _), _) where rooms[room]?.stage == .creating:
            if case .owned(let owned) = outcome, let own = owned.first { rooms[room]?.own(own) }
            if outcome == .noRow { rooms[room]?.refuse() }
        case (.load(let room), .loaded):
            guard rooms[room]?.stage == .loading, let owned = rooms[room]?.owned else { return }
            rooms[room]?.loaded()
            effects.append(.begin(owned))
        // Another node has claimed the room meanwhile.
        case (.load(let room), .noRow): remove(room, into: &effects)
        case (.refence(view.node), .owned(let owned)): refenced(owned, into: &effects)
        case (.handOver(let room, _, let node), .handedOver(let epoch)):
            guard case .handing = rooms[room]?.stage else { return }
            remove(room, into: &effects)
            effects.append(.moved(room, to: node, epoch: epoch))
        // Another fence, so another owner; or the next node is gone, which the row tells.
        case (.handOver, .noRow): needsRefence = true
        default: break
        }
    }

    private mutating func found(
        _ rows: [RoomRow], of names: [String], in view: RoomView, into effects: inout [RoomEffect]
    ) {
        for room in names where rooms[room]?.stage == .looking {
            guard let row = rows.first(where: { $0.room == room }) else {
                missing(room, into: &effects)
                continue
            }
            if let owner = row.owner, owner != view.node {
                rooms[room] = nil
                effects.append(.elsewhere(room, owner: owner, epoch: row.epoch))
            } else if row.format > view.format {
                rooms[room] = nil
                effects.append(.newerFormat(room))
            } else {
                rooms[room]?.claim(read: row.epoch)
            }
        }
    }

    private mutating func missing(_ room: String, into effects: inout [RoomEffect]) {
        guard let owner = rooms[room] else { return }
        if owner.mayCreate, !owner.isRefused {
            rooms[room]?.create()
        } else {
            rooms[room] = nil
            effects.append(owner.mayCreate ? .roomLimit(room) : .unknownRoom(room))
        }
    }

    /// Claims rooms that nobody opens, each by the node whose turn it is: so they are forgotten by the ordinary rules.
    private mutating func takeQuiet(_ rows: [RoomRow], in view: RoomView) {
        let turns = rows.filter { row in
            rooms[row.room] == nil && row.format <= view.format
                && (row.owner == view.node || Rendezvous.first(of: view.owners, for: row.room) == view.node)
        }
        for row in turns.prefix(OwnedRooms.quietRoomsPerLook) where view.mayClaim {
            var owner = RoomOwner()
            owner.claim(read: row.epoch)
            rooms[row.room] = owner
        }
    }

    private mutating func claimed(_ owned: [OwnedRoom], of claims: [RoomClaim]) {
        for claim in claims {
            guard case .claiming = rooms[claim.room]?.stage else { continue }
            if let room = owned.first(where: { $0.room == claim.room }) {
                rooms[claim.room]?.own(room)
            } else {
                rooms[claim.room]?.look()
            }
        }
    }

    /// Takes the rooms that are this node's for sure, and forgets those that are not.
    private mutating func refenced(_ owned: [OwnedRoom], into effects: inout [RoomEffect]) {
        needsRefence = false
        for name in rooms.keys.sorted() {
            guard let owner = rooms[name] else { continue }
            let room = owned.first { $0.room == name }
            switch (owner.owned, room) {
            case (nil, nil): if owner.isSent { rooms[name]?.look() }
            case (nil, let room?): rooms[name]?.own(room)
            case (let old?, let room?) where old.epoch == room.epoch:
                rooms[name]?.refence(room)
                if owner.home != nil { effects.append(.refenced(room)) }
            // Another epoch: a later ownership, whose journal this node has not read.
            case (_?, let room):
                remove(name, into: &effects)
                guard let room else { continue }
                var next = RoomOwner()
                next.own(room)
                rooms[name] = next
            }
        }
        // A claim that was forgotten, and has taken effect.
        for room in owned where rooms[room.room] == nil {
            var owner = RoomOwner()
            owner.own(room)
            rooms[room.room] = owner
        }
    }

    // MARK: Time

    private mutating func advance(at now: Instant, in view: RoomView, into effects: inout [RoomEffect]) {
        let maySpeak = view.isLive && !needsRefence
        for room in rooms.keys.sorted() where rooms[room]?.speak(maySpeak) == true {
            effects.append(maySpeak ? .speak(room) : .hold(room))
        }
        if slot.isFree(at: now), let statement = next(at: now, in: view) {
            slot.begin(statement, at: now)
            effects.append(.execute(statement))
        }
        nextDeadline = [slot.nextDeadline, lookAt].compactMap { $0 }.filter { $0 > now }.min()
    }

    private mutating func next(at now: Instant, in view: RoomView) -> RoomStatement? {
        guard view.isLive else { return nil }
        // Edges ask another node soon.
        if !view.mayClaim { rooms = rooms.filter { $0.value.owned != nil || $0.value.isSent } }
        if needsRefence { return .refence(view.node) }
        let names = rooms.keys.sorted()
        for room in names {
            guard let owner = rooms[room], let owned = owner.owned else { continue }
            if case .handing(let node) = owner.stage, !owner.isSent {
                rooms[room]?.sent()
                return .handOver(room, fence: owned.fence, to: node)
            }
            if owner.stage == .loading { return .load(room) }
        }
        let claims = names.compactMap { room in claim(of: room) }
        if !claims.isEmpty {
            for claim in claims { rooms[claim.room]?.sent() }
            return .claim(view.node, claims, format: view.format, written: view.writtenFormat)
        }
        if let room = names.first(where: { rooms[$0]?.stage == .creating && rooms[$0]?.isSent == false }) {
            rooms[room]?.sent()
            let known = rooms[room]?.known ?? 0
            return .create(view.node, room, known: known, format: view.writtenFormat, limit: roomLimit)
        }
        let looking = names.filter { rooms[$0]?.stage == .looking }
        if !looking.isEmpty { return .readRooms(looking) }
        guard view.mayClaim, (lookAt ?? now) <= now else { return nil }
        lookAt = now.advanced(byMilliseconds: OwnedRooms.lookMilliseconds)
        return .readQuiet(view.node)
    }

    private func claim(of room: String) -> RoomClaim? {
        guard let owner = rooms[room], case .claiming(let read) = owner.stage, !owner.isSent else { return nil }
        return RoomClaim(room: room, read: read, known: owner.known)
    }
}
