/// A holder's own number for one drag; together with the holder it names the drag.
public struct DragID: Hashable, Sendable {
    public var number: Int64

    public init(_ number: Int64) {
        self.number = number
    }
}
