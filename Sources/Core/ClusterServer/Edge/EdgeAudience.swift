import ClusterTraffic
import PagingEngine
import PagingRoom
import PagingServer
import PagingWire

/// The connections of this node in a room that another node owns, and the events that they were told.
struct EdgeAudience: Sendable {
    private let room: String
    /// Members, and viewers whom the owner knows.
    private var seats: EdgeSeats
    /// Viewers whom this edge has admitted.
    private var viewers: EdgeViewers
    private var files = EdgeFileRequests()
    private var history: EdgeHistory

    init(_ room: String, _ settings: ClusterCoreSettings) {
        self.room = room
        seats = EdgeSeats(loops: settings.loops)
        viewers = EdgeViewers(room, settings)
        history = EdgeHistory(settings)
    }

    /// The epoch whose events are told here; nil before the first one.
    var epoch: RoomEpoch? { history.epoch }
    /// The newest event.
    var last: Sequence { history.last }
    var offsetCount: Int { history.offsetCount }
    var ring: FrameRing? { history.ring }
    /// Whether nobody has joined.
    var hasNoSeats: Bool { seats.isEmpty && viewers.table.isEmpty }
    /// Whether nobody has joined, or asks to join.
    var isEmpty: Bool { seats.isEmpty && seats.joins.isEmpty && viewers.isEmpty }
    var seatCount: Int { seats.count + viewers.table.presentCount }
    var joinCount: Int { seats.joins.count + viewers.joins.count }
    /// Whether a join waits that may create the room.
    var mayCreate: Bool { (seats.joins.all + viewers.joins.all).contains(where: \.mayCreate) }
    /// Whether the owner has yet to be told how many viewers are here.
    var owesTally: Bool { viewers.owesTally }
    private var loops: [Int] { Set(seats.loops + viewers.table.loops).sorted() }

    // MARK: Connections

    /// Adds a join. Returns whether the owner decides about it, whatever its rules are.
    mutating func add(_ join: JoinRequest) -> Bool {
        guard EdgeViewers.isConcerned(join) else {
            seats.joins.add(join)
            return true
        }
        viewers.joins.add(join)
        return false
    }

    mutating func withdraw(_ address: Address) {
        _ = seats.joins.take(of: address)
        _ = viewers.joins.take(of: address)
    }

    /// Forgets a connection; false when the owner does not know it.
    mutating func remove(_ address: Address, politely: Bool, at now: Instant) -> Bool {
        files.remove(address)
        if viewers.leave(address, politely: politely, at: now) { return false }
        defer { seats.remove(address) }
        return seats.contains(address)
    }

    func contains(_ address: Address) -> Bool { seats.contains(address) }

    /// Whether this edge has admitted the viewer at this address.
    func hasAdmitted(_ address: Address) -> Bool { viewers.table.contains(address) }

    /// Notes that a connection wants a snapshot; false when this edge answers it.
    mutating func setAwaitsSnapshot(_ address: Address) -> Bool {
        guard hasAdmitted(address) else {
            seats.setAwaitsSnapshot(address, true)
            return true
        }
        viewers.wantSnapshot(address)
        return false
    }

    /// Takes a request for a file, which goes to the owner when it is its turn; false for any other request.
    mutating func takeFileRequest(_ item: UpItem, of address: Address) -> Bool {
        (contains(address) || hasAdmitted(address)) && files.add(item)
    }

    /// The requests for files whose turn it is.
    private mutating func nextFileRequests(into output: inout ClusterOutput) -> [UpItem] {
        var items: [UpItem] = []
        while let next = files.next() {
            guard case .sideRequest(_, let address, let id, let request) = next else { continue }
            // The owner answers such a request even if the member has left by then, and so makes place for the next one.
            let item = UpItem.audienceRequest(address, id, request)
            if hasAdmitted(address) {
                items.append(viewers.ask(request, id, of: address))
            } else if contains(address),
                note(item, id, bytes: item.bytes(with: output.codec).count, of: address, into: &output)
            {
                items.append(item)
            } else {
                files.answered(id, of: address)
            }
        }
        return items
    }

    /// Answers a viewer whom this edge has admitted, or returns what the owner is to answer.
    mutating func takeRequest(of address: Address, _ item: UpItem, into output: inout ClusterOutput) -> UpItem? {
        switch item {
        case .request(_, _, let id, let request, _):
            viewers.answer(request, id, of: address, last: history.last, into: &output)
            return nil
        case .sideRequest(_, _, let id, .keep):
            let frame = output.encode(.answer(.refused(id, .filesAreForPresenters, history.last)))
            output.send(.sideAnswer(address.peer, frame, answers: id), to: address.loop)
            return nil
        case .sideRequest(_, _, let id, let request): return viewers.ask(request, id, of: address)
        default: return nil
        }
    }

