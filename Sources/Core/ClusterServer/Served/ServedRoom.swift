import ClusterTraffic
import PagingEngine
import PagingRoom
import PagingServer
import PagingWire

/// A room that this node owns, as the other nodes see it: the words of its home go to all edges, answers over the link of
/// one, and what edges send goes to the home.
///
/// hosting → serving → frozen → leaving; frozen → serving when a hand-over failed. Links begin after the first word.
struct ServedRoom: Sendable {
    enum Stage: Hashable {
        /// The loop makes the home, and holds what it gets from its own members.
        case hosting
        case serving
        /// Nothing happens in the room: another node is to own it.
        case frozen
        /// The loop ends the home: nothing that it still says counts.
        case leaving
    }

    private struct ServedEdge {
        /// Nil once it has ended.
        var link: ServedLink?
        /// Since when there is no link although there might be one; nil without a lease.
        var endedAt: Instant?
        /// The connections that the edge has named on this link so far.
        var named: Set<PeerID> = []
    }

    let name: String
    let epoch: RoomEpoch
    /// The loop of the home.
    let loop: Int
    private(set) var stage = Stage.hosting
    /// Whether this node may tell members about the room.
    private(set) var isSpeaking = false
    /// Nil until the first word.
    private var history: ServedHistory?
    /// The first word, until it was said.
    private var opening: EpochChange?
    private var edges: [NodeID: ServedEdge] = [:]
    /// Nodes that asked for a link, by nonce, before there could be one.
    private var waiting: [NodeID: UInt64] = [:]
    /// Nodes that get the snapshot for which the home was asked.
    private var snapshotReceivers: Set<NodeID> = []
    /// The address of this node's own questions for a snapshot.
    private let snapshotAddress: Address
    private var audience = ServedAudience()
    private var tails: TailTimer
    /// Whether something was not said because there was no lease.
    private var owesWord = false
    /// The loss of the owner before, until the first word.
    private var loss: OwnerLoss?
    private let settings: ClusterCoreSettings

    init(_ name: String, _ epoch: RoomEpoch, snapshots: PeerID, _ settings: ClusterCoreSettings) {
        (self.name, self.epoch, self.settings) = (name, epoch, settings)
        loop = RoomSpec.home(of: name, loops: settings.loops)
        snapshotAddress = Address(loop: settings.loops, peer: snapshots)
        tails = TailTimer(settings.timing)
    }

    var ring: FrameRing? { history?.ring }

    mutating func halveHistory() { history?.halve() }

    /// The newest event that was told to anybody; nil before the first word.
    var sequence: Sequence? { history?.last }

    var linkCount: Int { edges.values.filter { $0.link != nil }.count }

    // MARK: Ownership

    /// The home exists, and has all that waited for it.
    mutating func started(after loss: OwnerLoss?, into output: inout ClusterOutput) {
        (stage, self.loss) = (.serving, loss)
        output.send(.started(room: name), to: loop)
        if isSpeaking { output.send(.speak(room: name), to: loop) }
    }

    mutating func speak(into output: inout ClusterOutput) {
        isSpeaking = true
        if stage == .serving { output.send(.speak(room: name), to: loop) }
    }

    mutating func hold(into output: inout ClusterOutput) {
        isSpeaking = false
        if stage == .serving || stage == .frozen { output.send(.hold(room: name), to: loop) }
    }

    mutating func prepareHandOver(isForced: Bool, into output: inout ClusterOutput) {
        output.send(.prepareHandOver(room: name, isForced: isForced), to: loop)
    }

    /// The home rests until it is ended or goes on.
    mutating func freeze() { stage = .frozen }

    /// Goes on: the hand-over failed.
    mutating func goOn(into output: inout ClusterOutput) {
        stage = .serving
        output.send(.started(room: name), to: loop)
    }

    /// Ends the home. A frozen one was handed over as far as its members are concerned: all that they did is committed.
    mutating func leave(_ connections: inout EdgeConnections, into output: inout ClusterOutput) {
        output.send(.unhost(room: name, stage == .frozen ? .handedOver : .lost), to: loop)
        endLinks(.notReady, "the room has another owner", &connections, into: &output)
        stage = .leaving
    }

    /// Tells the edges at once that there is no owner here: an idle link would not notice.
    mutating func endLinks(
        _ refusal: OpenRefusal, _ reason: String, _ connections: inout EdgeConnections, into output: inout ClusterOutput
    ) {
        var nonces = waiting
        for (node, edge) in edges { nonces[node] = edge.link?.key.nonce ?? nonces[node] }
        for (node, nonce) in nonces.sorted(by: { $0.key < $1.key }) {
            output.send(.refused(room: name, nonce: nonce, refusal, reason: reason), to: .node(node))
        }
        for node in edges.keys { for peer in connections.numbers(at: node, in: name) { connections.remove(peer) } }
        (edges, waiting, snapshotReceivers) = ([:], [:], [])
    }

    // MARK: Edges

    /// Answers the question for a link now, or with the first word.
    mutating func open(_ node: NodeID, nonce: UInt64) { waiting[node] = nonce }

