import PagingEngine
import PagingRoom
import PagingWire

/// The part of the measures that follows one user's connection: which events it brought, and its last clock probe.
struct MemberWatch: Sendable {
    let user: Int
    /// The room's place among those of the run.
    let room: Int
    fileprivate var stream = EventStream()
    /// The newest ping or join and when it went out: its answer shows the server's clock.
    fileprivate var probe: (id: RequestID, sent: LoadTime)?

    init(user: Int, room: Int) {
        self.user = user
        self.room = room
    }

    /// Whether the user has received a whole state on this connection.
    var hasState: Bool { stream.last != nil }

    mutating func sent(_ message: ClientMessage, at now: LoadTime) {
        switch message {
        case .ping(let id), .join(let id, _): probe = (id, now)
        default: break
        }
    }

    mutating func forgetProbe() {
        probe = nil
    }
}

/// Checks and times what servers send, before a client sees it: whether events are complete, whether all members of a room
/// get the same, and how long they took.
struct RoomObserver: Sendable {
    /// After this time an event has reached everybody it will reach.
    private static let deliveryMicroseconds: Int64 = 1_000_000
    /// Windows of one room that are compared at a time.
    private static let windowsCompared = 1_000

    private let start: LoadTime
    private let isShared: Bool
    private var rooms: [RoomWatch]
    private var clocks = ServerClocks()
    private var samples: SkewSamples
    private var log: SightingLog

    init(rooms names: [String], share: LoadShare, start: LoadTime) {
        self.start = start
        isShared = share.workers > 1
        rooms = names.map { RoomWatch(name: $0) }
        samples = SkewSamples(start: start)
        log = SightingLog(isShared: isShared, start: start)
    }

    func name(ofRoom room: Int) -> String { rooms[room].name }

    // MARK: Members

    mutating func enter(_ member: MemberWatch) {
        rooms[member.room].add(member.user)
    }

    /// The member hears no more of its room on this connection.
    mutating func leave(_ member: inout MemberWatch, recorder: inout LoadRecorder, at now: LoadTime) {
        countMissed(member, recorder: &recorder, at: now)
        member.stream = EventStream()
        rooms[member.room].remove(member.user)
    }

    /// Counts events that others have received long ago and the member has not.
    func countMissed(_ member: MemberWatch, recorder: inout LoadRecorder, at now: LoadTime) {
        guard let last = member.stream.last, member.stream.life == rooms[member.room].life,
            let newest = rooms[member.room].newest(by: now.advanced(byMicroseconds: -RoomObserver.deliveryMicroseconds))
        else { return }
        recorder.counts.expectedEvents += Int(max(0, newest.number - max(last, member.stream.welcomed).number))
    }

    // MARK: Messages

    /// A WebSocket message came to a member of the room.
    mutating func noteMessage(room: Int) {
        rooms[room].noteChange()
    }

    /// - Parameter known: what the client knew of the room before.
    mutating func welcomed(
        _ member: inout MemberWatch, _ welcome: Welcome, after known: Sequence?, recorder: inout LoadRecorder,
        at now: LoadTime
    ) {
        let life = clocks.life(of: welcome.epoch)
        for old in rooms[member.room].enter(life: life) { keep(old, of: member.room, recorder: &recorder) }
        member.stream.begin(life: life, welcomed: welcome.sequence, after: known)
        noteClock(&member, welcome.now, welcome.id, at: now)
    }

    /// Looks at any message but a welcome; returns whether the member shows another picture after it.
    mutating func look(
        at message: ServerMessage, _ member: inout MemberWatch, recorder: inout LoadRecorder, at now: LoadTime
    ) -> Bool {
        switch message {
        case .snapshot(let snapshot):
            recorder.counts.expectedEvents += member.stream.jump(to: snapshot.replica.sequence)
            if snapshot.replica.digest != snapshot.digest { recorder.diverged(at: now) }
            return true
        case .event(let event):
            look(at: event, &member, recorder: &recorder, at: now)
            return event.change.changesPicture
        case .offset(let offset):
            recorder.counts.offsets += 1
            if member.hasState { noteDelivery(offset.now, member, recorder: &recorder, at: now) }
        case .answer(.refused(_, let refusal, _)): recorder.rejected(refusal.code.rawValue, at: now)
        case .pong(let id, let server): noteClock(&member, server, id, at: now)
        case .answer, .pages, .notes, .inStep, .notice, .closing, .welcome: break
        }
        return false
    }

