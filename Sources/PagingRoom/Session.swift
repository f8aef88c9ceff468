/// The secret by which a member comes back as the same member.
public struct Session: Hashable, Sendable {
    public var text: String

    public init(_ text: String) {
        self.text = text
    }
}
