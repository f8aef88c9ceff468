import PagingRoom
import PagingWire

/// A room as one loop serves it: the readers here and the frames they share. No authority, no JSON.
struct Mirror: Sendable {
    private(set) var ring: FrameRing
    private(set) var readers: [Reader] = []
    private var offset: EncodedOffset?
    private var offsetGeneration: UInt64 = 0
    /// The newest offset that was meant for readers of frames, and for those of keyframes; 0 is none.
    private var framesGeneration: UInt64 = 0
    private var keyframesGeneration: UInt64 = 0
    /// The reader to begin with when a large room is served.
    private var next = 0
    /// The last event that readers are to have now; those after it can wait for it to move on.
    private var due: Sequence
    /// Whether somebody waits to see what moves; otherwise the readers are served few at a time.
    private(set) var isPressing = false

    init(ringFrames: Int, after sequence: Sequence) {
        ring = FrameRing(capacity: ringFrames, after: sequence)
        due = sequence
    }

    /// Whether readers here lack events that could wait.
    var hasWaiting: Bool { due < ring.last }

    /// Ends the wait for what could wait.
    mutating func callDue() {
        due = ring.last
    }

    /// Adds a reader and tells its place, which `remove` may change. It knows a newer place than any offset so far.
    mutating func add(_ reader: Reader) -> Int {
        readers.append(reader)
        readers[readers.count - 1].offsetSeen = offsetGeneration
        return readers.count - 1
    }

    /// Removes the reader at `index`; the last one takes its place and is returned if it moved.
    mutating func remove(at index: Int) -> PeerID? {
        readers.swapAt(index, readers.count - 1)
        readers.removeLast()
        return index < readers.count ? readers[index].peer : nil
    }

    mutating func update<Result>(_ index: Int, _ change: (inout Reader) -> Result) -> Result {
        change(&readers[index])
    }

    /// Gives the reader at `index` a snapshot to go on from; offsets so far are older than that.
    mutating func restart(_ index: Int, with snapshot: Frame, at sequence: Sequence) {
        readers[index].opening.append(snapshot)
        readers[index].cursor = sequence
        readers[index].offsetSeen = offsetGeneration
        readers[index].awaitsReset = false
    }

    /// - Parameter canWait: whether its events may wait for `callDue` or for others that cannot.
    mutating func take(_ publication: Publication, canWait: Bool = false) {
        precondition(
            publication.frames.isEmpty || publication.first == ring.last.next, "a mirror misses no event of its home")
        for frame in publication.frames { ring.append(frame) }
        if !canWait {
            due = ring.last
            isPressing = true
        } else if ring.last.number - due.number > Int64(ring.capacity / 4) {
            // Nobody's cursor is to be overtaken by what waits.
            due = ring.last
        }
        guard let newest = publication.offset else { return }
        offsetGeneration += 1
        if newest.audience != .keyframes { framesGeneration = offsetGeneration }
        if newest.audience != .frames {
            keyframesGeneration = offsetGeneration
        } else if !newest.isInHand, newest.sequence != offset?.sequence {
            // Whoever has not taken the older one learns its place by the event in between. Of a hand each offset does.
            keyframesGeneration = 0
        }
        offset = newest
    }

    /// Takes out what readers have said they show, each the newest.
    mutating func takeDrawn() -> [Drawn] {
        readers.indices.compactMap { index in
            defer { readers[index].drawn = nil }
            return readers[index].drawn
        }
    }

    /// Readers whose cursor the ring has left behind and who can take a snapshot; each is told once.
    mutating func takeOverrun() -> [PeerID] {
        var overrun: [PeerID] = []
        for index in readers.indices {
            guard !readers[index].isChoked, !readers[index].awaitsReset, !ring.reaches(back: readers[index].cursor)
            else { continue }
            readers[index].awaitsReset = true
            overrun.append(readers[index].peer)
        }
        return overrun
    }

    /// Composes what is due to the readers that can take it, `limit` of them at most, and says whether that was all.
    /// The next call goes on behind the last one served. Where nothing moves, those who are new or were answered do not
    /// wait and do not count. Readers at the same place share one message; those who wait for a snapshot get nothing
    /// before it.
    mutating func flush(atMost limit: Int, into effects: inout [ServerEffect]) -> Bool {
        var shares = Shares()
        defer { shares.send(into: &effects) }
        var served = 0
        var firstLeft: Int?
        for step in readers.indices {
            let index = (next + step) % readers.count
            guard isDue(index) else { continue }
            if isPressing || !readers[index].isAddressed {
                guard served < limit else {
                    firstLeft = firstLeft ?? index
                    continue
                }
                served += 1
            }
            deliver(to: index, shares: &shares, into: &effects)
        }
        next = firstLeft ?? 0
        if firstLeft == nil { isPressing = false }
        return firstLeft == nil
    }

    private func isDue(_ index: Int) -> Bool {
        !readers[index].isChoked && isBehind(readers[index]) && ring.reaches(back: readers[index].cursor)
    }

    private func isBehind(_ reader: Reader) -> Bool {
        reader.cursor < due || wantsOffset(reader) || reader.isAddressed
    }

    /// Whether the newest offset is new to the reader, of its kind, and not overtaken by events it has seen.
    private func wantsOffset(_ reader: Reader) -> Bool {
        guard let offset, offset.sequence >= reader.cursor else { return false }
        return switch reader.offsets {
        case .frames: reader.offsetSeen < framesGeneration
        case .keyframes: reader.offsetSeen < keyframesGeneration
        case .none: false
        }
    }

    private mutating func deliver(to index: Int, shares: inout Shares, into effects: inout [ServerEffect]) {
        let reader = readers[index]
        let withOffset = wantsOffset(reader)
        // A crowd that is told in many turns is told the same in each, however many come and go meanwhile.
        let last = isPressing || reader.isAddressed ? ring.last : due
        readers[index].cursor = last
        readers[index].offsetSeen = offsetGeneration
        guard !reader.isAddressed else {
            var message = Lines(reader.opening)
            append(after: reader.cursor, through: last, withOffset: withOffset, to: &message)
            for reply in reader.replies { message.append(reply) }
            readers[index].opening = []
            readers[index].replies = []
            readers[index].replyBytes = 0
            effects.append(.send(message.bytes, to: [reader.peer]))
            return
        }
        shares.add(reader.peer, at: Shares.Key(cursor: reader.cursor, withOffset: withOffset)) {
            var message = Lines([])
            append(after: reader.cursor, through: last, withOffset: withOffset, to: &message)
            return message.bytes
        }
    }

    /// The events after `cursor` up to `last` in order, the offset behind the event it follows.
    private func append(after cursor: Sequence, through last: Sequence, withOffset: Bool, to message: inout Lines) {
        if withOffset, let offset, offset.sequence == cursor { message.append(offset.frame) }
        for number in stride(from: cursor.number + 1, through: last.number, by: 1) {
            message.append(ring[Sequence(number)])
            if withOffset, let offset, offset.sequence.number == number { message.append(offset.frame) }
        }
    }
}
