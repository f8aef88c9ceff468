import ClusterTraffic
import PagingEngine
import PagingRoom
import PagingServer
import PagingWire

/// Layout: the kind, then the fields in their order. An address is loop (2) and number (8), a member 4, other numbers 8;
/// texts stand behind their length (4), optional values behind 0 or 1. A request is the client's message, to the end.
extension UpItem {
    private enum Kind: UInt8 {
        case requestJoin = 1
        case withdrawn = 2
        case request = 3
        case pages = 4
        case left = 5
        case drawn = 6
        case resync = 7
        case reopen = 8
        case reopened = 9
        case tally = 10
        case wantsNumbers = 11
        case void = 12
        case audiencePages = 13
        case asset = 14
        case keepAsset = 15
        case audienceAsset = 16
        case audienceKeepAsset = 17
    }

    private var kind: Kind {
        switch self {
        case .requestJoin: .requestJoin
        case .withdrawn: .withdrawn
        case .request: .request
        case .sideRequest(_, _, _, .pages): .pages
        case .sideRequest(_, _, _, .asset): .asset
        case .sideRequest(_, _, _, .keep): .keepAsset
        case .left: .left
        case .drawn: .drawn
        case .resync: .resync
        case .reopen: .reopen
        case .reopened: .reopened
        case .tally: .tally
        case .wantsNumbers: .wantsNumbers
        case .void: .void
        case .audienceRequest(_, _, .pages): .audiencePages
        case .audienceRequest(_, _, .asset): .audienceAsset
        case .audienceRequest(_, _, .keep): .audienceKeepAsset
        }
    }

    package func bytes(with codec: RequestCodec) -> [UInt8] {
        var bytes = [kind.rawValue]
        switch self {
        case .requestJoin(let request): request.append(to: &bytes)
        case .withdrawn(let address), .resync(let address): bytes.append(address)
        case .request(let member, let address, let id, let request, let token):
            bytes.append(member, at: address)
            bytes += codec.encode(.request(id, request, grant: token))
        case .sideRequest(let member, let address, let id, let request):
            bytes.append(member, at: address)
            request.append(to: &bytes, id)
        case .left(let member, let address, let politely):
            bytes.append(member, at: address)
            bytes.append(flag: politely)
        case .drawn(let drawn):
            bytes.append(integer: UInt32(clamping: drawn.count))
            for one in drawn { one.append(to: &bytes) }
        case .reopen(let request): request.append(to: &bytes)
        case .reopened, .wantsNumbers: break
        case .tally(let tally): tally.append(to: &bytes)
        case .void(let credentials): bytes.append(credentials)
        case .audienceRequest(let address, let id, let request):
            bytes.append(address)
            request.append(to: &bytes, id)
        }
        return bytes
    }

    /// Nil where the bytes are no item.
    package init?(_ bytes: [UInt8], with codec: RequestCodec) {
        var reader = ByteReader(bytes)
        guard let kind = reader.integer(UInt8.self).flatMap(Kind.init),
            let item = UpItem.item(kind, &reader, codec), reader.isAtEnd
        else { return nil }
        self = item
    }

    private static func item(_ kind: Kind, _ reader: inout ByteReader, _ codec: RequestCodec) -> UpItem? {
        switch kind {
        case .requestJoin: JoinRequest(&reader).map { .requestJoin($0) }
        case .withdrawn: reader.address().map { .withdrawn($0) }
        case .request: request(&reader, codec)
        case .pages: sideRequest(&reader) { $0.pageRange() }
        case .asset: sideRequest(&reader) { $0.assetWanted() }
        case .keepAsset: sideRequest(&reader) { $0.assetToKeep() }
        case .left: left(&reader)
        case .drawn: drawn(&reader)
        case .resync: reader.address().map { .resync($0) }
        case .reopen: ReopenRequest(&reader).map { .reopen($0) }
        case .reopened: .reopened
        case .tally: AudienceTally(&reader).map { .tally($0) }
        case .wantsNumbers: .wantsNumbers
        case .void: reader.credentials().map { .void($0) }
        case .audiencePages: audienceRequest(&reader) { $0.pageRange() }
        case .audienceAsset: audienceRequest(&reader) { $0.assetWanted() }
        case .audienceKeepAsset: audienceRequest(&reader) { $0.assetToKeep() }
        }
    }

    private static func request(_ reader: inout ByteReader, _ codec: RequestCodec) -> UpItem? {
        guard let (member, address) = reader.memberAndAddress(),
            case .request(let id, let request, let token)? = codec.decode(reader.takeRemainder())
        else { return nil }
        return .request(member, address, id, request, token)
    }

    private static func left(_ reader: inout ByteReader) -> UpItem? {
        guard let (member, address) = reader.memberAndAddress(), let politely = reader.flag() else { return nil }
        return .left(member, address, politely: politely)
    }

