import ClusterTraffic
import PagingEngine
import PagingRoom
import PagingServer
import PagingWire

@testable import ClusterServer

/// Messages as short texts, which tests compare.
extension EdgeBench {
    static func text(_ frame: Frame) -> String { String(decoding: frame, as: UTF8.self) }

    static func text(_ message: ServerMessage) -> String {
        switch message {
        case .answer(.accepted(let id, let sequence, let changed)):
            "ack \(id.number) at \(sequence.number)\(changed ? "" : " unchanged")"
        case .answer(.refused(let id, let refusal, _)): "refused \(id?.number ?? 0) \(refusal.code)"
        case .notice: "notice"
        default: "\(message)"
        }
    }

    static func text(_ message: LoopMessage) -> String {
        switch message {
        case .joinGranted(let peer, let granted):
            "granted \(peer.number) at \(granted.sequence.number): "
                + granted.frames.map { text($0) }.joined(separator: " ")
        case .publish(_, let publication): text(publication)
        case .reply(let peer, let frame, let id):
            "reply \(peer.number): \(text(frame))\(id.map { " for \($0.number)" } ?? "")"
        case .sideAnswer(let peer, let frame, let id): "pages \(peer.number): \(text(frame)) for \(id.number)"
        case .reset(let peer, let frame, let sequence): "reset \(peer.number) at \(sequence.number): \(text(frame))"
        case .epochChanged(_, let change): "epoch at \(change.sequence.number): \(text(change.snapshot))"
        case .dismissed(let peer, let code, _): "dismissed \(peer.number) \(code.rawValue)"
        case .reopen(_, let request): text(.reopen(request))
        case .requestJoin(_, let request): text(.requestJoin(request))
        case .request(_, let member, let address, let id, let request, let token):
            text(.request(member, address, id, request, token))
        case .sideRequest(_, let member, let address, let id, let request):
            text(.sideRequest(member, address, id, request))
        default: "\(message)"
        }
    }

    private static func text(_ publication: Publication) -> String {
        var parts = [String(publication.first.number)]
        for frame in publication.frames { parts.append(text(frame)) }
        if let offset = publication.offset { parts.append(text(offset.frame)) }
        return parts.joined(separator: " ")
    }

    static func text(_ item: UpItem) -> String {
        switch item {
        case .requestJoin(let request): "join \(request.address.peer.number)"
        case .withdrawn(let address): "withdrawn \(address.peer.number)"
        case .request(_, let address, let id, let request, _):
            "request \(address.peer.number) \(id?.number ?? 0) \(text(request))"
        case .sideRequest(_, let address, let id, .pages): "pages \(address.peer.number) \(id.number)"
        case .sideRequest(_, let address, let id, .asset): "asset \(address.peer.number) \(id.number)"
        case .sideRequest(_, let address, let id, .keep): "keep \(address.peer.number) \(id.number)"
        case .left(_, let address, let politely): "left \(address.peer.number)\(politely ? " politely" : "")"
        case .drawn(let drawn): "drawn \(drawn.count)"
        case .resync(let address): "resync \(address.peer.number)"
        case .reopen(let request): "reopen \(request.address.peer.number) after \(request.answered.number)"
        case .reopened: "reopened"
        case .tally(let tally): "tally \(tally.viewers) \(tally.present)"
        case .wantsNumbers: "numbers"
        case .void(let credentials): "void \(credentials.map(\.text).joined(separator: " "))"
        case .audienceRequest(let address, let id, _): "audience pages \(address.peer.number) \(id.number)"
        }
    }

    private static func text(_ request: Request) -> String {
        switch request {
        case .step: "step"
        case .dragBegan: "drag"
        case .dragMoved: "move"
        case .content: "content"
        default: "\(request)"
        }
    }

    static func text(_ word: RoomMessage) -> String {
        switch word {
        case .open(_, let known, _, let mayCreate): "open \(known)\(mayCreate ? " create" : "")"
        case .since(_, let epoch, let sequence): "since \(epoch.number) \(sequence.map { "\($0)" } ?? "nothing")"
        default: "\(word)"
        }
    }
}

/// Input of a test.
extension EdgeBench {
    static func join(_ peer: UInt64, on loop: Int = 0, mayCreate: Bool = false) -> LoopMessage {
        .requestJoin(
            room: room,
            JoinRequest(
                address: Fixture.address(loop, peer), id: RequestID(1), join: Join(role: .member),
                secret: Session("s\(peer)"),
                limit: .presenter, passesLock: false, mayCreate: mayCreate, connection: ConnectionKey("c\(peer)")))
    }

    static func granted(
        _ peer: UInt64, on loop: Int = 0, at sequence: Int64, offsets: Join.Offsets = .frames
    ) -> DownItem {
        .joinGranted(
            Fixture.address(loop, peer),
            JoinGranted(
                room: room, member: MemberID(UInt32(peer)), session: Session("s\(peer)"), offsets: offsets,
                knowsEpochs: true, frames: [Array("welcome".utf8)], sequence: Sequence(sequence), recovered: false))
    }

    static func request(_ peer: UInt64, on loop: Int = 0, _ id: Int64, _ request: Request = step) -> LoopMessage {
        .request(
            room: room, MemberID(UInt32(peer)), Fixture.address(loop, peer), RequestID(id), request, nil)
    }

    static let step = Request.step(.forward, from: PageIndex(0))
    static let drag = Request.dragBegan(DragID(1), viewport: nil)

    static func ack(_ peer: UInt64, on loop: Int = 0, _ id: Int64) -> DownItem {
        .reply(Fixture.address(loop, peer), Array("ack \(id)".utf8), answers: RequestID(id))
    }

    static func left(_ peer: UInt64, on loop: Int = 0) -> LoopMessage {
        .left(room: room, MemberID(UInt32(peer)), Fixture.address(loop, peer), politely: true)
    }

    static func offset(_ text: String, at sequence: Int64, audience: UInt8 = 0) -> RelayedOffset {
        RelayedOffset(frame: Array(text.utf8), sequence: sequence, audience: audience, isDragged: true)
    }

    /// A bench whose connection 1 on loop 0 has joined in epoch 5 of the first owner, at event 10.
    static func joined(_ role: NodeBeat.Role = .edge) -> EdgeBench {
        var bench = EdgeBench(role)
        bench.send(join(1))
        bench.open(bench.epoch(5), at: 10)
        bench.sendDown(granted(1, at: 10))
        bench.forgetOutput()
        return bench
    }

    /// Joins a further connection at the present event.
    mutating func joinNow(_ peer: UInt64, on loop: Int = 0, at sequence: Int64) {
        send(EdgeBench.join(peer, on: loop))
        sendDown(EdgeBench.granted(peer, on: loop, at: sequence))
        forgetOutput()
    }
}
