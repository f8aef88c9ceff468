import PagingRoom
import PagingWire

/// A room as one loop serves it: the readers here and the frames they share. No authority, no JSON.
struct Mirror: Sendable {
    private(set) var ring: FrameRing
    private(set) var readers: [Reader] = []
    private var offset: EncodedOffset?
    private var offsetGeneration: UInt64 = 0

    init(ringFrames: Int, after sequence: Sequence) {
        ring = FrameRing(capacity: ringFrames, after: sequence)
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

    mutating func take(_ publication: Publication) {
        precondition(
            publication.frames.isEmpty || publication.first == ring.last.next, "a mirror misses no event of its home")
        for frame in publication.frames { ring.append(frame) }
        guard let newest = publication.offset else { return }
        offset = newest
        offsetGeneration += 1
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

    /// Composes what is due to every reader that can take it. Readers at the same place share one message; those who
    /// wait for a snapshot get nothing before it.
    mutating func flush(into effects: inout [ServerEffect]) {
        var shares = Shares()
        for index in readers.indices {
            let reader = readers[index]
            guard !reader.isChoked, isBehind(reader), ring.reaches(back: reader.cursor) else { continue }
            deliver(to: index, shares: &shares, into: &effects)
        }
        shares.send(into: &effects)
    }

    private func isBehind(_ reader: Reader) -> Bool {
        reader.cursor < ring.last || wantsOffset(reader) || !reader.opening.isEmpty || !reader.replies.isEmpty
    }

    /// Whether the newest offset is new to the reader, of its kind, and not overtaken by events it has seen.
    private func wantsOffset(_ reader: Reader) -> Bool {
        guard let offset, reader.offsetSeen < offsetGeneration, offset.sequence >= reader.cursor else { return false }
        switch reader.offsets {
        case .frames: return true
        case .keyframes: return !offset.isFrame
        case .none: return false
        }
    }

    private mutating func deliver(to index: Int, shares: inout Shares, into effects: inout [ServerEffect]) {
        let reader = readers[index]
        let withOffset = wantsOffset(reader)
        readers[index].cursor = ring.last
        readers[index].offsetSeen = offsetGeneration
        guard reader.opening.isEmpty, reader.replies.isEmpty else {
            var message = Lines(reader.opening)
            append(after: reader.cursor, withOffset: withOffset, to: &message)
            for reply in reader.replies { message.append(reply) }
            readers[index].opening = []
            readers[index].replies = []
            readers[index].replyBytes = 0
            effects.append(.send(message.bytes, to: [reader.peer]))
            return
        }
        shares.add(reader.peer, at: Shares.Key(cursor: reader.cursor, withOffset: withOffset)) {
            var message = Lines([])
            append(after: reader.cursor, withOffset: withOffset, to: &message)
            return message.bytes
        }
    }

    /// The events after `cursor` in order, the offset behind the event it follows.
    private func append(after cursor: Sequence, withOffset: Bool, to message: inout Lines) {
        if withOffset, let offset, offset.sequence == cursor { message.append(offset.frame) }
        for number in stride(from: cursor.number + 1, through: ring.last.number, by: 1) {
            message.append(ring[Sequence(number)])
            if withOffset, let offset, offset.sequence.number == number { message.append(offset.frame) }
        }
    }
}
