import Glibc

/// Origin of a connection, as the limits count it: an IPv4 address, or the first 64 bits of an IPv6 address. A client
/// with one IPv6 address has all addresses that begin with the same 64 bits.
package struct PeerAddress: Hashable, Sendable {
    private let isSixthVersion: Bool
    private let bits: UInt64

    init(_ address: sockaddr_storage) {
        self = withUnsafeBytes(of: address) { bytes in
            switch Int32(address.ss_family) {
            case AF_INET: PeerAddress(fourthVersion: bytes[4..<8])
            case AF_INET6 where bytes[8..<20].elementsEqual(Self.mapped): PeerAddress(fourthVersion: bytes[20..<24])
            case AF_INET6: PeerAddress(sixthVersion: bytes[8..<16])
            // Sockets of this machine that have no address all are one.
            default: PeerAddress(sixthVersion: bytes[0..<0])
            }
        }
    }

    /// - Parameter bytes: the four of the address, most significant first.
    init(fourthVersion bytes: some Swift.Sequence<UInt8>) {
        isSixthVersion = false
        bits = bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// - Parameter bytes: the first eight of the address.
    init(sixthVersion bytes: some Swift.Sequence<UInt8>) {
        isSixthVersion = true
        bits = bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// `::ffff:0:0/96`, under which IPv4 shows on a socket for both.
    private static let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]

    /// `accept(2)` with the address of the other side.
    static func accept(_ listener: Int32, _ address: inout sockaddr_storage) -> Int32 {
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &address) { storage in
            storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.accept(listener, $0, &length) }
        }
    }
}