    private static func drawn(_ reader: inout ByteReader) -> UpItem? {
        guard let count = reader.integer(UInt32.self) else { return nil }
        var drawn: [Drawn] = []
        for _ in 0..<count {
            guard let one = Drawn(&reader) else { return nil }
            drawn.append(one)
        }
        return .drawn(drawn)
    }
}

extension JoinRequest {
    /// The token stays at the edge, which has verified it.
    fileprivate func append(to bytes: inout [UInt8]) {
        bytes.append(address)
        bytes.append(number: id.number)
        join.append(to: &bytes)
        bytes.append(longText: secret.text)
        bytes.append(limit, of: ItemFields.roles)
        bytes.append(optional: credential?.text) { $1.append(longText: $0) }
        bytes.append(flag: passesLock)
        bytes.append(flag: mayCreate)
        bytes.append(optional: connection?.text) { $1.append(longText: $0) }
        bytes.append(optional: openedAt) { $1.append(time: $0) }
    }

    fileprivate init?(_ reader: inout ByteReader) {
        var (credential, connection): (String?, String?) = (nil, nil)
        var openedAt: Instant?
        guard let address = reader.address(), let id = reader.requestID(), let join = Join(&reader),
            let secret = reader.identity(), let limit = reader.value(of: ItemFields.roles),
            reader.optional({ $0.identity() }, into: &credential), let passesLock = reader.flag(),
            let mayCreate = reader.flag(), reader.optional({ $0.identity() }, into: &connection),
            reader.optional({ $0.time() }, into: &openedAt)
        else { return nil }
        self.init(
            address: address, id: id, join: join, secret: Session(secret), limit: limit,
            credential: credential.map { Credential($0) }, passesLock: passesLock, mayCreate: mayCreate,
            connection: connection.map { ConnectionKey($0) }, openedAt: openedAt)
    }
}

extension Join {
    fileprivate func append(to bytes: inout [UInt8]) {
        bytes.append(optional: name) { $1.append(longText: $0) }
        bytes.append(role, of: ItemFields.roles)
        bytes.append(offsets, of: ItemFields.offsets)
        bytes.append(optional: since) { since, bytes in
            bytes.append(longText: since.epoch.text)
            bytes.append(number: since.sequence.number)
        }
        bytes.append(optional: session?.text) { $1.append(longText: $0) }
        bytes.append(flag: knowsEpochs)
    }

    fileprivate init?(_ reader: inout ByteReader) {
        var (name, session): (String?, String?) = (nil, nil)
        var since: Since?
        guard reader.optional({ $0.newName() }, into: &name), let role = reader.value(of: ItemFields.roles),
            let offsets = reader.value(of: ItemFields.offsets),
            reader.optional({ $0.since() }, into: &since),
            reader.optional({ $0.identity() }, into: &session), let knowsEpochs = reader.flag()
        else { return nil }
        self.init(
            name: name, role: role, offsets: offsets, since: since, session: session.map { Session($0) },
            knowsEpochs: knowsEpochs)
    }
}

extension ReopenRequest {
    fileprivate func append(to bytes: inout [UInt8]) {
        bytes.append(address)
        bytes.append(longText: connection.text)
        bytes.append(longText: session.text)
        bytes.append(offsets, of: ItemFields.offsets)
        bytes.append(number: answered.number)
    }

    fileprivate init?(_ reader: inout ByteReader) {
        guard let address = reader.address(), let connection = reader.identity(), let session = reader.identity(),
            let offsets = reader.value(of: ItemFields.offsets), let answered = reader.requestID()
        else { return nil }
        self.init(
            address: address, connection: ConnectionKey(connection), session: Session(session), offsets: offsets,
            answered: answered)
    }
}

extension Drawn {
    fileprivate func append(to bytes: inout [UInt8]) {
        bytes.append(member)
        bytes.append(number: sequence.number)
        bytes.append(integer: digest.value)
        bytes.append(flag: isCut)
    }

    fileprivate init?(_ reader: inout ByteReader) {
        guard let member = reader.member(), let sequence = reader.sequence(), let digest = reader.integer(UInt64.self),
            let isCut = reader.flag()
        else { return nil }
        self.init(member: member, sequence: sequence, digest: Digest(value: digest), isCut: isCut)
    }
}

extension ByteReader {
    /// A name that a new member may have.
    fileprivate mutating func newName() -> String? {
        longText(atMost: Limits.nameBytes).flatMap { TextRule.objection(toNewName: $0) == nil ? $0 : nil }
    }

    fileprivate mutating func since() -> Join.Since? {
        guard let epoch = identity(), let sequence = sequence() else { return nil }
        return Join.Since(epoch: Epoch(epoch), sequence: sequence)
    }

    fileprivate mutating func takeRemainder() -> [UInt8] {
        defer { self = ByteReader([]) }
        return remainder
    }
}