    /// Takes the pictures of viewers whom this edge has admitted; returns those of the others.
    mutating func take(_ drawn: [Drawn]) -> [Drawn] { viewers.take(drawn, last: history.last) }

    /// Notes a request that needs an answer, or refuses it: it is too large for a link, or too many wait.
    mutating func note(
        _ item: UpItem, _ id: RequestID, bytes: Int, of address: Address, into output: inout ClusterOutput
    ) -> Bool {
        let limit = LinkFrame.maximumItemBytes
        if bytes <= limit, seats.note(item, id, bytes: bytes, of: address) { return true }
        let refusal =
            bytes > limit
            ? Refusal(.tooLarge, "expected a request of at most \(limit) bytes for the room's owner, got \(bytes)")
            : Refusal(.rate, "too many requests wait for the room's owner")
        let frame = output.encode(.answer(.refused(id, refusal, history.last)))
        if case .request = item {
            output.send(.reply(address.peer, frame, answers: id), to: address.loop)
        } else {
            output.send(.sideAnswer(address.peer, frame, answers: id), to: address.loop)
        }
        return false
    }

    /// Takes the connections of a room that this node has owned until now, at the event `sequence` of `epoch`.
    mutating func adopt(_ requests: [ReopenRequest], of epoch: RoomEpoch, at sequence: Sequence?) {
        if let sequence { history.begin(epoch, after: sequence) }
        for request in requests { seats.adopt(request) }
    }

    /// The connections, their requests without an answer, and the joins, for another owner or another link. Connections that
    /// are not named before `reopened` are gone.
    private var again: [UpItem] { seats.again + [.reopened] + seats.joins.all.map { .requestJoin($0) } }

    /// The same for the owner of a new link.
    mutating func linked(at now: Instant) -> [UpItem] {
        let items = viewers.linked(at: now) + again
        files.restart(with: items)
        return items
    }

    // MARK: Ends

    mutating func dismissJoins(
        _ code: CloseCode, _ reason: String, into output: inout ClusterOutput, where isMeant: (JoinRequest) -> Bool
    ) {
        for join in seats.joins.take(where: isMeant) + viewers.joins.take(where: isMeant) {
            dismiss(join.address, code, reason, into: &output)
        }
    }

    mutating func dismissSeats(_ code: CloseCode, _ reason: String, into output: inout ClusterOutput) {
        files = EdgeFileRequests()
        for address in seats.addresses {
            seats.remove(address)
            dismiss(address, code, reason, into: &output)
        }
        for address in viewers.removeAll() { dismiss(address, code, reason, into: &output) }
    }

    private func dismiss(
        _ address: Address, _ code: CloseCode, _ reason: String, into output: inout ClusterOutput
    ) {
        output.send(.dismissed(address.peer, code, reason: reason), to: address.loop)
    }

    /// Answers the requests of drags that no owner has answered. A drag does not go on in another epoch; an answer says
    /// that it began, and the snapshot shows that it is over.
    mutating func answerDrags(into output: inout ClusterOutput) {
        for (address, id) in seats.takeDrags() {
            let frame = output.encode(.answer(.accepted(id, history.last, changed: false)))
            output.send(.reply(address.peer, frame, answers: id), to: address.loop)
        }
    }

    /// Tells members that the room has no owner.
    func sendNotice(into output: inout ClusterOutput) {
        let notice = Notice(level: .warning, text: "the room's server is away; waiting for the next one")
        let frame = output.encode(.notice(notice))
        for address in seats.addresses + viewers.table.all.compactMap(\.address) {
            output.send(.reply(address.peer, frame), to: address.loop)
        }
    }

    // MARK: Events

    mutating func halveHistory() { history.halve() }

    /// Goes on in `epoch` after `sequence`, with nobody who missed anything.
    mutating func skip(to sequence: Sequence, of epoch: RoomEpoch) { history.begin(epoch, after: sequence) }

    /// Begins `epoch` with its snapshot, on all connections.
    mutating func open(
        _ epoch: RoomEpoch, _ change: EpochChange, into output: inout ClusterOutput
    ) {
        history.begin(epoch, after: change.sequence)
        seats.restart()
        viewers.restart()
        files.removeWaiting()
        takeSnapshot(change, of: epoch)
        for loop in loops { output.send(.epochChanged(room: room, change), to: loop) }
    }

