/// The number of an animation within one pager, rising by one with each start.
public struct AnimationID: Hashable, Comparable, Sendable {
    public var number: Int64

    public init(_ number: Int64) {
        self.number = number
    }

    public static func < (left: AnimationID, right: AnimationID) -> Bool { left.number < right.number }
}
