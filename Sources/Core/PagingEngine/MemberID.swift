/// The number of a member within one room; a room never gives the same number twice.
public struct MemberID: Hashable, Comparable, Sendable {
    public var number: UInt32

    public init(_ number: UInt32) {
        self.number = number
    }

    public static func < (left: MemberID, right: MemberID) -> Bool { left.number < right.number }
}
