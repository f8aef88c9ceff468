import ClusterServer
import ClusterTraffic
import JSONCodec
import PagingEngine
import PagingWire

/// Bytes that anyone on the fabric of a cluster may have sent, with or without an envelope, and items of links without
/// their frame: they are refused, or they are written again as the same bytes.
enum ClusterEntry {
    private static let cluster = required(ClusterName("test"))
    /// The node that receives.
    private static let node = required(NodeID(9))
    private static let codec = RequestCodec(
        encode: { message in
            var bytes: [UInt8] = []
            ClientMessageWriter.encode(message, into: &bytes)
            return bytes
        },
        decode: { try? ClientMessageReader.read($0[...], limits: Limits(messageBytes: .max, contentBytes: .max)) })

    /// Reads the bytes in every way. Returns whether one of them accepts the bytes. Bytes that begin with 0, which begins no
    /// message, are a list of parts.
    static func enter(_ bytes: [UInt8]) -> Bool {
        guard bytes.first != 0 else { return PartsEntry.enter(bytes.dropFirst()) }
        var messenger = Messenger(cluster: cluster, node: node)
        let message = messenger.receive(bytes, on: .beat, at: Instant(milliseconds: 0))
        let envelope = try? Envelope(bytes)
        precondition(envelope.map { $0.bytes == bytes } ?? true, "it writes what it reads")
        let areAccepted = [
            envelope != nil, checkSubject(bytes), checkMessage(message?.payload ?? bytes), checkUp(bytes),
            checkDown(bytes),
        ]
        return areAccepted.contains(true)
    }

    private static func required<Value>(_ value: Value?) -> Value {
        guard let value else { preconditionFailure("expected a valid constant, got none") }
        return value
    }

    private static func checkSubject(_ bytes: [UInt8]) -> Bool {
        guard let subject = Subject(String(decoding: bytes, as: UTF8.self), in: cluster) else { return false }
        precondition(Array(subject.text(in: cluster).utf8) == bytes, "it writes what it reads")
        return true
    }

    private static func checkMessage(_ bytes: [UInt8]) -> Bool {
        let (node, room, frame) = (NodeMessage(bytes), RoomMessage(bytes), LinkFrame(bytes))
        let written = [node?.bytes, room?.bytes, frame?.bytes].compactMap { $0 }
        precondition(written.count <= 1, "expected one kind of message, got \(written.count)")
        precondition(written.allSatisfy { $0 == bytes }, "it writes what it reads")
        let rooms = [room?.room, frame?.key.room].compactMap { $0 }
        precondition(rooms.allSatisfy(RoomName.isValid), "a name of a room is a part of a subject")
        if let frame { check(frame) }
        return !written.isEmpty
    }

    /// Passes a frame twice to the end of a link that has sent three items.
    private static func check(_ frame: LinkFrame) {
        let (peer, now) = (frame.key.epoch.owner, Instant(milliseconds: 0))
        var link = Link(frame.key, sending: frame.direction.opposite, to: peer)
        var effects: [Link.Effect] = []
        for _ in 0..<3 { link.send([1, 2], at: now, into: &effects) }
        link.flush(at: now, valid: now, into: &effects)
        for _ in 0..<2 { link.receive(frame, from: peer, at: now, into: &effects) }
        link.flush(at: now, valid: now, into: &effects)
        var delivered: [[UInt8]] = []
        for effect in effects {
            switch effect {
            case .deliver(let item): delivered.append(item)
            case .send(let answer): precondition(LinkFrame(answer.bytes) == answer, "it reads what it writes")
            case .ended(let reason): preconditionFailure("expected an open link, got its end: \(reason)")
            }
        }
        let isNext = frame.first == 1 && frame.acknowledged <= 3
        precondition(delivered == (isNext ? frame.items : []), "each item arrives once, in its turn")
        precondition(link.earlyItems <= LinkLimits.items && link.earlyBytes <= LinkLimits.bytes, "memory is bounded")
        for item in frame.items { _ = frame.direction == .up ? checkUp(item) : checkDown(item) }
    }

    private static func checkDown(_ bytes: [UInt8]) -> Bool {
        guard let item = DownItem(bytes, room: "main") else { return false }
        precondition(item.bytes == bytes, "it writes what it reads")
        return true
    }

    /// A request is JSON, which has several texts for one value: it stands behind kind, member and address.
    private static func checkUp(_ bytes: [UInt8]) -> Bool {
        guard let item = UpItem(bytes, with: codec) else { return false }
        let written = item.bytes(with: codec)
        guard case .request(_, _, let id, let request, let token) = item else {
            precondition(written == bytes, "it writes what it reads")
            return true
        }
        let message = ClientMessage.request(id, request, grant: token)
        let headerBytes = 1 + 4 + 10
        precondition(written.prefix(headerBytes) == bytes.prefix(headerBytes), "it writes what it reads")
        for bytes in [bytes, written] {
            precondition(codec.decode(Array(bytes.dropFirst(headerBytes))) == message, "it reads what it writes")
        }
        return true
    }
}
