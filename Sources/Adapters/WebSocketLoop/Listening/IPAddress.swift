import Glibc

/// A numeric address: IPv4, or IPv6 without a zone. IPv4 inside IPv6 (`::ffff:0:0/96`) equals the IPv4 address.
package struct IPAddress: Hashable, Sendable, CustomStringConvertible {
    /// Four or sixteen, most significant first.
    package let bytes: [UInt8]

    /// `::ffff:0:0/96`, under which IPv4 shows on a socket for both.
    private static let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]

    /// - Parameter bytes: four or sixteen; nil for another number.
    init?(bytes: some Collection<UInt8>) {
        switch bytes.count {
        case 4: self.bytes = Array(bytes)
        case 16: self.bytes = Array(bytes.starts(with: Self.mapped) ? bytes.dropFirst(12) : bytes.dropFirst(0))
        default: return nil
        }
    }

    /// The address of a socket; nil for a socket without one.
    init?(_ address: sockaddr_storage) {
        let bytes: [UInt8]? = withUnsafeBytes(of: address) { bytes in
            switch Int32(address.ss_family) {
            case AF_INET: Array(bytes[4..<8])
            case AF_INET6: Array(bytes[8..<24])
            default: nil
            }
        }
        guard let bytes else { return nil }
        self.init(bytes: bytes)
    }

    /// Reads `192.0.2.1` or `2001:db8::1`; nil for any other text, such as a name or a short form of IPv4.
    package init?(_ text: some StringProtocol) {
        let text = String(text)
        guard (2...45).contains(text.utf8.count), text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else { return nil }
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &bytes) == 1 {
            self.init(bytes: bytes.prefix(4))
        } else if inet_pton(AF_INET6, text, &bytes) == 1 {
            self.init(bytes: bytes)
        } else {
            return nil
        }
    }

    package var isFourthVersion: Bool { bytes.count == 4 }

    /// `127.0.0.0/8` or `::1`.
    package var isLoopback: Bool {
        isFourthVersion ? bytes[0] == 127 : bytes.last == 1 && bytes.dropLast().allSatisfy { $0 == 0 }
    }

    package var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = isFourthVersion ? AF_INET : AF_INET6
        guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return "?" }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

/// A range of addresses that begin with the same bits, written `10.0.0.0/8`; one address stands for itself.
package struct AddressRange: Hashable, Sendable, CustomStringConvertible {
    private let first: IPAddress
    private let bitCount: Int

    /// Nil unless `text` is an address, or an address and a number of bits. Bits after these must be zero, because they
    /// would show that another range was meant.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = IPAddress(parts[0]) else { return nil }
        let most = first.bytes.count * 8
        var bitCount = most
        if parts.count == 2 {
            guard let given = Int(parts[1]), parts[1].utf8.allSatisfy({ (48...57).contains($0) }),
                (0...most).contains(given)
            else { return nil }
            bitCount = given
        }
        self.first = first
        self.bitCount = bitCount
        let isClean = (bitCount..<most).allSatisfy { first.bytes[$0 / 8] & (0x80 >> UInt8($0 % 8)) == 0 }
        guard isClean else { return nil }
    }

    package func contains(_ address: IPAddress) -> Bool {
        guard address.bytes.count == first.bytes.count else { return false }
        let whole = bitCount / 8
        guard address.bytes[..<whole] == first.bytes[..<whole] else { return false }
        guard bitCount % 8 > 0 else { return true }
        let mask = UInt8(truncatingIfNeeded: 0xff00 >> (bitCount % 8))
        return address.bytes[whole] & mask == first.bytes[whole] & mask
    }

    package var description: String { "\(first)/\(bitCount)" }
}
