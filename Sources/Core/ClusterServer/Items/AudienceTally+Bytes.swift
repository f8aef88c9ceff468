import ClusterTraffic
import PagingEngine
import PagingRoom

/// Fields about the viewers whom edges admit. Lists stand behind their length (2).
extension AudienceTally {
    /// Sequence (8), digest (8) and viewers (4) of a picture.
    func append(to bytes: inout [UInt8]) {
        for count in [viewers, present, cut] { bytes.append(integer: UInt32(clamping: count)) }
        bytes.append(integer: UInt16(clamping: pictures.count))
        for picture in pictures {
            bytes.append(number: picture.sequence.number)
            bytes.append(integer: picture.digest.value)
            bytes.append(integer: UInt32(clamping: picture.viewers))
        }
    }

    init?(_ reader: inout ByteReader) {
        self.init()
        guard let viewers = reader.count(), let present = reader.count(), let cut = reader.count(),
            present <= viewers, cut <= present, let count = reader.integer(UInt16.self),
            count <= AudienceTally.picturesLimit
        else { return nil }
        (self.viewers, self.present, self.cut) = (viewers, present, cut)
        for _ in 0..<count {
            guard let sequence = reader.sequence(), let digest = reader.integer(UInt64.self),
                let viewers = reader.count()
            else { return nil }
            pictures.append(PictureCount(sequence: sequence, digest: Digest(value: digest), viewers: viewers))
        }
        guard pictures.reduce(0, { $0 + $1.viewers }) <= present else { return nil }
    }
}

extension AudienceRules {
    func append(to bytes: inout [UInt8]) {
        bytes.append(flag: isOpen)
        bytes.append(integer: UInt32(clamping: free))
        bytes.append(void)
        bytes.append(integer: UInt16(clamping: removed.count))
        for member in removed { bytes.append(member) }
    }

    init?(_ reader: inout ByteReader) {
        guard let isOpen = reader.flag(), let free = reader.count(), let void = reader.credentials(),
            let count = reader.integer(UInt16.self)
        else { return nil }
        var removed: [MemberID] = []
        for _ in 0..<count {
            guard let member = reader.member() else { return nil }
            removed.append(member)
        }
        self.init(isOpen: isOpen, free: free, void: void, removed: removed)
    }
}

extension ByteReader {
    fileprivate mutating func count() -> Int? { integer(UInt32.self).map { Int($0) } }

    mutating func credentials() -> [Credential]? {
        guard let count = integer(UInt16.self), count <= RoomRecord.removedLimit else { return nil }
        var credentials: [Credential] = []
        for _ in 0..<count {
            guard let text = identity() else { return nil }
            credentials.append(Credential(text))
        }
        return credentials
    }
}

extension [UInt8] {
    mutating func append(_ credentials: [Credential]) {
        append(integer: UInt16(clamping: credentials.count))
        for credential in credentials { append(longText: credential.text) }
    }
}