    /// Passes on events of the present epoch; false when earlier ones are missing.
    mutating func take(_ events: RelayedEvents, into output: inout ClusterOutput) -> Bool {
        if history.hasGap(before: events) {
            guard isEmpty, let epoch = history.epoch else { return false }
            history.begin(epoch, after: Sequence(events.first - 1))
        }
        publish(history.take(events), into: &output)
        return true
    }

    /// Passes on what the owner says again after a silence; false when events up to `sequence` are missing.
    mutating func takeAgain(
        _ offset: RelayedOffset?, at sequence: Sequence, into output: inout ClusterOutput
    ) -> Bool {
        guard sequence <= history.last else { return false }
        publish(offset.flatMap { history.takeAgain($0, at: sequence) }, into: &output)
        return true
    }

    private func publish(_ publication: Publication?, into output: inout ClusterOutput) {
        guard let publication else { return }
        for loop in loops { output.send(.publish(room: room, publication), to: loop) }
    }

    // MARK: Answers

    /// Passes on an item of the owner. Returns an item for the owner where a member cannot be let in.
    mutating func deliver(
        _ arrival: EdgeLink.ReceivedItem, at now: Instant, into output: inout ClusterOutput
    ) -> UpItem? {
        switch arrival.item {
        case .reached: break
        case .audienceRules(let rules): viewers.take(rules, into: &output)
        case .audienceNumbers(let first): viewers.take(numbersFrom: first)
        case .joinGranted(let address, let granted):
            return grant(granted, to: address, since: arrival.offsets, into: &output)
        case .reply(let address, let frame, let id):
            guard seats.contains(address), seats.answered(id, of: address) else { return nil }
            output.send(.reply(address.peer, frame, answers: id), to: address.loop)
        case .sideAnswer(let address, let frame, let id):
            files.answered(id, of: address)
            guard viewers.answered(id, of: address) || seats.contains(address) && seats.answered(id, of: address)
            else { return nil }
            output.send(.sideAnswer(address.peer, frame, answers: id), to: address.loop)
        case .reset(let address, let frame, let sequence):
            guard seats.contains(address) else { return nil }
            seats.setAwaitsSnapshot(address, false)
            output.send(.reset(address.peer, frame, sequence), to: address.loop)
        case .dismissed(let address, let code, let reason):
            guard seats.joins.take(of: address) != nil || seats.contains(address) else { return nil }
            seats.remove(address)
            files.remove(address)
            dismiss(address, code, reason, into: &output)
        }
        return nil
    }

    private mutating func grant(
        _ granted: JoinGranted, to address: Address, since offsets: Int, into output: inout ClusterOutput
    ) -> UpItem? {
        guard let join = seats.joins.take(of: address) else { return nil }
        guard let extended = history.extend(granted, since: offsets) else {
            dismiss(address, .moved, "too much has happened since the join", into: &output)
            return .left(granted.member, address, politely: false)
        }
        seats.attach(join, granted)
        output.send(.joinGranted(address.peer, extended), to: address.loop)
        return nil
    }

    // MARK: Viewers

    /// Takes a snapshot for newcomers.
    mutating func takeSnapshot(_ change: EpochChange, of epoch: RoomEpoch) {
        viewers.take(change, of: epoch, offsets: history.offsetCount)
    }

    /// Does for the viewers here what it is time for. Returns items for the owner, and whether to ask it for a snapshot.
    mutating func serveViewers(
        at now: Instant, into output: inout ClusterOutput
    ) -> (items: [UpItem], wantsSnapshot: Bool) {
        let questions = viewers.serve(history, undecided: seats.joins.count, at: now, into: &output)
        for join in questions.forwarded { seats.joins.add(join) }
        let items = questions.items + questions.forwarded.map { .requestJoin($0) } + nextFileRequests(into: &output)
        return (items, questions.wantsSnapshot)
    }

    /// The times of the next `serveViewers` if nothing happens before.
    var viewersDeadlines: [Instant?] { viewers.deadlines }

    // MARK: Moving here

    /// The messages with which the home on this node goes on: the connections, their requests and joins without an answer.
    mutating func takeAll(into output: inout ClusterOutput) -> [LoopMessage] {
        answerDrags(into: &output)
        let (admitted, seats, requests) = viewers.members
        let adopted: [LoopMessage] = admitted.isEmpty ? [] : [.audience(room: room, .adopt(admitted))]
        let known = again.compactMap { item in item.address.flatMap { item.message(in: room, from: $0) } }
        let joins = viewers.joins.all.map { LoopMessage.requestJoin(room: room, $0) }
        let files = files.takeWaiting().compactMap { item in item.address.flatMap { item.message(in: room, from: $0) } }
        return adopted + seats.map { .reopen(room: room, $0) } + requests + known + files + joins
    }
}
