import ClusterMembership
import ClusterTraffic
import PagingEngine
import PagingRoom
import PagingServer
import PagingWire
import Support

/// A room with connections of this node that another node owns, or nobody yet.
///
/// searching → following ⇄ repairing → searching; at any time the node itself may make the home instead. The connections
/// stay meanwhile.
struct EdgeRoom: Sendable {
    let name: String
    /// The highest epoch that anybody told.
    private(set) var known: UInt64 = 0
    private var audience: EdgeAudience
    /// Either this or the link.
    private var search: OwnerSearch?
    private var link: EdgeLink?
    /// The epoch of the last link: drags of an earlier one do not go on. Nil while no owner knows of connections here.
    private var linkedEpoch: RoomEpoch?
    private var repair = EventRepair()
    /// The time since which no owner was found.
    private var searchedSince: Instant?
    /// The loss that the next owner's snapshot ends; nil without members.
    private(set) var loss: OwnerLoss?
    private var isNoticed = false
    private var wantsThisNode = false
    private var random: SeedStream
    private let settings: ClusterCoreSettings

    init(_ name: String, _ settings: ClusterCoreSettings, random: SeedStream, at now: Instant) {
        self.name = name
        self.settings = settings
        self.random = random
        audience = EdgeAudience(name, settings)
        startSearch(hint: nil, at: now)
    }

    /// The owner, while there is a link to it.
    var owner: NodeID? { link?.owner }
    var status: EdgeStatus {
        EdgeStatus(
            room: name, owner: owner, epoch: audience.epoch, seats: audience.seatCount,
            waitingSince: audience.isEmpty ? nil : troubledSince)
    }
    var ring: FrameRing? { audience.ring }
    var joinCount: Int { audience.joinCount }
    /// Whether a join waits that may create the room.
    var mayCreate: Bool { audience.mayCreate }
    /// Whether events of the link's epoch are told here.
    private var isFollowing: Bool { link.map { $0.key.epoch == audience.epoch } ?? false }

    mutating func halveHistory() { audience.halveHistory() }

    // MARK: Connections

    /// Takes a message of a loop of this node to the home of the room.
    mutating func take(_ message: LoopMessage, at now: Instant, into output: inout ClusterOutput) {
        switch message {
        case .requestJoin(_, let request):
            let isOwners = audience.add(request)
            // An answer to an earlier question may be that there is no such room.
            if request.mayCreate, search?.mayCreate == false { startSearch(hint: nil, at: now) }
            if isOwners { send(.requestJoin(request), at: now, with: output.codec) }
        case .withdrawn(_, let address):
            audience.withdraw(address)
            send(.withdrawn(address), at: now, with: output.codec)
        case .request(_, let member, let address, let id, let request, let token):
            ask(.request(member, address, id, request, token), id, of: address, at: now, into: &output)
        case .sideRequest(_, let member, let address, let id, let request):
            ask(.sideRequest(member, address, id, request), id, of: address, at: now, into: &output)
        case .left(_, let member, let address, let politely):
            guard audience.remove(address, politely: politely, at: now) else { return }
            send(.left(member, address, politely: politely), at: now, with: output.codec)
        case .drawn(_, let drawn):
            guard isFollowing else { return }
            let others = audience.take(drawn)
            if !others.isEmpty, link?.isFull == false { send(.drawn(others), at: now, with: output.codec) }
        case .resync(_, let address):
            if audience.setAwaitsSnapshot(address) { send(.resync(address), at: now, with: output.codec) }
        default: break
        }
    }

    private mutating func ask(
        _ item: UpItem, _ id: RequestID?, of address: Address, at now: Instant, into output: inout ClusterOutput
    ) {
        if audience.takeFileRequest(item, of: address) { return }
        if audience.hasAdmitted(address) {
            if let own = audience.takeRequest(of: address, item, into: &output) {
                send(own, at: now, with: output.codec)
            }
            return
        }
        guard audience.contains(address) else { return }
        guard let id else {
            // The next sample of the drag says the same.
            if link?.isFull == false { send(item, at: now, with: output.codec) }
            return
        }
        let bytes = item.bytes(with: output.codec)
        if audience.note(item, id, bytes: bytes.count, of: address, into: &output) { link?.send(bytes, at: now) }
    }

