import PagingEngine
import PagingRoom
import PagingWire

/// The mirror's side: readers, cursors and what is due to them.
extension ServerCore {
    mutating func admit(_ peer: PeerID, _ admission: JoinGranted, into effects: inout [ServerEffect]) {
        let room = admission.room
        guard let seat = peers.index(of: peer), case .entering = peers[seat].stage else {
            let address = Address(loop: loop, peer: peer)
            mailHome(of: room, .gone(room: room, admission.member, address, politely: false), into: &effects)
            return
        }
        var reader = Subscriber(
            peer: peer, offsets: admission.offsets, cursor: admission.sequence,
            opening: peers[seat].replies + admission.frames)
        reader.isChoked = peers[seat].chokedSince != nil
        let place = mirrors.index(of: room, orAdd: Mirror(ringFrames: settings.ringFrames, after: admission.sequence))
        let index = mirrors[place].add(reader)
        peers[seat].replies = []
        peers[seat].stage = .joined(admission.member, reader: index)
        effects.append(.admitted(peer))
        dirtyRooms.insert(room)
    }

    /// A room without readers here has no mirror; what the home sends until it knows that is dropped.
    ///
    /// A crowd hears of comings and goings together, some times a second: each of them told at once to everybody would
    /// be a crowd's square when it comes or goes as one.
    mutating func publish(_ publication: Publication, to room: String, at now: Instant) {
        guard let place = mirrors.index(of: room) else { return }
        if publication.offset != nil { lastMovedAt = now }
        let canWait = publication.canWait && mirrors[place].readers.count > settings.crowdReaders
        mirrors[place].take(publication, canWait: canWait)
        dirtyRooms.insert(room)
        guard canWait, mirrors[place].hasWaiting, waitingRooms.insert(room).inserted else { return }
        if waitingRoomsDueAt == nil { waitingRoomsDueAt = now.advanced(byMilliseconds: settings.crowdMilliseconds) }
    }

    /// Tells crowds who came and went since the last time.
    mutating func callWaitingRooms(at now: Instant) {
        guard let due = waitingRoomsDueAt, due <= now else { return }
        for room in waitingRooms { mirrors[room]?.callDue() }
        dirtyRooms.formUnion(waitingRooms)
        waitingRooms = []
        waitingRoomsDueAt = nil
    }

    /// Queues an answer; a reader so stuck that its answers pile up is told to come back. One answer alone may be
    /// as large as it is.
    mutating func reply(_ frame: Frame, to peer: PeerID, into effects: inout [ServerEffect]) {
        guard let seat = peers.index(of: peer) else { return }
        switch peers[seat].stage {
        case .waiting, .authorizing, .entering:
            peers[seat].replies.append(frame)
            dirtyPeers.insert(peer)
        case .joined(_, let index):
            guard let place = mirrors.index(of: peers[seat].room) else { return }
            let waiting = mirrors[place].reply(frame, to: index)
            dirtyRooms.insert(peers[seat].room)
            guard waiting > settings.answerBytes else { return }
            end(peer, .tooSlow, "\(waiting) bytes of answers unread", into: &effects)
        case .closing: break
        }
    }

    mutating func reset(_ peer: PeerID, _ frame: Frame, _ sequence: Sequence) {
        guard let seat = peers.index(of: peer), case .joined(_, let index) = peers[seat].stage else { return }
        let room = peers[seat].room
        mirrors[room]?.restart(index, with: frame, at: sequence)
        dirtyRooms.insert(room)
    }

    mutating func setChoked(_ peer: PeerID, since moment: Instant?) {
        guard let seat = peers.index(of: peer) else { return }
        peers[seat].chokedSince = moment
        guard case .joined(_, let index) = peers[seat].stage else {
            dirtyPeers.insert(peer)
            return
        }
        if let place = mirrors.index(of: peers[seat].room) { mirrors[place].setChoked(index, moment != nil) }
        dirtyRooms.insert(peers[seat].room)
    }

    /// The peer reads again. A ping may have been stuck with all the rest, so its pong has its time from now on.
    mutating func becameWritable(_ peer: PeerID, at now: Instant) {
        if peers[peer]?.pongDueAt != nil {
            peers[peer]?.pongDueAt = now.advanced(byMilliseconds: settings.pongMilliseconds)
        }
        setChoked(peer, since: nil)
    }

    /// Takes a reader out of its mirror, and the mirror away with its last reader.
    mutating func removeReader(_ index: Int, of room: String) {
        guard let place = mirrors.index(of: room) else { return }
        if let moved = mirrors[place].remove(at: index), let seat = peers.index(of: moved),
            case .joined(let member, _) = peers[seat].stage
        {
            peers[seat].stage = .joined(member, reader: index)
        }
        if mirrors[place].readers.isEmpty { mirrors[room] = nil }
    }

    /// Asks the homes for snapshots for those whose cursor the ring has left behind.
    mutating func askForResets(into effects: inout [ServerEffect]) {
        for room in dirtyRooms.sorted() {
            guard let place = mirrors.index(of: room) else { continue }
            for peer in mirrors[place].takeOverrun() {
                mailHome(of: room, .resync(room: room, Address(loop: loop, peer: peer)), into: &effects)
            }
        }
    }

    /// Sends everything that became due, one message to a connection, in an order that is the same in every process.
    mutating func flush(at now: Instant, into effects: inout [ServerEffect]) {
        for peer in dirtyPeers.sorted() {
            guard let seat = peers.index(of: peer), peers[seat].chokedSince == nil, !peers[seat].replies.isEmpty
            else { continue }
            effects.append(.send(MessageBuilder(peers[seat].replies).bytes, to: [peer]))
            peers[seat].replies = []
        }
        dirtyPeers.removeAll(keepingCapacity: true)
        for room in dirtyRooms.sorted() { flush(room, at: now, into: &effects) }
        dirtyRooms.removeAll(keepingCapacity: true)
    }

    /// Goes on with rooms that have more readers than are served at once: those of other rooms have had their turn.
    /// What has happened in between goes out with the rest, so the busier the loop, the fewer and fuller the messages.
    mutating func resumeLateRooms(at now: Instant) {
        for (room, dueAt) in lateRooms where dueAt <= now {
            lateRooms[room] = nil
            dirtyRooms.insert(room)
        }
    }

    /// Serves some readers of a room; the rest have their turn after everybody else's, or, where nothing moves, a
    /// millisecond later, so that a crowd that is told who came and went leaves the machine to others in between.
    private mutating func flush(_ room: String, at now: Instant, into effects: inout [ServerEffect]) {
        guard let place = mirrors.index(of: room) else { return }
        let (isPressing, dueAt) = (mirrors[place].isPressing, lateRooms[room])
        let crowd = mirrors[place].readers.count / 256
        if let dueAt, dueAt <= now { return }
        let idlers = dueAt == nil ? max(settings.idlersAtOnce, crowd) : 0
        let isDone = mirrors[place].flush(atMost: isPressing ? settings.readersAtOnce : idlers, into: &effects)
        lateRooms[room] = isDone ? nil : isPressing ? now : dueAt ?? now.advanced(byMilliseconds: 1)
    }
}
