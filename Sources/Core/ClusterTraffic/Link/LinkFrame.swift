package import PagingEngine
import PagingWire

/// The name of one life of a link. Frames of another life are stale.
package struct LinkKey: Hashable, Sendable {
    package let room: String
    package let epoch: RoomEpoch
    /// A random number of the edge for each time that it opens the room.
    package let nonce: UInt64

    package init(room: String, epoch: RoomEpoch, nonce: UInt64) {
        self.room = room
        self.epoch = epoch
        self.nonce = nonce
    }
}

/// One message of a link: items with consecutive numbers, and the number up to which its sender has all items of the
/// other direction.
///
/// Layout: 1 (up) or 2 (down), in a frame down the end of the owner's lease (8 bytes), length and name of the room, the
/// epoch's number and owner, the nonce, the number of the first item, the acknowledged number (8 each), the count of items
/// (2), and each with its length (4).
package struct LinkFrame: Hashable, Sendable {
    package enum Direction: UInt8, Hashable, Sendable {
        /// From an edge to the owner.
        case up = 1
        case down = 2

        package var opposite: Direction { self == .up ? .down : .up }
    }

    static let headerBytes = 2 + 8 + RoomName.maximumBytes + 5 * 8 + 2
    static let bytesPerItem = 4
    /// The largest item; its frame travels in parts.
    package static let maximumItemBytes = Part.maximumTotalBytes - headerBytes - bytesPerItem
    /// Numbers end here, so that sums do not overflow.
    static let largestNumber: UInt64 = 1 << 62

    package var key: LinkKey
    package var first: UInt64
    package var acknowledged: UInt64
    package var items: [[UInt8]]
    /// In a frame down the end of the owner's lease, on its boot clock; nil in a frame up.
    package var valid: Instant?

    package init(_ key: LinkKey, first: UInt64, acknowledged: UInt64, items: [[UInt8]], valid: Instant?) {
        self.key = key
        self.first = first
        self.acknowledged = acknowledged
        self.items = items
        self.valid = valid
    }

    package var direction: Direction { valid == nil ? .up : .down }

    package var bytes: [UInt8] {
        var bytes = [direction.rawValue]
        if let valid { bytes.append(time: valid) }
        bytes.append(text: key.room)
        bytes.append(epoch: key.epoch)
        for number in [key.nonce, first, acknowledged] { bytes.append(integer: number) }
        bytes.append(list: items)
        return bytes
    }

    /// Nil where the bytes are no frame.
    package init?(_ bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard let direction = reader.integer(UInt8.self).flatMap(Direction.init) else { return nil }
        var valid: Instant?
        if direction == .down {
            guard let end = reader.time() else { return nil }
            valid = end
        }
        guard let room = reader.text(), RoomName.isValid(room), let epoch = reader.epoch(),
            let nonce = reader.integer(UInt64.self), let first = reader.integer(UInt64.self),
            (1...LinkFrame.largestNumber).contains(first), let acknowledged = reader.integer(UInt64.self),
            let items = reader.list(atMost: LinkLimits.items), reader.isAtEnd
        else { return nil }
        let key = LinkKey(room: room, epoch: epoch, nonce: nonce)
        self.init(key, first: first, acknowledged: acknowledged, items: items, valid: valid)
    }
}
