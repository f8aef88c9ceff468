package import PagingEngine

/// The viewers whom the edges of a cluster have admitted, as sums: their room does not know them one by one.
package struct AudienceTally: Hashable, Sendable {
    /// A picture that viewers have reported last.
    package struct PictureCount: Hashable, Sendable {
        /// The newest event of the viewers.
        package var sequence: Sequence
        package var digest: Digest
        package var viewers: Int

        package init(sequence: Sequence, digest: Digest, viewers: Int) {
            self.sequence = sequence
            self.digest = digest
            self.viewers = viewers
        }
    }

    /// Pictures of one edge at most, those of most viewers: all that are in step show one of the newest two or three.
    package static let picturesLimit = 16

    /// Viewers, those away included.
    package var viewers = 0
    /// Viewers with a connection.
    package var present = 0
    /// Viewers present whose windows do not show the whole page.
    package var cut = 0
    package var pictures: [PictureCount] = []

    package init() {}

    /// Adds the viewers of another edge.
    package mutating func add(_ other: AudienceTally) {
        viewers += other.viewers
        present += other.present
        cut += other.cut
        pictures += other.pictures
    }
}

/// The rules by which an edge of a cluster admits viewers to a room.
package struct AudienceRules: Hashable, Sendable {
    /// Numbers that an edge gets at once.
    package static let numbersInBlock: UInt32 = 4_096

    /// Whether a viewer who joins would be admitted and not be listed.
    package var isOpen: Bool
    /// Viewers that may be admitted until the next tally.
    package var free: Int
    /// Sessions and tokens of removed members.
    package var void: [Credential]
    /// Numbers of viewers that were removed.
    package var removed: [MemberID]

    package init(isOpen: Bool, free: Int, void: [Credential], removed: [MemberID]) {
        self.isOpen = isOpen
        self.free = free
        self.void = void
        self.removed = removed
    }
}

/// A viewer whom an edge has admitted, and that becomes a member of the room.
package struct AdmittedViewer: Hashable, Sendable {
    package var member: MemberID
    package var name: String?
    package var session: Session
    package var credential: Credential?

    package init(member: MemberID, name: String?, session: Session, credential: Credential?) {
        self.member = member
        self.name = name
        self.session = session
        self.credential = credential
    }
}

/// A message of the edges of a cluster to a room, about the viewers whom they admit.
package enum AudienceWord: Sendable {
    /// The viewers of all edges. The rules are told from the first one on.
    case tally(AudienceTally)
    /// An edge needs numbers; answered by `RoomEffect.audienceNumbers`.
    case wantsNumbers
    /// This server is the owner now: its viewers become members, away until their connections are opened again.
    case adopt([AdmittedViewer])
    /// Sessions and tokens of viewers that were removed.
    case void([Credential])
}
