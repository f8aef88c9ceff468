/// A client's number for a request, rising within a connection; its answer repeats it.
public struct RequestID: Hashable, Comparable, Sendable {
    public var number: Int64

    public init(_ number: Int64) {
        self.number = number
    }

    public static func < (left: RequestID, right: RequestID) -> Bool { left.number < right.number }
}