    private mutating func link(
        _ node: NodeID, nonce: UInt64, at sequence: Sequence, valid: Instant, into output: inout ClusterOutput
    ) {
        let key = LinkKey(room: name, epoch: epoch, nonce: nonce)
        if edges[node]?.link?.key != key {
            edges[node] = ServedEdge(link: ServedLink(key, to: node))
            audience.linked(node)
        }
        output.send(.opened(key, sequence: sequence.number, valid: valid), to: .node(node))
    }

    mutating func receive(
        _ frame: LinkFrame, from node: NodeID, _ connections: inout EdgeConnections, at now: Instant,
        into output: inout ClusterOutput
    ) {
        guard edges[node]?.link?.key == frame.key, stage != .leaving else {
            let refused = RoomMessage.refused(
                room: name, nonce: frame.key.nonce, .notReady, reason: "there is no such link")
            return output.send(refused, to: .node(node))
        }
        for bytes in edges[node]?.link?.receive(frame, from: node, at: now) ?? [] {
            // An item of a later version: only the link's order counts.
            guard let item = UpItem(bytes, with: output.codec) else { continue }
            take(item, from: node, &connections, at: now, into: &output)
        }
    }

    private mutating func take(
        _ item: UpItem, from node: NodeID, _ connections: inout EdgeConnections, at now: Instant,
        into output: inout ClusterOutput
    ) {
        let number = item.address.flatMap { connections.number(of: $0, at: node, in: name) }
        switch item {
        case .requestJoin(let request): _ = add(request.address, item, at: node, &connections, into: &output)
        case .reopen(let request):
            let peer = add(request.address, item, at: node, &connections, into: &output)
            edges[node]?.named.insert(peer)
        case .reopened:
            let named = edges[node]?.named ?? []
            for peer in connections.numbers(at: node, in: name) where !named.contains(peer) {
                withdraw(peer, &connections, into: &output)
            }
            if audience.reopened(node) { sendTally(into: &output) }
        case .withdrawn: if let number { withdraw(number, &connections, into: &output) }
        case .left:
            if let number { connections.remove(number) }
            send(item, from: number, into: &output)
        case .request, .sideRequest, .resync: send(item, from: number, into: &output)
        case .drawn(let drawn): output.send(.drawn(room: name, drawn), to: loop)
        case .tally(let tally):
            if audience.take(tally, of: node) { tellRules(to: node, at: now) }
            sendTally(into: &output)
        case .wantsNumbers:
            guard let nonce = edges[node]?.link?.key.nonce, audience.wantNumbers(node, nonce: nonce) else { return }
            output.send(.audience(room: name, .wantsNumbers), to: loop)
        case .void(let credentials): output.send(.audience(room: name, .void(credentials)), to: loop)
        case .audienceRequest(let address, _, _):
            send(item, from: connections.visit(address, at: node, in: name), into: &output)
        }
    }

    private func sendTally(into output: inout ClusterOutput) {
        output.send(.audience(room: name, .tally(audience.tally)), to: loop)
    }

    private mutating func tellRules(to node: NodeID, at now: Instant) {
        if let item = audience.item { pass(item, to: node, at: now) }
    }

    /// Passes on the rules for viewers.
    mutating func take(_ rules: AudienceRules, at now: Instant) {
        for node in audience.take(rules) { tellRules(to: node, at: now) }
    }

    /// Passes on numbers for viewers, unless the link that asked has ended.
    mutating func take(numbersFrom first: MemberID, at now: Instant) {
        guard let (node, nonce) = audience.takeNumberLink(), edges[node]?.link?.key.nonce == nonce else { return }
        pass(.audienceNumbers(first: first), to: node, at: now)
    }

    /// Sends what a connection says to the home, unless the connection has ended.
    private func send(_ item: UpItem, from peer: PeerID?, into output: inout ClusterOutput) {
        guard let peer, let message = item.message(in: name, from: Address(loop: settings.loops, peer: peer)) else {
            return
        }
        output.send(message, to: loop)
    }

    /// Sends the join or the return of a connection to the home, and returns its number.
    private func add(
        _ address: Address, _ item: UpItem, at node: NodeID, _ connections: inout EdgeConnections,
        into output: inout ClusterOutput
    ) -> PeerID {
        let peer = connections.number(adding: address, at: node, in: name)
        send(item, from: peer, into: &output)
        return peer
    }

    /// Ends a connection at the home, whether it has joined or not.
    private func withdraw(
        _ peer: PeerID, _ connections: inout EdgeConnections, into output: inout ClusterOutput
    ) {
        connections.remove(peer)
        output.send(.withdrawn(room: name, Address(loop: settings.loops, peer: peer)), to: loop)
    }

    /// The life of an edge has ended, and all its connections with it.
    mutating func gone(_ node: NodeID, _ connections: inout EdgeConnections, into output: inout ClusterOutput) {
        waiting[node] = nil
        snapshotReceivers.remove(node)
        guard edges.removeValue(forKey: node) != nil, stage != .leaving else { return }
        for peer in connections.numbers(at: node, in: name) { withdraw(peer, &connections, into: &output) }
        if audience.remove(node) { sendTally(into: &output) }
    }

