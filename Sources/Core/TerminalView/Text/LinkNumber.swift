import PagingContent

/// A short stand-in for the address of a link, which cells can carry.
///
/// It is made from the address (FNV-1a, 32 bits), so that pages that are drawn apart agree. Two addresses with the same
/// number would be one link; a deck that is made for that harms nobody but itself.
package struct LinkNumber: BitwiseCopyable, Hashable, Sendable {
    package static let none = LinkNumber(rawValue: 0)
    /// Longest address that a terminal is given. It gets one for each stretch of a link in view, and many may have the same.
    private static let longestAddress = 500

    let rawValue: UInt32

    private init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Nil for an address that a terminal should not open: anything but the web and mail.
    package init?(_ address: String) {
        guard LinkAddress(address) != nil, address.utf8.count <= LinkNumber.longestAddress else { return nil }
        var hash: UInt32 = 0x811C_9DC5
        for byte in address.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
        rawValue = max(1, hash)
    }

    /// The address with nothing but printable ASCII characters; others are percent-encoded (RFC 3986, §2.1).
    package static func encoded(_ address: String) -> String {
        address.utf8.reduce(into: "") { text, byte in
            if (0x21..<0x7F).contains(byte) {
                text.unicodeScalars.append(UnicodeScalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                text += digits.count == 1 ? "%0" + digits : "%" + digits
            }
        }
    }
}
