import ClusterTraffic
import PagingEngine
import PagingRoom
import PagingServer
import PagingWire

/// Fields that items of both directions have.
enum ItemFields {
    /// Values by their number on the fabric, which stays.
    static let roles: [Role] = [.presenter, .member, .viewer]
    static let offsets: [Join.Offsets] = [.frames, .keyframes, .none]
    /// Frames of one answer to a join.
    static let maximumFrames = 2_048
}

extension ByteReader {
    mutating func address() -> Address? {
        guard let loop = integer(UInt16.self), let peer = integer(UInt64.self) else { return nil }
        return Address(loop: Int(loop), peer: PeerID(peer))
    }

    mutating func member() -> MemberID? { integer(UInt32.self).map { MemberID($0) } }

    /// A member, and the connection that it has.
    mutating func memberAndAddress() -> (member: MemberID, address: Address)? {
        guard let member = member(), let address = address() else { return nil }
        return (member, address)
    }

    mutating func requestID() -> RequestID? { number().map { RequestID($0) } }

    mutating func sequence() -> Sequence? { number().map { Sequence($0) } }

    /// A session, an epoch, or the identity of a token or a connection.
    mutating func identity() -> String? { longText(atMost: Limits.secretBytes) }

    mutating func value<Value>(of values: [Value]) -> Value? {
        integer(UInt8.self).flatMap { Int($0) < values.count ? values[Int($0)] : nil }
    }
}

extension [UInt8] {
    mutating func append(_ address: Address) {
        append(integer: UInt16(clamping: address.loop))
        append(integer: address.peer.number)
    }

    mutating func append(_ member: MemberID) { append(integer: member.number) }

    mutating func append(_ member: MemberID, at address: Address) {
        append(member)
        append(address)
    }

    mutating func append<Value: Equatable>(_ value: Value, of values: [Value]) {
        append(UInt8(clamping: values.firstIndex(of: value) ?? values.count))
    }
}