    private mutating func look(
        at event: Event, _ member: inout MemberWatch, recorder: inout LoadRecorder, at now: LoadTime
    ) {
        let isLive = member.stream.isLive(event.sequence)
        switch member.stream.take(event.sequence) {
        case .duplicate: return recorder.duplicate(at: now)
        case .gap(let count): recorder.gap(count, isExpected: isLive, at: now)
        case .next: break
        }
        if isLive {
            recorder.counts.expectedEvents += 1
            recorder.counts.receivedEvents += 1
            if case .animation(let animation) = event.change {
                noteDelivery(animation.start, member, recorder: &recorder, at: now)
            }
        }
        guard rooms[member.room].life == member.stream.life else { return }
        if !rooms[member.room].see(event, isLive: isLive, at: now) { recorder.diverged(at: now) }
        for old in rooms[member.room].takeOld(at: now) { keep(old, of: member.room, recorder: &recorder) }
    }

    private mutating func noteClock(_ member: inout MemberWatch, _ server: Instant, _ id: RequestID, at now: LoadTime) {
        guard let probe = member.probe, probe.id == id else { return }
        member.probe = nil
        clocks.add(life: member.stream.life, sent: probe.sent, received: now, server: server)
    }

    /// Only animations, by their start, and drag samples carry the time at which they were made.
    private func noteDelivery(
        _ made: Instant, _ member: MemberWatch, recorder: inout LoadRecorder, at now: LoadTime
    ) {
        guard let age = clocks.age(of: made, life: member.stream.life, at: now) else { return }
        recorder.record(.deliver, age, at: now)
    }

    /// Compares what the member shows at rest with what others showed after the same event.
    mutating func compareRest(_ replica: Replica, _ member: MemberWatch, recorder: inout LoadRecorder, at now: LoadTime)
    {
        guard rooms[member.room].life == member.stream.life, replica.isAtRest else { return }
        if !rooms[member.room].rest(replica) { recorder.diverged(at: now) }
    }

    // MARK: Members together

    /// Tells in words how many members of a room show something else than the others; empty when all show the same.
    mutating func outOfStep(inRoom room: Int, replica: (_ user: Int) -> Replica?) -> [String] {
        rooms[room].outOfStep(replica)
    }

    /// When the windows are compared next.
    var nextSample: LoadTime { samples.next }

    /// Compares the windows of each room's members at moments that are the same for all workers.
    mutating func takeSamples(
        recorder: inout LoadRecorder, at now: LoadTime, position: (_ user: Int, _ moment: LoadTime) -> Position?
    ) {
        guard let moment = samples.take(at: now) else { return }
        for room in rooms.indices where rooms[room].memberCount >= (isShared ? 1 : 2) {
            let windows = rooms[room].members(atMost: RoomObserver.windowsCompared).compactMap { position($0, moment) }
            guard let lowest = windows.min(), let highest = windows.max() else { continue }
            let span = RoomSightings.Span(
                at: moment.microseconds(since: start), lowest: lowest.units, highest: highest.units,
                windows: windows.count)
            log.add(span, at: moment, room: isShared ? key(of: room) : nil, recorder: &recorder)
        }
    }

    // MARK: Sightings

    /// The sightings of this worker, to be merged with those of the other workers.
    var sightings: [String: RoomSightings] { log.rooms }

    /// Adds the events that others might still receive.
    mutating func close(recorder: inout LoadRecorder) {
        for room in rooms.indices {
            for sighting in rooms[room].watched { keep(sighting, of: room, recorder: &recorder) }
        }
    }

    private mutating func keep(_ sighting: RoomWatch.Sighting, of room: Int, recorder: inout LoadRecorder) {
        log.add(sighting, room: isShared ? key(of: room) : nil, recorder: &recorder)
    }

    /// A room in a life of its server, the same for all workers.
    private func key(of room: Int) -> String? {
        guard let life = rooms[room].life, let epoch = clocks.epoch(ofLife: life) else { return nil }
        return "\(rooms[room].name) \(epoch.text)"
    }
}
