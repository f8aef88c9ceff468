import PagingEngine

/// The last few times a room came to rest, and who has drawn each of them.
struct RenderAcks: Sendable {
    /// Who is further behind than so many rests has been overtaken.
    static let restsKept = 4
    /// Presenters are told at most this often.
    static let intervalMilliseconds: Int64 = 1_000
    /// How long everybody has to draw before it is told who has not.
    static let graceMilliseconds: Int64 = 500

    /// A picture that stood still.
    struct Rest: Sendable {
        /// The last event that had to do with it.
        let first: Sequence
        /// The last event before the picture changed again; nil while it stands.
        var last: Sequence?
        let digest: Digest
        let beganAt: Instant
        var drawn: Set<MemberID> = []
        var diverged: Set<MemberID> = []

        /// Whether who has all events up to `sequence`, of which `newest` is the last there is, shows it.
        func contains(_ sequence: Sequence, newest: Sequence) -> Bool {
            sequence >= first && sequence <= last ?? newest
        }
    }

    private(set) var rests: [Rest] = []
    /// Whose last word was another picture than the room's.
    private var strays: Set<MemberID> = []
    /// Since when there may be something to tell.
    private var changedAt: Instant?
    private var told: InStep?
    private var toldAt: Instant?

    /// The picture stands no longer: the event `sequence` changes it.
    mutating func end(before sequence: Sequence) {
        guard let newest = rests.indices.last, rests[newest].last == nil else { return }
        rests[newest].last = Sequence(sequence.number - 1)
    }

    /// A picture stands still from the event `sequence` on.
    mutating func begin(at sequence: Sequence, _ digest: Digest, now: Instant) {
        if rests.count == RenderAcks.restsKept { rests.removeFirst() }
        rests.append(Rest(first: sequence, digest: digest, beganAt: now))
        change(at: now)
    }

    /// Takes note of what a member says; not nil where it is not what the room showed, once for each rest. Whoever was
    /// wrong once counts so for that rest. What is too old, or not at rest, says nothing.
    mutating func take(_ drawn: Drawn, newest: Sequence, at now: Instant) -> Divergence? {
        guard let place = rests.lastIndex(where: { $0.contains(drawn.sequence, newest: newest) }) else { return nil }
        let rest = rests[place]
        guard !rest.diverged.contains(drawn.member) else { return nil }
        guard rest.digest != drawn.digest else {
            strays.remove(drawn.member)
            if rests[place].drawn.insert(drawn.member).inserted { change(at: now) }
            return nil
        }
        rests[place].drawn.remove(drawn.member)
        rests[place].diverged.insert(drawn.member)
        change(at: now)
        let isNew = strays.insert(drawn.member).inserted
        return Divergence(member: drawn.member, at: rest.first, isNew: isNew)
    }

    mutating func forget(_ member: MemberID) {
        strays.remove(member)
        for place in rests.indices {
            rests[place].drawn.remove(member)
            rests[place].diverged.remove(member)
        }
    }
}

/// What presenters are told, and when.
extension RenderAcks {
    /// Something is different, perhaps only who is here.
    mutating func change(at now: Instant) {
        if changedAt == nil { changedAt = now }
    }

    /// Somebody is to be told who knows nothing yet.
    mutating func forgetTold() { told = nil }

    /// When there may be something to tell; nil while nothing has changed.
    var due: Instant? {
        guard let soon = changedAt?.advanced(byMilliseconds: RenderAcks.graceMilliseconds) else { return nil }
        return toldAt.map { max(soon, $0.advanced(byMilliseconds: RenderAcks.intervalMilliseconds)) } ?? soon
    }

    /// What there is to tell at `now`, when it is due: of the newest rest that everybody had time for. Nil when it has
    /// been told already.
    mutating func tell(at now: Instant, _ count: (Rest) -> InStep) -> InStep? {
        let ripe = rests.lastIndex { now.milliseconds(since: $0.beganAt) >= RenderAcks.graceMilliseconds } ?? 0
        guard rests.indices.contains(ripe) else { return nil }
        changedAt = ripe == rests.count - 1 ? nil : now
        let news = count(rests[ripe])
        guard news != told else { return nil }
        (told, toldAt) = (news, now)
        return news
    }
}
