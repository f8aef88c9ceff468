/// Identifiers: distinct types, so that none passes for another.

/// The name of a page, which stays with it when pages before it come or go.
public struct PageID: Hashable, Sendable {
    public var text: String

    public init(_ text: String) {
        self.text = text
    }
}

/// The number of a member within one room; a room never gives the same number twice.
public struct MemberID: Hashable, Comparable, Sendable {
    public var number: UInt32

    public init(_ number: UInt32) {
        self.number = number
    }

    public static func < (left: MemberID, right: MemberID) -> Bool { left.number < right.number }
}

/// A holder's own number for one drag; together with the holder it names the drag.
public struct DragID: Hashable, Sendable {
    public var number: Int64

    public init(_ number: Int64) {
        self.number = number
    }
}

/// The number of an animation within one pager, rising by one with each start.
public struct AnimationID: Hashable, Comparable, Sendable {
    public var number: Int64

    public init(_ number: Int64) {
        self.number = number
    }

    public static func < (left: AnimationID, right: AnimationID) -> Bool { left.number < right.number }
}