    private mutating func send(_ item: UpItem, at now: Instant, with codec: RequestCodec) {
        link?.send(item.bytes(with: codec), at: now)
    }

    // MARK: Searching

    private mutating func startSearch(hint: NodeID?, isHandOver: Bool = false, at now: Instant) {
        if loss == nil, !audience.hasNoSeats { loss = OwnerLoss(since: now, isHandOver: isHandOver) }
        link = nil
        repair = EventRepair()
        search = OwnerSearch(nonce: random.next(), hint: hint, at: now)
        if searchedSince == nil { searchedSince = now }
    }

    /// Searches again, with a new life of this node.
    mutating func restart(at now: Instant) { startSearch(hint: owner, at: now) }

    /// A node has ended.
    mutating func gone(_ node: NodeID, at now: Instant) {
        if owner == node { startSearch(hint: nil, at: now) } else { search?.restart(without: node, at: now) }
    }

    mutating func fabricConnected(at now: Instant) {
        link?.fabricConnected()
        if link != nil { repair.ask(at: now) }
        search?.restart(first: linkedEpoch?.owner, at: now)
    }

    mutating func elsewhere(_ node: NodeID, epoch: UInt64, at now: Instant) {
        guard epoch >= known else { return }
        known = epoch
        search?.redirect(to: node, at: now)
    }

    /// The answer of a node to the last question.
    mutating func refused(
        _ refusal: OpenRefusal, _ reason: String, at now: Instant, into output: inout ClusterOutput
    ) {
        guard let isCreated = search?.mayCreate else { return }
        switch refusal {
        case .noSuchRoom:
            audience.dismissJoins(.noSuchRoom, "there is no room \(name)", into: &output) { isCreated || !$0.mayCreate }
            audience.dismissSeats(.moved, "the room was removed", into: &output)
            linkedEpoch = nil
        case .roomLimit: audience.dismissJoins(.serverFull, reason, into: &output) { _ in true }
        case .damaged:
            audience.dismissJoins(.roomClosed, reason, into: &output) { _ in true }
            audience.dismissSeats(.roomClosed, reason, into: &output)
            linkedEpoch = nil
        case .newerFormat, .notReady: search?.redirect(to: nil, at: now)
        }
    }

    // MARK: This node as the owner

    mutating func takeWantsThisNode() -> Bool {
        defer { wantsThisNode = false }
        return wantsThisNode
    }

    /// The messages with which the home on this node goes on.
    mutating func takeAll(into output: inout ClusterOutput) -> [LoopMessage] { audience.takeAll(into: &output) }

    /// Takes the connections of the home of this node, which has ended at `sequence`.
    mutating func depart(
        _ seats: [ReopenRequest], of epoch: RoomEpoch, at sequence: Sequence?, to next: NodeID?, now: Instant
    ) {
        known = max(known, epoch.number)
        audience.adopt(seats, of: epoch, at: sequence)
        if !seats.isEmpty { linkedEpoch = epoch }
        startSearch(hint: next, isHandOver: next != nil, at: now)
    }

    // MARK: Link

    private mutating func linkUp(_ key: LinkKey, at sequence: Sequence, now: Instant, into output: inout ClusterOutput)
    {
        search = nil
        link = EdgeLink(key)
        // The epoch may be another one, with its own numbers.
        repair = EventRepair()
        if linkedEpoch != key.epoch { audience.answerDrags(into: &output) }
        linkedEpoch = key.epoch
        known = max(known, key.epoch.number)
        for item in audience.linked(at: now) { send(item, at: now, with: output.codec) }
        if !isFollowing, audience.hasNoSeats { audience.skip(to: sequence, of: key.epoch) }
        if !isFollowing || sequence > audience.last { repair.miss(sequence, isGap: isFollowing, at: now) }
        // The owner is the one of before.
        if isFollowing { loss = nil }
        noteFollowing()
    }

    /// The owner ends the link. If the room was removed, this may be all that arrives of it.
    private mutating func endLink(
        _ refusal: OpenRefusal, _ reason: String, at now: Instant, into output: inout ClusterOutput
    ) {
        if refusal == .noSuchRoom {
            audience.dismissSeats(.roomClosed, reason, into: &output)
            linkedEpoch = nil
        }
        startSearch(hint: nil, at: now)
    }

