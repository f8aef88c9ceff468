import PagingRoom
import PagingWire

/// A room as one loop serves it: its subscribers and the frames they share. No authority, no JSON.
struct Mirror: HistoryHolder {
    private(set) var ring: FrameRing
    private(set) var subscribers: [Subscriber] = []
    private var offsets = LatestOffset()
    /// The subscriber to begin with when a large room is served.
    private var next = 0
    /// Whether subscribers may lack published frames; otherwise only those in `touched` are checked.
    private var isSomeoneBehind = false
    /// Indexes of subscribers that were added, answered, unblocked or moved since the last flush.
    private var touched: [Int] = []
    /// A lower bound of all cursors.
    private var slowest: Sequence
    /// The last event that subscribers get now; later events wait until `release`.
    private var due: Sequence
    /// Whether something moved since the last flush; otherwise the subscribers are served few at a time.
    private(set) var isPressing = false

    init(_ settings: ServerSettings, after sequence: Sequence) {
        ring = FrameRing(capacity: settings.ringFrames, byteLimit: settings.historyBytes, after: sequence)
        due = sequence
        slowest = sequence
    }

    /// Whether events wait for `release`.
    var hasWaiting: Bool { due < ring.last }

    /// Releases the events that waited.
    mutating func release() {
        due = ring.last
        isSomeoneBehind = true
    }

    /// Adds a subscriber and returns its index, which `remove` may change. Its picture is newer than any offset so far.
    mutating func add(_ subscriber: Subscriber) -> Int {
        subscribers.append(subscriber)
        subscribers[subscribers.count - 1].offsetSeen = offsets.generation
        slowest = min(slowest, subscriber.cursor)
        touched.append(subscribers.count - 1)
        return subscribers.count - 1
    }

    /// Removes the subscriber at `index`; the last one takes its index and is returned if it moved.
    mutating func remove(at index: Int) -> PeerID? {
        subscribers.swapAt(index, subscribers.count - 1)
        subscribers.removeLast()
        guard index < subscribers.count else { return nil }
        touched.append(index)
        return subscribers[index].peer
    }

    /// Adds what the mirror holds.
    func count(into holdings: inout Holdings) {
        holdings.subscribers += subscribers.count
        holdings.mirrorRingBytes += ring.byteCount
        holdings.ringFrames = max(holdings.ringFrames, ring.count)
        for index in subscribers.indices {
            holdings.answerBytes = max(holdings.answerBytes, subscribers[index].replyBytes)
        }
    }

    /// Notes the picture that a subscriber reports. One that waits for a snapshot reports an earlier picture, perhaps of
    /// another epoch.
    mutating func note(_ drawn: Drawn, of index: Int) {
        guard subscribers[index].opening.isEmpty, !subscribers[index].isLeftBehind else { return }
        subscribers[index].drawn = drawn
    }

    mutating func setChoked(_ index: Int, _ isChoked: Bool) {
        subscribers[index].isChoked = isChoked
        touched.append(index)
    }

    /// Queues an answer and returns how many bytes of earlier answers wait.
    mutating func reply(_ frame: Frame, to index: Int) -> Int {
        defer { subscribers[index].replyBytes += frame.count }
        subscribers[index].replies.append(frame)
        touched.append(index)
        return subscribers[index].replyBytes
    }

    /// Gives the subscriber at `index` a snapshot to continue from; it is newer than any offset so far.
    mutating func restart(_ index: Int, with snapshot: Frame, at sequence: Sequence) {
        // A snapshot that was asked for before the epoch changed is one of the earlier epoch.
        guard !subscribers[index].isLeftBehind, subscribers[index].awaitsReset else { return }
        subscribers[index].opening.append(snapshot)
        subscribers[index].cursor = sequence
        subscribers[index].offsetSeen = offsets.generation
        subscribers[index].awaitsReset = false
        slowest = min(slowest, sequence)
        touched.append(index)
    }

    /// Continues in another epoch: the ring restarts after its snapshot. Returns the subscribers that are left behind.
    mutating func changeEpoch(_ change: EpochChange, _ settings: ServerSettings) -> [PeerID] {
        ring = FrameRing(capacity: settings.ringFrames, byteLimit: settings.historyBytes, after: change.sequence)
        offsets = LatestOffset()
        (due, slowest) = (change.sequence, change.sequence)
        isSomeoneBehind = true
        for index in subscribers.indices { subscribers[index].changeEpoch(change) }
        return subscribers.filter(\.isLeftBehind).map(\.peer)
    }

