package import PagingEngine

/// The last pictures at rest of a room, and the members that have drawn each of them.
struct RenderAcks: Sendable {
    /// Pictures kept; a member further behind has been overtaken.
    static let restsKept = 4
    /// Interval between two reports to presenters at least.
    static let intervalMilliseconds: Int64 = 1_000
    /// Time that members have to draw a picture before a report counts them as behind.
    static let graceMilliseconds: Int64 = 500

    /// A picture at rest.
    struct Rest: Sendable {
        /// The event it came to rest with.
        let first: Sequence
        /// The last event before the picture changed again; nil while it is shown.
        fileprivate(set) var last: Sequence?
        fileprivate let digest: Digest
        fileprivate let beganAt: Instant
        fileprivate(set) var drawn: Set<MemberID> = []
        fileprivate(set) var diverged: Set<MemberID> = []

        /// Whether a client with all events up to `sequence` shows it. `newest` is the room's last event.
        fileprivate func contains(_ sequence: Sequence, newest: Sequence) -> Bool {
            sequence >= first && sequence <= last ?? newest
        }

        /// Whether viewers with this picture show it, or have gone on to a later one. Nil for an earlier picture.
        func isShown(in picture: AudienceTally.PictureCount) -> Bool? {
            if picture.digest == digest { return true }
            if let last, picture.sequence > last { return true }
            return picture.sequence >= first ? false : nil
        }
    }

    private(set) var rests: [Rest] = []
    /// Members whose last acknowledgement was of another picture than the room's.
    private var divergedMembers: Set<MemberID> = []
    /// Members whose last acknowledgement said that their window does not show the whole page.
    private(set) var cutMembers: Set<MemberID> = []
    /// Time of the first change since the last report.
    private var changedAt: Instant?
    private var lastPublished: InStep?
    private var lastPublishedAt: Instant?

    /// The event `sequence` has changed the picture.
    mutating func end(before sequence: Sequence) {
        guard let newest = rests.indices.last, rests[newest].last == nil else { return }
        rests[newest].last = Sequence(sequence.number - 1)
    }

    /// A picture is at rest from the event `sequence` on. Members that have drawn the rest before it, with the same
    /// picture, have nothing new to draw.
    mutating func begin(at sequence: Sequence, _ digest: Digest, now: Instant) {
        let known = rests.last
        if rests.count == RenderAcks.restsKept { rests.removeFirst() }
        var rest = Rest(first: sequence, digest: digest, beganAt: now)
        if let known, known.digest == digest { rest.drawn = known.drawn }
        rests.append(rest)
        noteChange(at: now)
    }

    /// Takes a member's acknowledgement. Returns a divergence when the digest is not the room's, once per picture; the
    /// member then counts as diverged for that picture whatever it sends later. An acknowledgement of a picture that is
    /// too old, or was not at rest, is ignored.
    mutating func take(_ drawn: Drawn, newest: Sequence, at now: Instant) -> Divergence? {
        if cutMembers.contains(drawn.member) != drawn.isCut {
            if drawn.isCut { cutMembers.insert(drawn.member) } else { cutMembers.remove(drawn.member) }
            noteChange(at: now)
        }
        guard let index = rests.lastIndex(where: { $0.contains(drawn.sequence, newest: newest) }) else { return nil }
        let rest = rests[index]
        guard !rest.diverged.contains(drawn.member) else { return nil }
        guard rest.digest != drawn.digest else {
            divergedMembers.remove(drawn.member)
            // A late acknowledgement counts for the following rests with the same picture, too.
            for rest in rests.indices[index...] {
                guard rests[rest].digest == drawn.digest, !rests[rest].diverged.contains(drawn.member) else { break }
                if rests[rest].drawn.insert(drawn.member).inserted { noteChange(at: now) }
            }
            return nil
        }
        rests[index].drawn.remove(drawn.member)
        rests[index].diverged.insert(drawn.member)
        noteChange(at: now)
        let isNew = divergedMembers.insert(drawn.member).inserted
        return Divergence(member: drawn.member, at: rest.first, isNew: isNew)
    }

    /// Removes a member that has left.
    mutating func remove(_ member: MemberID) {
        divergedMembers.remove(member)
        cutMembers.remove(member)
        for index in rests.indices {
            rests[index].drawn.remove(member)
            rests[index].diverged.remove(member)
        }
    }

    /// The report may be another one at `now`, if only because members have come or gone.
    mutating func noteChange(at now: Instant) {
        if changedAt == nil { changedAt = now }
    }

    /// Sends the next report even if it equals the last one: a new presenter has none.
    mutating func repeatReport(at now: Instant) {
        lastPublished = nil
        noteChange(at: now)
    }

    /// Time of the next report; nil while nothing has changed.
    var due: Instant? {
        guard let soon = changedAt?.advanced(byMilliseconds: RenderAcks.graceMilliseconds) else { return nil }
        return lastPublishedAt.map { max(soon, $0.advanced(byMilliseconds: RenderAcks.intervalMilliseconds)) } ?? soon
    }

    /// The report that is due at `now`: about the newest picture that every member had time to draw. Nil when it equals
    /// the last one.
    mutating func takeReport(at now: Instant, _ count: (Rest, _ cut: Set<MemberID>) -> InStep) -> InStep? {
        let ripe = rests.lastIndex { now.milliseconds(since: $0.beganAt) >= RenderAcks.graceMilliseconds } ?? 0
        guard rests.indices.contains(ripe) else { return nil }
        changedAt = ripe == rests.count - 1 ? nil : now
        let report = count(rests[ripe], cutMembers)
        guard report != lastPublished else { return nil }
        (lastPublished, lastPublishedAt) = (report, now)
        return report
    }
}

/// A member's acknowledgement: what it shows at rest.
package struct Drawn: Hashable, Sendable {
    package let member: MemberID
    /// The last event the member has.
    package let sequence: Sequence
    package let digest: Digest
    /// Whether its window is too small for the whole page.
    package let isCut: Bool

    package init(member: MemberID, sequence: Sequence, digest: Digest, isCut: Bool = false) {
        self.member = member
        self.sequence = sequence
        self.digest = digest
        self.isCut = isCut
    }
}

/// A member's picture that differs from the room's.
package struct Divergence: Hashable, Sendable {
    package let member: MemberID
    /// The event the room came to rest with.
    package let at: Sequence
    /// Whether the member's acknowledgement before was right, or this is its first.
    package let isNew: Bool
}
