/// Origin of a connection, as the limits count it: an IPv4 address, or the first 64 bits of an IPv6 address. A client
/// with one IPv6 address has all addresses that begin with the same 64 bits.
package struct PeerAddress: Hashable, Sendable {
    private let isSixthVersion: Bool
    private let bits: UInt64

    package init(_ address: IPAddress) {
        self =
            address.isFourthVersion
            ? PeerAddress(fourthVersion: address.bytes) : PeerAddress(sixthVersion: address.bytes.prefix(8))
    }

    /// All sockets of this machine without an address count as one.
    static let none = PeerAddress(sixthVersion: [])

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
}