    private mutating func noteFollowing() {
        if isFollowing { searchedSince = nil }
    }

    mutating func receive(_ frame: LinkFrame, from sender: NodeID, at now: Instant, into output: inout ClusterOutput) {
        guard link?.key == frame.key else { return }
        link?.receive(frame, from: sender, offsets: audience.offsetCount, at: now)
        deliver(at: now, into: &output)
    }

    /// Passes on what the owner said to single connections, as far as the events before it are here.
    private mutating func deliver(at now: Instant, into output: inout ClusterOutput) {
        guard isFollowing, let epoch = audience.epoch else { return }
        // Nobody here needs the events before the first member's.
        if audience.hasNoSeats, let awaited = link?.awaited, awaited > audience.last {
            audience.skip(to: awaited, of: epoch)
        }
        if repair.reached(audience.last) { output.metrics.gapsRepaired.add() }
        while let arrival = link?.next(at: audience.last) {
            if let item = audience.deliver(arrival, at: now, into: &output) { send(item, at: now, with: output.codec) }
        }
        // An event is mostly on its way; the words that would tell of its loss may be lost, too.
        if let awaited = link?.awaited, awaited > audience.last {
            repair.miss(awaited, pausing: settings.timing.since, at: now)
        }
    }

    // MARK: Words

    /// Takes a message about the room. `isYoung` tells whether words of its sender with this `valid` count.
    mutating func take(
        _ word: RoomMessage, from sender: NodeID, at now: Instant, into output: inout ClusterOutput,
        isYoung: (Instant) -> Bool
    ) {
        if let valid = word.valid, !isYoung(valid) { return }
        switch word {
        case .opened(let key, let sequence, _):
            guard key.nonce == search?.nonce, key.epoch.owner == sender, key.epoch.number >= known,
                audience.epoch.map({ $0 <= key.epoch }) ?? true
            else { return }
            linkUp(key, at: Sequence(sequence), now: now, into: &output)
        case .elsewhere(_, let node, let epoch): elsewhere(node, epoch: epoch, at: now)
        case .refused(_, let nonce, let refusal, let reason):
            if nonce == search?.nonce { refused(refusal, reason, at: now, into: &output) }
            if let key = link?.key, key.nonce == nonce, key.epoch.owner == sender {
                endLink(refusal, reason, at: now, into: &output)
            }
        case .moved(_, let node, let epoch):
            let owner = owner
            guard owner == nil || owner == sender, epoch > known else { return }
            known = epoch
            if owner == nil {
                search?.redirect(to: node, at: now)
            } else {
                startSearch(hint: node, isHandOver: true, at: now)
            }
        case .publication(_, let epoch, let events, _):
            guard epoch.owner == sender, isPresent(epoch, at: now) else { return }
            let isComplete = audience.take(events, into: &output)
            if !isComplete { repair.miss(Sequence(events.first + Int64(events.frames.count) - 1), at: now) }
            deliver(at: now, into: &output)
        case .tail(_, let epoch, let sequence, let offset, _):
            guard epoch.owner == sender, isPresent(epoch, at: now) else { return }
            let isComplete = audience.takeAgain(offset, at: Sequence(sequence), into: &output)
            if !isComplete, !audience.isEmpty { repair.miss(Sequence(sequence), at: now) }
        case .opening(_, let epoch, let sequence, let snapshot, _):
            guard epoch.owner == sender else { return }
            open(epoch, EpochChange(snapshot: snapshot, sequence: Sequence(sequence)), at: now, into: &output)
        case .open, .since: break
        }
    }

    /// Whether words of `epoch` continue what is told here. A later epoch has another owner, which is to be found.
    private mutating func isPresent(_ epoch: RoomEpoch, at now: Instant) -> Bool {
        guard let present = audience.epoch, epoch >= present else { return false }
        if epoch > present { find(epoch, at: now) }
        return epoch == present
    }

    /// Searches for the owner of a later epoch than that of the link.
    private mutating func find(_ epoch: RoomEpoch, at now: Instant) {
        known = max(known, epoch.number)
        if let linked = link?.key.epoch {
            if linked < epoch { startSearch(hint: epoch.owner, at: now) }
        } else {
            search?.redirect(to: epoch.owner, at: now)
        }
    }

