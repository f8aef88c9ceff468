import ClusterTraffic
import PagingEngine

/// One end of the link of a world, with the shell around it that faults on purpose change.
struct LinkNode {
    /// The lease of both ends, at which nobody looks.
    static let valid = Instant(milliseconds: 0)

    let number: Int
    let id: NodeID
    let peer: NodeID
    let cluster: ClusterName
    private let fault: LinkFault?
    private(set) var messenger: Messenger
    private(set) var link: Link
    private(set) var life = 0
    /// Items that this end sent, and the number of the last item that it got, in this life.
    private var sentCount: UInt64 = 0
    private var lastSeen: UInt64 = 0

    init(number: Int, ids: [NodeID], cluster: ClusterName, fault: LinkFault?) {
        self.number = number
        self.cluster = cluster
        self.fault = fault
        (id, peer) = (ids[number], ids[1 - number])
        var limits = PartJoiner.Limits()
        if fault == .partsUnlimited { limits.totalBytes = .max }
        messenger = Messenger(cluster: cluster, node: id, limits: limits)
        link = Link(LinkNode.key(life: 0, ids), sending: LinkNode.direction(number), to: ids[1 - number])
    }

    static func key(life: Int, _ ids: [NodeID]) -> LinkKey {
        LinkKey(room: "talk.main", epoch: RoomEpoch(number: 1, owner: ids[1]), nonce: UInt64(life))
    }

    static func direction(_ number: Int) -> LinkFrame.Direction { number == 0 ? .up : .down }

    var nextDeadline: Instant? { earliest(link.nextDeadline, messenger.nextDeadline) }

    mutating func open(life: Int, key: LinkKey) {
        self.life = life
        (sentCount, lastSeen) = (0, 0)
        link = Link(key, sending: LinkNode.direction(number), to: peer)
    }

    mutating func send(_ item: [UInt8], at now: Instant, into effects: inout [Link.Effect]) {
        sentCount += 1
        link.send(item, at: now, into: &effects)
    }

    mutating func handle(_ event: FabricEvent, at now: Instant, into effects: inout [Link.Effect]) {
        switch event {
        case .connected: link.fabricConnected()
        case .disconnected: break
        case .received(let bytes, let subject):
            guard let message = messenger.receive(bytes, on: subject, at: now),
                let frame = LinkFrame(message.payload)
            else { return }
            receive(frame, from: message.sender, at: now, into: &effects)
        }
    }

    private mutating func receive(
        _ frame: LinkFrame, from sender: NodeID, at now: Instant, into effects: inout [Link.Effect]
    ) {
        var (frame, sender) = (frame, sender)
        switch fault {
        case .itemsSwapped where frame.items.count > 1: frame.items.swapAt(0, 1)
        case .duplicatesPassedOn where sender == peer && frame.key == link.key:
            let last = frame.first + UInt64(frame.items.count) - 1
            if last <= lastSeen { effects += frame.items.map { .deliver($0) } }
            lastSeen = max(lastSeen, last)
        case .nonceIgnored: frame.key = link.key
        case .acknowledgedUnseen where sender == peer: frame.acknowledged = sentCount
        case .senderIgnored: sender = peer
        default: break
        }
        link.receive(frame, from: sender, at: now, into: &effects)
    }

    /// The messages that carry the frames among the effects of a turn.
    mutating func flush(at now: Instant, into effects: inout [Link.Effect]) {
        messenger.expire(at: now)
        link.flush(at: now, valid: LinkNode.valid, into: &effects)
    }

    mutating func commands(sending frame: LinkFrame) -> [FabricCommand] {
        messenger.send(frame.bytes, to: .node(peer))
    }
}
