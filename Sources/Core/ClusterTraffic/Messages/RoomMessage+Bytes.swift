package import PagingEngine
import PagingWire

/// Layout: the kind, from 7 (`open`) to 15 (`tail`), after those of `NodeMessage`; length and name of the room; then the
/// fields in their order. Numbers, ids and times have 8 bytes, an epoch is number and owner, frames, snapshots and reasons
/// stand behind their length (4), optional values behind 0 or 1.
extension RoomMessage {
    /// Frames of one publication.
    package static let maximumFrames = 1_024
    /// Bytes of a reason.
    package static let maximumReasonBytes = 2_048

    private enum Kind: UInt8 {
        case open = 7
        case since = 8
        case opened = 9
        case elsewhere = 10
        case refused = 11
        case moved = 12
        case publication = 13
        case opening = 14
        case tail = 15
    }

    package var room: String {
        switch self {
        case .open(let room, _, _, _), .since(let room, _, _), .elsewhere(let room, _, _), .refused(let room, _, _, _),
            .moved(let room, _, _), .publication(let room, _, _, _), .opening(let room, _, _, _, _),
            .tail(let room, _, _, _, _):
            room
        case .opened(let key, _, _): key.room
        }
    }

    /// The end of the sender's lease, in words of an owner.
    package var valid: Instant? {
        switch self {
        case .opened(_, _, let valid), .publication(_, _, _, let valid), .opening(_, _, _, _, let valid),
            .tail(_, _, _, _, let valid):
            valid
        case .open, .since, .elsewhere, .refused, .moved: nil
        }
    }

    private var kind: Kind {
        switch self {
        case .open: .open
        case .since: .since
        case .opened: .opened
        case .elsewhere: .elsewhere
        case .refused: .refused
        case .moved: .moved
        case .publication: .publication
        case .opening: .opening
        case .tail: .tail
        }
    }

    package var bytes: [UInt8] {
        var bytes = [kind.rawValue]
        bytes.append(text: room)
        switch self {
        case .open(_, let known, let nonce, let mayCreate):
            bytes.append(integer: known)
            bytes.append(integer: nonce)
            bytes.append(flag: mayCreate)
        case .since(_, let epoch, let sequence):
            bytes.append(epoch: epoch)
            bytes.append(optional: sequence) { $1.append(number: $0) }
        case .opened(let key, let sequence, let valid):
            bytes.append(epoch: key.epoch)
            bytes.append(integer: key.nonce)
            bytes.append(number: sequence)
            bytes.append(time: valid)
        case .elsewhere(_, let owner, let epoch), .moved(_, let owner, let epoch):
            bytes.append(integer: owner.number)
            bytes.append(integer: epoch)
        case .refused(_, let nonce, let refusal, let reason):
            bytes.append(integer: nonce)
            bytes.append(integer: refusal.rawValue)
            bytes.append(longText: reason)
        case .publication(_, let epoch, let events, let valid):
            bytes.append(epoch: epoch)
            events.append(to: &bytes)
            bytes.append(time: valid)
        case .opening(_, let epoch, let sequence, let snapshot, let valid):
            bytes.append(epoch: epoch)
            bytes.append(number: sequence)
            bytes.append(longBytes: snapshot)
            bytes.append(time: valid)
        case .tail(_, let epoch, let sequence, let offset, let valid):
            bytes.append(epoch: epoch)
            bytes.append(number: sequence)
            bytes.append(optional: offset) { $0.append(to: &$1) }
            bytes.append(time: valid)
        }
        return bytes
    }

    /// Nil where the bytes are no such message.
    package init?(_ bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard let kind = reader.integer(UInt8.self).flatMap(Kind.init), let room = reader.text(),
            RoomName.isValid(room), let message = RoomMessage(kind, room, &reader), reader.isAtEnd
        else { return nil }
        self = message
    }

    private init?(_ kind: Kind, _ room: String, _ reader: inout ByteReader) {
        let message: RoomMessage? =
            switch kind {
            case .open: RoomMessage.open(room, &reader)
            case .since: RoomMessage.since(room, &reader)
            case .opened: RoomMessage.opened(room, &reader)
            case .elsewhere: reader.nodeAndEpoch().map { .elsewhere(room: room, owner: $0, epoch: $1) }
            case .refused: RoomMessage.refused(room, &reader)
            case .moved: reader.nodeAndEpoch().map { .moved(room: room, owner: $0, epoch: $1) }
            case .publication: RoomMessage.publication(room, &reader)
            case .opening: RoomMessage.opening(room, &reader)
            case .tail: RoomMessage.tail(room, &reader)
            }
        guard let message else { return nil }
        self = message
    }

