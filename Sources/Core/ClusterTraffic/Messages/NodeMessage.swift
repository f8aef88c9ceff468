package import PagingEngine

/// A message by which nodes of a cluster know of each other.
///
/// Layout: 3 (beat), 4 (gone), 5 (ping) or 6 (pong), after the kinds of `LinkFrame`. A beat: length and text of the name,
/// the role, flags (1: draining), the confirmed beat (8 bytes), the oldest and the newest format (4 each). `gone`: the id
/// (8). Ping and pong: nonce, boot clock (8 each), 0 or 1, and after 1 the cluster time (8).
package enum NodeMessage: Hashable, Sendable {
    case beat(NodeBeat)
    /// The row of a node is gone: it owns no room, and will never own one again.
    case gone(NodeID)
    case ping(ClockReading)
    /// The answer to a ping, with the same nonce.
    case pong(ClockReading)

    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        switch self {
        case .beat(let beat):
            bytes.append(Kind.beat.rawValue)
            beat.append(to: &bytes)
        case .gone(let node):
            bytes.append(Kind.gone.rawValue)
            bytes.append(integer: node.number)
        case .ping(let reading):
            bytes.append(Kind.ping.rawValue)
            reading.append(to: &bytes)
        case .pong(let reading):
            bytes.append(Kind.pong.rawValue)
            reading.append(to: &bytes)
        }
        return bytes
    }

    /// Nil where the bytes are no such message.
    package init?(_ bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard let kind = reader.integer(UInt8.self).flatMap(Kind.init),
            let message = NodeMessage(kind, &reader), reader.isAtEnd
        else { return nil }
        self = message
    }

    private enum Kind: UInt8 {
        case beat = 3
        case gone = 4
        case ping = 5
        case pong = 6
    }

    private init?(_ kind: Kind, _ reader: inout ByteReader) {
        let message: NodeMessage? =
            switch kind {
            case .beat: NodeBeat(&reader).map { .beat($0) }
            case .gone: reader.node().map { .gone($0) }
            case .ping: ClockReading(&reader).map { .ping($0) }
            case .pong: ClockReading(&reader).map { .pong($0) }
            }
        guard let message else { return nil }
        self = message
    }
}

/// News of one node for all: the name, and the newest beat that the database has confirmed.
package struct NodeBeat: Hashable, Sendable {
    package enum Role: UInt8, Hashable, Sendable {
        /// Owns rooms, and has a row in the database.
        case owner = 1
        /// Has members only.
        case edge = 2
    }

    /// Formats of records, so that sums and the database's `int` do not overflow.
    package static let largestFormat = UInt32(Int32.max)

    package var name: String
    package var role: Role
    package var isDraining: Bool
    /// The newest confirmed beat; 0 before the first one.
    package var confirmed: UInt64
    /// Formats of records that the node reads; it writes the newest.
    package var formats: ClosedRange<UInt32>

    package init(
        name: String, role: Role, isDraining: Bool = false, confirmed: UInt64, formats: ClosedRange<UInt32>
    ) {
        self.name = name
        self.role = role
        self.isDraining = isDraining
        self.confirmed = confirmed
        self.formats = formats
    }

    func append(to bytes: inout [UInt8]) {
        bytes.append(text: name)
        bytes += [role.rawValue, isDraining ? 1 : 0]
        bytes.append(integer: confirmed)
        bytes.append(integer: formats.lowerBound)
        bytes.append(integer: formats.upperBound)
    }

    init?(_ reader: inout ByteReader) {
        guard let name = reader.text(), NodeName.isValid(name),
            let role = reader.integer(UInt8.self).flatMap(Role.init),
            let flags = reader.integer(UInt8.self), flags <= 1, let confirmed = reader.integer(UInt64.self),
            confirmed <= UInt64(Int64.max), let oldest = reader.integer(UInt32.self),
            let newest = reader.integer(UInt32.self), oldest <= newest, newest <= NodeBeat.largestFormat
        else { return nil }
        self.init(name: name, role: role, isDraining: flags == 1, confirmed: confirmed, formats: oldest...newest)
    }
}

/// The clocks of a node at the moment at which it writes them down.
package struct ClockReading: Hashable, Sendable {
    /// The largest time, so that sums and differences do not overflow, also in thousandths of a millisecond.
    package static let largestMilliseconds: Int64 = 1 << 50

    package var nonce: UInt64
    /// Milliseconds since the machine started.
    package var boot: Instant
    /// The time that all nodes share; nil while the node does not know it.
    package var cluster: Instant?

    package init(nonce: UInt64, boot: Instant, cluster: Instant?) {
        self.nonce = nonce
        self.boot = boot
        self.cluster = cluster
    }

    func append(to bytes: inout [UInt8]) {
        bytes.append(integer: nonce)
        bytes.append(time: boot)
        bytes.append(optional: cluster) { $1.append(time: $0) }
    }

    init?(_ reader: inout ByteReader) {
        var cluster: Instant?
        guard let nonce = reader.integer(UInt64.self), let boot = reader.time(),
            reader.optional({ $0.time() }, into: &cluster)
        else { return nil }
        self.init(nonce: nonce, boot: boot, cluster: cluster)
    }
}
