import ClusterTraffic
import PagingEngine
import PagingRoom
import PagingServer
import PagingWire

/// Layout: the kind, for items of one connection the address, then the fields in their order, written as those of `UpItem`.
extension DownItem {
    fileprivate enum Kind: UInt8 {
        case joinGranted = 1
        case reply = 2
        case sideAnswer = 3
        case reset = 4
        case dismissed = 5
        case reached = 6
        case audienceRules = 7
        case audienceNumbers = 8
    }

    /// Bytes of a reason.
    private static let maximumReasonBytes = 2_048

    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        switch self {
        case .reached(let sequence):
            bytes.append(Kind.reached.rawValue)
            bytes.append(number: sequence.number)
        case .joinGranted(let address, let granted):
            bytes.append(.joinGranted, address)
            granted.append(to: &bytes)
        case .reply(let address, let frame, let id):
            bytes.append(.reply, address)
            bytes.append(optional: id) { $1.append(number: $0.number) }
            bytes.append(longBytes: frame)
        case .sideAnswer(let address, let frame, let id):
            bytes.append(.sideAnswer, address)
            bytes.append(number: id.number)
            bytes.append(longBytes: frame)
        case .reset(let address, let frame, let sequence):
            bytes.append(.reset, address)
            bytes.append(number: sequence.number)
            bytes.append(longBytes: frame)
        case .dismissed(let address, let code, let reason):
            bytes.append(.dismissed, address)
            bytes.append(integer: code.rawValue)
            bytes.append(longText: reason)
        case .audienceRules(let rules):
            bytes.append(Kind.audienceRules.rawValue)
            rules.append(to: &bytes)
        case .audienceNumbers(let first):
            bytes.append(Kind.audienceNumbers.rawValue)
            bytes.append(first)
        }
        return bytes
    }

    /// Nil where the bytes are no item of a link of `room`.
    package init?(_ bytes: [UInt8], room: String) {
        var reader = ByteReader(bytes)
        guard let kind = reader.integer(UInt8.self).flatMap(Kind.init), let item = DownItem(kind, room, &reader),
            reader.isAtEnd
        else { return nil }
        self = item
    }

    private init?(_ kind: Kind, _ room: String, _ reader: inout ByteReader) {
        switch kind {
        case .reached:
            guard let sequence = reader.sequence() else { return nil }
            self = .reached(sequence)
        case .audienceRules:
            guard let rules = AudienceRules(&reader) else { return nil }
            self = .audienceRules(rules)
        case .audienceNumbers:
            guard let first = reader.member() else { return nil }
            self = .audienceNumbers(first: first)
        case .joinGranted, .reply, .sideAnswer, .reset, .dismissed:
            guard let address = reader.address(), let item = DownItem.item(kind, address, room, &reader) else {
                return nil
            }
            self = item
        }
    }

    private static func item(_ kind: Kind, _ address: Address, _ room: String, _ reader: inout ByteReader) -> DownItem?
    {
        switch kind {
        case .reached, .audienceRules, .audienceNumbers: return nil
        case .joinGranted: return JoinGranted(&reader, room: room).map { .joinGranted(address, $0) }
        case .reply:
            var id: RequestID?
            guard reader.optional({ $0.requestID() }, into: &id), let frame = reader.longBytes() else { return nil }
            return .reply(address, frame, answers: id)
        case .sideAnswer:
            guard let id = reader.requestID(), let frame = reader.longBytes() else { return nil }
            return .sideAnswer(address, frame, answers: id)
        case .reset:
            guard let sequence = reader.sequence(), let frame = reader.longBytes() else { return nil }
            return .reset(address, frame, sequence)
        case .dismissed:
            guard let code = reader.integer(UInt16.self).flatMap(CloseCode.init),
                let reason = reader.longText(atMost: maximumReasonBytes)
            else { return nil }
            return .dismissed(address, code, reason: reason)
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ kind: DownItem.Kind, _ address: Address) {
        append(kind.rawValue)
        append(address)
    }
}

extension JoinGranted {
    fileprivate func append(to bytes: inout [UInt8]) {
        bytes.append(member)
        bytes.append(longText: session.text)
        bytes.append(offsets, of: ItemFields.offsets)
        bytes.append(flag: knowsEpochs)
        bytes.append(number: sequence.number)
        bytes.append(flag: recovered)
        bytes.append(list: frames)
    }

    fileprivate init?(_ reader: inout ByteReader, room: String) {
        guard let member = reader.member(), let session = reader.identity(),
            let offsets = reader.value(of: ItemFields.offsets), let knowsEpochs = reader.flag(),
            let sequence = reader.sequence(), let recovered = reader.flag(),
            let frames = reader.list(atMost: ItemFields.maximumFrames)
        else { return nil }
        self.init(
            room: room, member: member, session: Session(session), offsets: offsets, knowsEpochs: knowsEpochs,
            frames: frames, sequence: sequence, recovered: recovered)
    }
}
