/// Identifiers: distinct types, so that none passes for another.

/// The name of a page; it stays the same when pages before it are added or removed.
public struct PageID: Hashable, Sendable {
    /// The name, at most 128 bytes of UTF-8 on the wire.
    public var text: String

    /// The page with this name.
    public init(_ text: String) {
        self.text = text
    }
}

/// The number of a member within a room; a room gives no number twice.
public struct MemberID: Hashable, Comparable, Sendable {
    /// The number, from 1 in a room.
    public var number: UInt32

    /// The member with this number.
    public init(_ number: UInt32) {
        self.number = number
    }

    /// Orders members by number.
    public static func < (left: MemberID, right: MemberID) -> Bool { left.number < right.number }
}

/// The number of a drag, chosen by the member that drags; unique together with that member.
public struct DragID: Hashable, Sendable {
    /// The number.
    public var number: Int64

    /// The identifier with this number.
    public init(_ number: Int64) {
        self.number = number
    }
}

/// The number of an animation within one pager, rising by one with each start.
public struct AnimationID: Hashable, Comparable, Sendable {
    /// The number.
    public var number: Int64

    /// The identifier with this number.
    public init(_ number: Int64) {
        self.number = number
    }

    /// Orders animations by number, the order in which they started.
    public static func < (left: AnimationID, right: AnimationID) -> Bool { left.number < right.number }
}
