import PagingEngine
import PagingRoom
import PagingWire

/// The mirror's side: readers, cursors and what is due to them.
extension ServerCore {
    mutating func admit(_ peer: PeerID, _ admission: Admission, into effects: inout [ServerEffect]) {
        let room = admission.room
        guard let entering = peers[peer], case .entering = entering.stage else {
            let address = Address(loop: loop, peer: peer)
            mailHome(of: room, .gone(room: room, admission.member, address, politely: false), into: &effects)
            return
        }
        var reader = Reader(
            peer: peer, offsets: admission.offsets, cursor: admission.sequence,
            opening: entering.replies + admission.frames)
        reader.isChoked = entering.chokedSince != nil
        let place = mirrors.place(of: room, orNew: Mirror(ringFrames: settings.ringFrames, after: admission.sequence))
        let index = mirrors[place].add(reader)
        peers[peer]?.replies = []
        peers[peer]?.stage = .joined(admission.member, reader: index)
        effects.append(.admitted(peer))
        dirtyRooms.insert(room)
    }

    /// A room without readers here has no mirror; what the home sends until it knows that is dropped.
    ///
    /// A crowd hears of comings and goings together, some times a second: each of them told at once to everybody would
    /// be a crowd's square when it comes or goes as one.
    mutating func publish(_ publication: Publication, to room: String, at now: Instant) {
        guard let place = mirrors.place(of: room) else { return }
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
        guard let known = peers[peer] else { return }
        switch known.stage {
        case .waiting, .authorizing, .entering:
            peers[peer]?.replies.append(frame)
            dirtyPeers.insert(peer)
        case .joined(_, let index):
            guard let place = mirrors.place(of: known.room) else { return }
            let waiting = mirrors[place].reply(frame, to: index)
            dirtyRooms.insert(known.room)
            guard waiting > settings.answerBytes else { return }
            end(peer, .tooSlow, "\(waiting) bytes of answers unread", into: &effects)
        case .closing: break
        }
    }

    mutating func reset(_ peer: PeerID, _ frame: Frame, _ sequence: Sequence) {
        guard let known = peers[peer], case .joined(_, let index) = known.stage else { return }
        mirrors[known.room]?.restart(index, with: frame, at: sequence)
        dirtyRooms.insert(known.room)
    }

    mutating func setChoked(_ peer: PeerID, since moment: Instant?) {
        guard let known = peers[peer] else { return }
        peers[peer]?.chokedSince = moment
        guard case .joined(_, let index) = known.stage else {
            dirtyPeers.insert(peer)
            return
        }
        if let place = mirrors.place(of: known.room) { mirrors[place].setChoked(index, moment != nil) }
        dirtyRooms.insert(known.room)
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
        if let moved = mirrors[room]?.remove(at: index), case .joined(let member, _) = peers[moved]?.stage {
            peers[moved]?.stage = .joined(member, reader: index)
        }
        if mirrors[room]?.readers.isEmpty == true { mirrors[room] = nil }
    }

    /// Asks the homes for snapshots for those whose cursor the ring has left behind.
    mutating func askForResets(into effects: inout [ServerEffect]) {
        for room in dirtyRooms.sorted() {
            guard let place = mirrors.place(of: room) else { continue }
            for peer in mirrors[place].takeOverrun() {
                mailHome(of: room, .resync(room: room, Address(loop: loop, peer: peer)), into: &effects)
            }
        }
    }

    /// Sends everything that became due, one message to a connection, in an order that is the same in every process.
    mutating func flush(at now: Instant, into effects: inout [ServerEffect]) {
        for peer in dirtyPeers.sorted(by: { $0.number < $1.number }) {
            guard let known = peers[peer], known.chokedSince == nil, !known.replies.isEmpty else { continue }
            peers[peer]?.replies = []
            effects.append(.send(Lines(known.replies).bytes, to: [peer]))
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
        guard let place = mirrors.place(of: room) else { return }
        let (isPressing, dueAt) = (mirrors[place].isPressing, lateRooms[room])
        let crowd = mirrors[place].readers.count / 256
        if let dueAt, dueAt <= now { return }
        let idlers = dueAt == nil ? max(settings.idlersAtOnce, crowd) : 0
        let isDone = mirrors[place].flush(atMost: isPressing ? settings.readersAtOnce : idlers, into: &effects)
        lateRooms[room] = isDone ? nil : isPressing ? now : dueAt ?? now.advanced(byMilliseconds: 1)
    }
}