    /// Tells the newest event again, and sends the items of all links again: they may be lost.
    mutating func fabricConnected() {
        for node in edges.keys { edges[node]?.link?.fabricConnected() }
        if history != nil { owesWord = true }
    }

    // MARK: Words of the home

    /// Takes the first word of the home.
    mutating func begin(with change: EpochChange, at now: Instant, valid: Instant?, into output: inout ClusterOutput) {
        guard stage != .leaving else { return }
        history = ServedHistory(settings.ring(after: change.sequence))
        opening = change
        loss?.end(at: now, in: &output.metrics)
        loss = nil
        if let valid { say(at: now, valid: valid, into: &output) }
    }

    mutating func publish(
        _ publication: Publication, at now: Instant, valid: Instant?, into output: inout ClusterOutput
    ) {
        guard stage != .leaving, let events = history?.take(publication) else { return }
        guard let valid, opening == nil else { return owesWord = true }
        tell(events, valid: valid, to: .out(room: name), into: &output)
        tails.said(at: now)
    }

    /// Publishes events in as many messages as it takes.
    private func tell(_ events: RelayedEvents, valid: Instant, to subject: Subject, into output: inout ClusterOutput) {
        for piece in events.pieces {
            output.send(.publication(room: name, epoch, piece, valid: valid), to: subject)
        }
    }

    /// Passes on what the home says to one connection.
    mutating func pass(_ item: DownItem, to node: NodeID, at now: Instant) {
        guard let sequence = history?.last else { return }
        edges[node]?.link?.send(item, after: sequence, at: now)
    }

    /// Sends an edge the events that it missed, or asks the home for a snapshot.
    mutating func since(
        _ sequence: Sequence?, from node: NodeID, valid: Instant?, into output: inout ClusterOutput
    ) {
        guard stage != .leaving, let history, let valid else { return }
        if let events = sequence.flatMap({ history.events(after: $0) }) {
            return tell(events, valid: valid, to: .node(node), into: &output)
        }
        if snapshotReceivers.isEmpty { output.send(.resync(room: name, snapshotAddress), to: loop) }
        snapshotReceivers.insert(node)
    }

    /// Sends the snapshot of the home to the edges that wait for it.
    mutating func sendSnapshot(
        _ snapshot: Frame, at sequence: Sequence, valid: Instant?, into output: inout ClusterOutput
    ) {
        guard stage != .leaving else { return }
        defer { snapshotReceivers = [] }
        guard let valid else { return }
        for node in snapshotReceivers.sorted() {
            let message = RoomMessage.opening(
                room: name, epoch, sequence: sequence.number, snapshot: snapshot, valid: valid)
            output.send(message, to: .node(node))
        }
    }

    // MARK: Time

    /// Says what is owed, flushes the links, and returns the time of the next call.
    ///
    /// - Parameter valid: the end of the own lease; nil while this node must not speak.
    mutating func settle(
        at now: Instant, valid: Instant?, _ connections: inout EdgeConnections, into output: inout ClusterOutput
    ) -> Instant? {
        guard stage != .leaving else { return nil }
        if let valid { say(at: now, valid: valid, into: &output) }
        var next = valid == nil ? nil : tails.next
        for node in edges.keys.sorted() {
            edges[node]?.link?.flush(at: now, valid: valid, into: &output)
            if let link = edges[node]?.link, link.hasEnded {
                edges[node]?.link = nil
                let reason = "the link has ended"
                output.send(.refused(room: name, nonce: link.key.nonce, .notReady, reason: reason), to: .node(node))
            }
            let endedAt = edges[node]?.link != nil || valid == nil ? nil : edges[node]?.endedAt ?? now
            edges[node]?.endedAt = endedAt
            let end = endedAt?.advanced(byMilliseconds: settings.timing.lostLink)
            if let end, end <= now { gone(node, &connections, into: &output) }
            next = earliest(next, earliest(edges[node]?.link?.nextDeadline, edges[node] == nil ? nil : end))
        }
        return next
    }

    private mutating func say(at now: Instant, valid: Instant, into output: inout ClusterOutput) {
        guard let history else { return }
        if let opening {
            let message = RoomMessage.opening(
                room: name, epoch, sequence: opening.sequence.number, snapshot: opening.snapshot, valid: valid)
            output.send(message, to: .out(room: name))
            tails.said(at: now)
            self.opening = nil
        }
        for (node, nonce) in waiting.sorted(by: { $0.key < $1.key }) {
            link(node, nonce: nonce, at: history.last, valid: valid, into: &output)
        }
        waiting = [:]
        guard tails.takeDue(at: now) || owesWord else { return }
        if owesWord { tails.said(at: now) }
        owesWord = false
        let tail = RoomMessage.tail(
            room: name, epoch, sequence: history.last.number, offset: history.offset, valid: valid)
        output.send(tail, to: .out(room: name))
    }
}
