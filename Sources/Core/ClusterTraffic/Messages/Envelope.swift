/// A message on the fabric: who sent it to which cluster, and its bytes or a part of them.
///
/// Layout: `RF`, version, length and text of the cluster's name, the sender's id (8 bytes), 0 or 1, then the payload, or
/// a part: the message's number (8), the part's index (2), the bytes of the whole payload (4), the part's bytes.
package struct Envelope: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        case whole([UInt8])
        case part(Part)
    }

    static let version: UInt8 = 1
    /// The largest message of a fabric. NATS allows 1 MiB by default.
    package static let maximumBytes = 900_000
    /// Bytes before the payload, at most.
    static let headerBytes = 4 + ClusterName.maximumBytes + 8 + 1 + 14
    /// The largest payload in one piece.
    package static let maximumPayloadBytes = maximumBytes - headerBytes

    private static let mark: [UInt8] = [UInt8(ascii: "R"), UInt8(ascii: "F")]

    package var cluster: ClusterName
    package var sender: NodeID
    package var content: Content

    package init(cluster: ClusterName, sender: NodeID, content: Content) {
        self.cluster = cluster
        self.sender = sender
        self.content = content
    }

    package var bytes: [UInt8] {
        var bytes = Envelope.mark + [Envelope.version]
        bytes.append(text: cluster.text)
        bytes.append(integer: sender.number)
        switch content {
        case .whole(let payload):
            bytes.append(0)
            bytes += payload
        case .part(let part):
            bytes.append(1)
            bytes.append(integer: part.number)
            bytes.append(integer: UInt16(part.index))
            bytes.append(integer: UInt32(part.totalBytes))
            bytes += part.bytes
        }
        return bytes
    }

    package init(_ bytes: [UInt8]) throws(EnvelopeError) {
        var reader = ByteReader(bytes)
        guard bytes.count <= Envelope.maximumBytes, reader.bytes(2).map(Array.init) == Envelope.mark,
            let version = reader.integer(UInt8.self)
        else { throw EnvelopeError(reason: .malformed) }
        guard version == Envelope.version else { throw EnvelopeError(reason: .version) }
        guard let cluster = reader.text().flatMap({ ClusterName($0) }), let sender = reader.node(),
            let content = Envelope.content(&reader)
        else { throw EnvelopeError(reason: .malformed) }
        self.init(cluster: cluster, sender: sender, content: content)
    }

    private static func content(_ reader: inout ByteReader) -> Content? {
        switch reader.integer(UInt8.self) {
        case 0: return .whole(reader.remainder)
        case 1:
            guard let number = reader.integer(UInt64.self), let index = reader.integer(UInt16.self),
                let total = reader.integer(UInt32.self)
            else { return nil }
            return Part(number: number, index: Int(index), totalBytes: Int(total), bytes: reader.remainder)
                .map { .part($0) }
        default: return nil
        }
    }
}

/// The reason why bytes are no envelope.
package struct EnvelopeError: Error, Hashable {
    package let reason: DropReason
}
