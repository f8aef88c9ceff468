/// The name of one life of a room's event stream; sequence numbers compare only within it.
public struct Epoch: Hashable, Sendable {
    public var text: String

    public init(_ text: String) {
        self.text = text
    }
}
