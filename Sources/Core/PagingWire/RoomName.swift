/// The names that rooms may have.
package enum RoomName {
    package static let maximumBytes = 64

    /// Whether `name` may name a room: 1 to 64 of A–Z a–z 0–9 . _ -
    package static func isValid(_ name: String) -> Bool {
        (1...maximumBytes).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}
