import PagingRoom
import PagingWire

/// A room as one loop serves it: the readers here and the frames they share. No authority, no JSON.
struct Mirror: Sendable {
    private(set) var ring: FrameRing
    private(set) var readers: [Subscriber] = []
    private var offsets = LatestOffset()
    /// The reader to begin with when a large room is served.
    private var next = 0
    /// Whether somebody may lack what is due to all; otherwise only those in `touched` are looked at.
    private var isSomeoneBehind = false
    /// Places of those who came, were answered, read again or took another's place since the last look at them.
    private var touched: [Int] = []
    /// No reader's cursor is before it.
    private var slowest: Sequence
    /// The last event that readers are to have now; those after it can wait for it to move on.
    private var due: Sequence
    /// Whether somebody waits to see what moves; otherwise the readers are served few at a time.
    private(set) var isPressing = false

    init(ringFrames: Int, after sequence: Sequence) {
        ring = FrameRing(capacity: ringFrames, after: sequence)
        due = sequence
        slowest = sequence
    }

    /// Whether readers here lack events that could wait.
    var hasWaiting: Bool { due < ring.last }

    /// Ends the wait for what could wait.
    mutating func callDue() {
        due = ring.last
        isSomeoneBehind = true
    }

    /// Adds a reader and tells its place, which `remove` may change. It knows a newer place than any offset so far.
    mutating func add(_ reader: Subscriber) -> Int {
        readers.append(reader)
        readers[readers.count - 1].offsetSeen = offsets.generation
        slowest = min(slowest, reader.cursor)
        touched.append(readers.count - 1)
        return readers.count - 1
    }

    /// Removes the reader at `index`; the last one takes its place and is returned if it moved.
    mutating func remove(at index: Int) -> PeerID? {
        readers.swapAt(index, readers.count - 1)
        readers.removeLast()
        guard index < readers.count else { return nil }
        touched.append(index)
        return readers[index].peer
    }

    mutating func note(_ drawn: Drawn, of index: Int) {
        readers[index].drawn = drawn
    }

    mutating func setChoked(_ index: Int, _ isChoked: Bool) {
        readers[index].isChoked = isChoked
        touched.append(index)
    }

    /// Queues an answer and tells how many bytes of others waited before it.
    mutating func reply(_ frame: Frame, to index: Int) -> Int {
        defer { readers[index].replyBytes += frame.count }
        readers[index].replies.append(frame)
        touched.append(index)
        return readers[index].replyBytes
    }

    /// Gives the reader at `index` a snapshot to go on from; offsets so far are older than that.
    mutating func restart(_ index: Int, with snapshot: Frame, at sequence: Sequence) {
        readers[index].opening.append(snapshot)
        readers[index].cursor = sequence
        readers[index].offsetSeen = offsets.generation
        readers[index].awaitsReset = false
        slowest = min(slowest, sequence)
        touched.append(index)
    }

    /// - Parameter canWait: whether its events may wait for `callDue` or for others that cannot.
    mutating func take(_ publication: Publication, canWait: Bool = false) {
        precondition(
            publication.frames.isEmpty || publication.first == ring.last.next, "a mirror misses no event of its home")
        for frame in publication.frames { ring.append(frame) }
        // Nobody's cursor is to be overtaken by what waits.
        if !canWait || ring.last.number - due.number > Int64(ring.capacity / 4) { callDue() }
        if !canWait { isPressing = true }
        guard let newest = publication.offset else { return }
        isSomeoneBehind = true
        offsets.take(newest)
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
        guard !ring.reaches(back: slowest) else { return [] }
        var overrun: [PeerID] = []
        slowest = ring.last
        for index in readers.indices {
            slowest = min(slowest, readers[index].cursor)
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
        var shares = DeliveryBatches()
        defer { shares.send(into: &effects) }
        if !isPressing {
            for index in touched where index < readers.count && isDue(index) {
                deliver(to: index, shares: &shares, into: &effects)
            }
            touched.removeAll(keepingCapacity: true)
            guard isSomeoneBehind else { return true }
        }
        var served = 0
        for step in readers.indices {
            let index = (next + step) % readers.count
            guard isDue(index) else { continue }
            guard served < limit else {
                next = index
                return false
            }
            served += 1
            deliver(to: index, shares: &shares, into: &effects)
        }
        next = 0
        isPressing = false
        isSomeoneBehind = false
        touched.removeAll(keepingCapacity: true)
        return true
    }

    private func isDue(_ index: Int) -> Bool {
        !readers[index].isChoked && isBehind(readers[index]) && ring.reaches(back: readers[index].cursor)
    }

    private func isBehind(_ reader: Subscriber) -> Bool {
        reader.cursor < due || offsets.isNew(to: reader) || reader.isAddressed
    }

    private mutating func deliver(to index: Int, shares: inout DeliveryBatches, into effects: inout [ServerEffect]) {
        let reader = readers[index]
        let withOffset = offsets.isNew(to: reader)
        // A crowd that is told in many turns is told the same in each, however many come and go meanwhile.
        let last = isPressing || reader.isAddressed ? ring.last : due
        readers[index].cursor = last
        readers[index].offsetSeen = offsets.generation
        guard !reader.isAddressed else {
            var message = MessageBuilder(reader.opening)
            append(after: reader.cursor, through: last, withOffset: withOffset, to: &message)
            for reply in reader.replies { message.append(reply) }
            readers[index].opening = []
            readers[index].replies = []
            readers[index].replyBytes = 0
            effects.append(.send(message.bytes, to: [reader.peer]))
            return
        }
        shares.add(reader.peer, at: DeliveryBatches.Key(cursor: reader.cursor, withOffset: withOffset)) {
            var message = MessageBuilder([])
            append(after: reader.cursor, through: last, withOffset: withOffset, to: &message)
            return message.bytes
        }
    }

    /// The events after `cursor` up to `last` in order, the offset behind the event it follows.
    private func append(
        after cursor: Sequence, through last: Sequence, withOffset: Bool, to message: inout MessageBuilder
    ) {
        let offset = withOffset ? offsets.offset : nil
        if let offset, offset.sequence == cursor { message.append(offset.frame) }
        for number in stride(from: cursor.number + 1, through: last.number, by: 1) {
            message.append(ring[Sequence(number)])
            if let offset, offset.sequence.number == number { message.append(offset.frame) }
        }
    }
}
