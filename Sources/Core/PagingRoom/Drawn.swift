package import PagingEngine

/// What a member says it shows, having come to rest.
package struct Drawn: Hashable, Sendable {
    package let member: MemberID
    /// The last event it has.
    package let sequence: Sequence
    package let digest: Digest

    package init(member: MemberID, sequence: Sequence, digest: Digest) {
        self.member = member
        self.sequence = sequence
        self.digest = digest
    }
}

/// A member drew something else than its room showed.
package struct Divergence: Hashable, Sendable {
    package let member: MemberID
    /// The event the room came to rest with.
    package let at: Sequence
    /// Whether it was right until then, as far as it has said.
    package let isNew: Bool
}