    private static func open(_ room: String, _ reader: inout ByteReader) -> RoomMessage? {
        guard let known = reader.integer(UInt64.self), let nonce = reader.integer(UInt64.self),
            let mayCreate = reader.flag()
        else { return nil }
        return .open(room: room, known: known, nonce: nonce, mayCreate: mayCreate)
    }

    private static func since(_ room: String, _ reader: inout ByteReader) -> RoomMessage? {
        var sequence: Int64?
        guard let epoch = reader.epoch(), reader.optional({ $0.number() }, into: &sequence) else { return nil }
        return .since(room: room, epoch, sequence: sequence)
    }

    private static func opened(_ room: String, _ reader: inout ByteReader) -> RoomMessage? {
        guard let epoch = reader.epoch(), let nonce = reader.integer(UInt64.self), let sequence = reader.number(),
            let valid = reader.time()
        else { return nil }
        return .opened(LinkKey(room: room, epoch: epoch, nonce: nonce), sequence: sequence, valid: valid)
    }

    private static func refused(_ room: String, _ reader: inout ByteReader) -> RoomMessage? {
        guard let nonce = reader.integer(UInt64.self),
            let refusal = reader.integer(UInt16.self).flatMap(OpenRefusal.init),
            let reason = reader.longText(atMost: maximumReasonBytes)
        else { return nil }
        return .refused(room: room, nonce: nonce, refusal, reason: reason)
    }

    private static func publication(_ room: String, _ reader: inout ByteReader) -> RoomMessage? {
        guard let epoch = reader.epoch(), let events = RelayedEvents(&reader), let valid = reader.time() else {
            return nil
        }
        return .publication(room: room, epoch, events, valid: valid)
    }

    private static func opening(_ room: String, _ reader: inout ByteReader) -> RoomMessage? {
        guard let epoch = reader.epoch(), let sequence = reader.number(), let snapshot = reader.longBytes(),
            let valid = reader.time()
        else { return nil }
        return .opening(room: room, epoch, sequence: sequence, snapshot: snapshot, valid: valid)
    }

    private static func tail(_ room: String, _ reader: inout ByteReader) -> RoomMessage? {
        var offset: RelayedOffset?
        guard let epoch = reader.epoch(), let sequence = reader.number(),
            reader.optional({ RelayedOffset(&$0) }, into: &offset), let valid = reader.time()
        else { return nil }
        return .tail(room: room, epoch, sequence: sequence, offset: offset, valid: valid)
    }
}

extension RelayedEvents {
    /// The same in pieces of at most `RoomMessage.maximumFrames`; the last one has the offset.
    package var pieces: [RelayedEvents] {
        guard frames.count > RoomMessage.maximumFrames else { return [self] }
        return stride(from: 0, to: frames.count, by: RoomMessage.maximumFrames).map { start in
            let end = min(frames.count, start + RoomMessage.maximumFrames)
            return RelayedEvents(
                first: first + Int64(start), frames: Array(frames[start..<end]),
                offset: end == frames.count ? offset : nil, canWait: canWait)
        }
    }

    func append(to bytes: inout [UInt8]) {
        bytes.append(number: first)
        bytes.append(list: frames)
        bytes.append(optional: offset) { $0.append(to: &$1) }
        bytes.append(flag: canWait)
    }

    init?(_ reader: inout ByteReader) {
        var offset: RelayedOffset?
        guard let first = reader.number(), let frames = reader.list(atMost: RoomMessage.maximumFrames),
            reader.optional({ RelayedOffset(&$0) }, into: &offset), let canWait = reader.flag()
        else { return nil }
        self.init(first: first, frames: frames, offset: offset, canWait: canWait)
    }
}

extension RelayedOffset {
    private static let audiences: ClosedRange<UInt8> = 0...2

    func append(to bytes: inout [UInt8]) {
        bytes.append(longBytes: frame)
        bytes.append(number: sequence)
        bytes.append(audience)
        bytes.append(flag: isDragged)
    }

    init?(_ reader: inout ByteReader) {
        guard let frame = reader.longBytes(), let sequence = reader.number(),
            let audience = reader.integer(UInt8.self), RelayedOffset.audiences.contains(audience),
            let isDragged = reader.flag()
        else { return nil }
        self.init(frame: frame, sequence: sequence, audience: audience, isDragged: isDragged)
    }
}

extension ByteReader {
    fileprivate mutating func nodeAndEpoch() -> (node: NodeID, epoch: UInt64)? {
        guard let node = node(), let epoch = integer(UInt64.self) else { return nil }
        return (node, epoch)
    }
}