    /// Takes published frames.
    ///
    /// - Parameter canWait: whether the events may wait for `release`, or for events that cannot wait.
    mutating func take(_ publication: Publication, canWait: Bool = false) {
        precondition(
            publication.frames.isEmpty || publication.first == ring.last.next, "a mirror misses no event of its home")
        for frame in publication.frames { ring.append(frame) }
        // The ring must not overtake a cursor because of events that wait.
        if !canWait || ring.last.number - due.number > Int64(ring.capacity / 4) { release() }
        if !canWait { isPressing = true }
        guard let newest = publication.offset else { return }
        isSomeoneBehind = true
        offsets.take(newest)
    }

    mutating func halveHistory() { ring.trim(to: ring.byteCount / 2) }

    /// Takes the pictures that subscribers reported, the newest of each.
    mutating func takeDrawn() -> [Drawn] {
        subscribers.indices.compactMap { index in
            defer { subscribers[index].drawn = nil }
            return subscribers[index].drawn
        }
    }

    /// Subscribers that the ring has overtaken and that can take a snapshot; each is returned once.
    mutating func takeOverrun() -> [PeerID] {
        guard !ring.reaches(back: slowest) else { return [] }
        var overrun: [PeerID] = []
        slowest = ring.last
        for index in subscribers.indices {
            slowest = min(slowest, subscribers[index].cursor)
            guard !subscribers[index].isChoked, !subscribers[index].awaitsReset, !subscribers[index].isLeftBehind,
                !ring.reaches(back: subscribers[index].cursor)
            else { continue }
            subscribers[index].awaitsReset = true
            overrun.append(subscribers[index].peer)
        }
        return overrun
    }

    /// Sends frames to at most `limit` subscribers that can take them, and returns whether that was all. The next call
    /// continues behind the last one served. While nothing moves, new and answered subscribers do not wait and do not
    /// count. Subscribers with the same cursor share one message; those that wait for a snapshot get nothing before it.
    mutating func flush(atMost limit: Int, into output: inout LoopOutput) -> Bool {
        var batches = DeliveryBatches()
        defer { batches.send(into: &output) }
        if !isPressing {
            for index in touched where index < subscribers.count && isDue(index) {
                deliver(to: index, batches: &batches, into: &output)
            }
            touched.removeAll(keepingCapacity: true)
            guard isSomeoneBehind else { return true }
        }
        var served = 0
        for step in subscribers.indices {
            let index = (next + step) % subscribers.count
            guard isDue(index) else { continue }
            guard served < limit else {
                next = index
                return false
            }
            served += 1
            deliver(to: index, batches: &batches, into: &output)
        }
        next = 0
        isPressing = false
        isSomeoneBehind = false
        touched.removeAll(keepingCapacity: true)
        return true
    }

    // A subscriber is asked for each field and never copied: each copy retains and releases what it holds.

    private func isDue(_ index: Int) -> Bool {
        !subscribers[index].isChoked && !subscribers[index].isLeftBehind && isBehind(index)
            && ring.reaches(back: subscribers[index].cursor)
    }

    private func isBehind(_ index: Int) -> Bool {
        subscribers[index].cursor < due || lacksOffset(index) || subscribers[index].isAddressed
    }

    private func lacksOffset(_ index: Int) -> Bool {
        offsets.isNew(
            to: subscribers[index].offsets, seen: subscribers[index].offsetSeen, after: subscribers[index].cursor)
    }

    private mutating func deliver(to index: Int, batches: inout DeliveryBatches, into output: inout LoopOutput) {
        let (peer, cursor) = (subscribers[index].peer, subscribers[index].cursor)
        let isAddressed = subscribers[index].isAddressed
        let withOffset = lacksOffset(index)
        // A crowd that is served in many turns gets the same events in each, even if clients join or leave meanwhile.
        let last = isPressing || isAddressed ? ring.last : due
        subscribers[index].cursor = last
        subscribers[index].offsetSeen = offsets.generation
        guard !isAddressed else {
            let (opening, replies) = subscribers[index].takeAddressed()
            var message = MessageBuilder(opening)
            append(after: cursor, through: last, withOffset: withOffset, to: &message)
            for reply in replies { message.append(reply) }
            output.append(.send(message.bytes, to: [peer]))
            return
        }
        batches.add(peer, at: DeliveryBatches.Key(cursor: cursor, withOffset: withOffset)) {
            var message = MessageBuilder([])
            append(after: cursor, through: last, withOffset: withOffset, to: &message)
            return message.bytes
        }
    }

    /// Appends the events after `cursor` up to `last`, and the offset behind the event it follows.
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