    /// Begins a later epoch, or begins the present one again where events are missing that nobody has.
    private mutating func open(
        _ epoch: RoomEpoch, _ change: EpochChange, at now: Instant, into output: inout ClusterOutput
    ) {
        let isLater = audience.epoch.map { $0 < epoch } ?? true
        let isRepair = epoch == audience.epoch && repair.missing != nil && audience.last < change.sequence
        guard isLater || isRepair else {
            if epoch == audience.epoch { audience.takeSnapshot(change, of: epoch) }
            return
        }
        if isLater { find(epoch, at: now) }
        // With a link of this epoch, drags without an answer are its owner's.
        if isLater, linkedEpoch != epoch { audience.answerDrags(into: &output) }
        audience.open(epoch, change, into: &output)
        if isLater { loss?.end(at: now, in: &output.metrics) }
        loss = nil
        noteFollowing()
        deliver(at: now, into: &output)
    }

    // MARK: Time

    /// Does everything for which it is time, and returns the time of the next call.
    mutating func settle(in node: ClusterNode, at now: Instant, into output: inout ClusterOutput) -> Instant? {
        serveViewers(at: now, into: &output)
        link?.flush(at: now, into: &output)
        if let link, link.hasEnded || !node.isHeard(link.owner, at: now) { startSearch(hint: link.owner, at: now) }
        if let askAt = search?.askAt, askAt <= now { askForOwner(in: node, at: now, into: &output) }
        if let link, let askAt = repair.askAt, askAt <= now {
            let last = isFollowing ? audience.last.number : nil
            output.send(.since(room: name, link.key.epoch, sequence: last), to: .node(link.owner))
            repair.asked(pausing: settings.timing.since, at: now)
        }
        if let noticeAt, noticeAt <= now {
            isNoticed = true
            audience.sendNotice(into: &output)
        }
        if troubledSince == nil { isNoticed = false }
        if audience.hasNoSeats { loss = nil }
        let times = [link?.nextDeadline, search?.askAt, repair.askAt, noticeAt] + audience.viewersDeadlines
        return times.compactMap(\.self).filter { $0 > now }.min()
    }

    private mutating func serveViewers(at now: Instant, into output: inout ClusterOutput) {
        guard isFollowing, let key = link?.key else { return }
        let (items, wantsSnapshot) = audience.serveViewers(at: now, into: &output)
        for item in items { send(item, at: now, with: output.codec) }
        if wantsSnapshot { output.send(.since(room: name, key.epoch, sequence: nil), to: .node(key.epoch.owner)) }
    }

    private mutating func askForOwner(in node: ClusterNode, at now: Instant, into output: inout ClusterOutput) {
        let order = Rendezvous.order(node.owners(at: now), for: name)
        let mayCreate = mayCreate
        guard let nonce = search?.nonce,
            let candidate = search?.next(in: order, mayCreate: mayCreate, after: settings.timing.ask, at: now)
        else { return }
        if candidate == node.id {
            wantsThisNode = true
        } else {
            let open = RoomMessage.open(room: name, known: known, nonce: nonce, mayCreate: mayCreate)
            output.send(open, to: .node(candidate))
        }
    }

    /// The time since which the room stands still for its members: there is no owner, or it is silent.
    private var troubledSince: Instant? {
        [searchedSince, link?.unacknowledgedSince, repair.missingSince].compactMap(\.self).min()
    }

    private var noticeAt: Instant? {
        guard !isNoticed, !audience.hasNoSeats else { return nil }
        return troubledSince?.advanced(byMilliseconds: settings.timing.notice)
    }

    /// Whether nothing is left to do: nobody is here, and the owner knows it.
    var isOver: Bool {
        guard audience.isEmpty else { return false }
        if let link { return link.isIdle && !audience.owesTally }
        return linkedEpoch == nil
    }
}

/// A room at an edge, for operators.
struct EdgeStatus: Hashable, Sendable {
    let room: String
    /// Nil while it is searched.
    let owner: NodeID?
    let epoch: RoomEpoch?
    /// Connections of this node.
    let seats: Int
    /// Since when there is no owner, or one that does not answer.
    let waitingSince: Instant?
}
