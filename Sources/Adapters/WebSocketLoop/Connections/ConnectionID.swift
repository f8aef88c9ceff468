/// Identifier of one connection of one loop: a slot of the loop's table and the generation of its connection.
///
/// Any thread may hold it; it is meaningless to another loop. A slot's generation rises with every connection, and a
/// slot is retired before it would wrap, so an identifier never stands for another connection.
package struct ConnectionID: Hashable, Sendable {
    /// Generation in the high half (from 1), slot in the low half. Never 0.
    package let rawValue: UInt64

    init(slot: Int, generation: UInt32) {
        rawValue = UInt64(generation) << 32 | UInt64(slot)
    }

    /// The id of that raw value; nil for 0.
    package init?(rawValue: UInt64) {
        guard rawValue != 0 else { return nil }
        self.rawValue = rawValue
    }

    var slot: Int { Int(rawValue & 0xffff_ffff) }
    var generation: UInt32 { UInt32(rawValue >> 32) }
}
