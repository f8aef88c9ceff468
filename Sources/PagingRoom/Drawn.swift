public import PagingEngine

/// What a member says it shows, having come to rest.
public struct Drawn: Hashable, Sendable {
    public let member: MemberID
    /// The last event it has.
    public let sequence: Sequence
    public let digest: Digest

    public init(member: MemberID, sequence: Sequence, digest: Digest) {
        self.member = member
        self.sequence = sequence
        self.digest = digest
    }
}

/// A member drew something else than its room showed.
public struct Divergence: Hashable, Sendable {
    public let member: MemberID
    /// The event the room came to rest with.
    public let at: Sequence
    /// Whether it was right until then, as far as it has said.
    public let isNew: Bool
}
