import PagingContent
import PagingEngine
import PagingRoom
import PagingWire

@testable import PagingServer

/// A process in a cluster: the test is the cluster loop, which comes after the loops.
extension ServerFixture {
    static func node(_ count: Int = 1, _ change: (inout ServerSettings) -> Void = { _ in }) -> ServerFixture {
        ServerFixture(count) {
            $0.isDurable = true
            $0.cluster = ClusterSettings(connectionPrefix: "node")
            change(&$0)
        }
    }

    /// A process that hosts its room and speaks in it; a presenter has joined as connection 1 of loop 0.
    static func hosting(_ count: Int = 1, _ change: (inout ServerSettings) -> Void = { _ in }) -> ServerFixture {
        var node = ServerFixture.node(count, change)
        node.host()
        node.join(1, on: 0, knowsEpochs: true)
        node.commit()
        node.toCluster = []
        return node
    }

    mutating func command(_ commands: ClusterCommand...) { handle(commands.map { .cluster($0) }, on: 0) }

    /// Messages of the cluster loop.
    mutating func pass(_ messages: LoopMessage...) { command(.messages(messages)) }

    func spec(persisted: RoomRecord? = nil, isOnDemand: Bool = false) -> RoomSpec {
        RoomSpec(
            name: name, supplier: .numbers, configuration: Configuration(.threePage), persisted: persisted,
            isOnDemand: isOnDemand)
    }

    /// The room begins, and speaks.
    mutating func host(_ persisted: RoomRecord? = nil, epoch: String = "first", isOnDemand: Bool = false) {
        let number = RecordNumber(persisted == nil ? 0 : records.last?.number.number ?? 0)
        command(
            .host(spec(persisted: persisted, isOnDemand: isOnDemand), Epoch(epoch), after: number),
            .started(room: name), .speak(room: name))
    }

    mutating func prepareHandOver(isForced: Bool = false) {
        command(.prepareHandOver(room: name, isForced: isForced))
    }

    mutating func speak() { command(.speak(room: name)) }

    mutating func hold() { command(.hold(room: name)) }

    /// Commits all records.
    mutating func commit() {
        guard let last = records.last?.number else { return }
        handle(.committed([name: last]), on: 0)
    }

    /// Messages that the cluster loop got since the last call, in words.
    mutating func takeWords() -> [String] {
        defer { toCluster = [] }
        return toCluster.map(\.word)
    }

    /// A join over another node, as connection `peer` of the cluster loop.
    func foreignJoin(_ peer: UInt64, role: Role = .member) -> LoopMessage {
        .requestJoin(
            room: name,
            JoinRequest(
                address: foreign(peer), id: RequestID(1), join: Join(role: role, knowsEpochs: true),
                secret: Session("foreign-\(peer)"), limit: .presenter, passesLock: false, mayCreate: false,
                connection: ConnectionKey("other-\(peer)")))
    }

    func foreign(_ peer: UInt64) -> Address { Address(loop: cores.count, peer: PeerID(peer)) }

    func reopening(_ peer: UInt64, session: String, answered: Int64 = 1) -> LoopMessage {
        .reopen(
            room: name,
            ReopenRequest(
                address: Address(loop: 0, peer: PeerID(peer)), connection: ConnectionKey("node-0-\(peer)"),
                session: Session(session), offsets: .frames, answered: RequestID(answered)))
    }

    var room: Room? { cores[0].hosted[name]?.room }
}

extension LoopMessage {
    /// The message in a few words: its kind, the connection and the request.
    var word: String {
        switch self {
        case .requestJoin(_, let request): "join \(request.address)"
        case .withdrawn(_, let address): "withdrawn \(address)"
        case .request(_, _, let address, let id, _, _): "request \(id?.number ?? 0) of \(address)"
        case .sideRequest(_, _, let address, let id, _): "pages \(id.number) of \(address)"
        case .left(_, _, let address, _): "left \(address)"
        case .drawn(_, let drawn): "drawn \(drawn.map(\.member.number))"
        case .resync(_, let address): "resync \(address)"
        case .reopen(_, let request): "reopen \(request.address)"
        case .joinGranted(let peer, let granted): "granted \(peer.number) at \(granted.sequence.number)"
        case .publish(_, let publication):
            "published \(publication.frames.count) from \(publication.first.number)"
        case .reply(let peer, _, let id): "reply \(peer.number)" + (id.map { " to \($0.number)" } ?? "")
        case .sideAnswer(let peer, _, let id): "pages \(peer.number) to \(id.number)"
        case .reset(let peer, _, let sequence): "reset \(peer.number) at \(sequence.number)"
        case .epochChanged(_, let change): "opening at \(change.sequence.number)"
        case .dismissed(let peer, let code, _): "dismissed \(peer.number) \(code)"
        case .roomWanted, .roomDecided: "creation"
        case .roomGone: "gone"
        case .roomHosted: "hosted"
        case .readyToHandOver: "ready"
        case .audience: "audience"
        case .audienceRequest(_, let address, let id, _): "audience pages \(address) \(id.number)"
        case .audienceRules(_, let rules): "rules \(rules.isOpen ? "open" : "closed")"
        case .audienceNumbers(_, let first): "numbers from \(first.number)"
        case .seats(_, let seats): "seats \(seats.map(\.address.description))"
        }
    }
}
