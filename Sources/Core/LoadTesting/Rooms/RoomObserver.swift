import PagingEngine
import PagingRoom
import PagingWire

/// Checks and times what servers send, before a client sees it: whether events are complete, whether all members of a room
/// get the same, and how long they took.
struct RoomObserver: Sendable {
    /// Time after which an event has reached all members that it will reach.
    private static let deliveryMicroseconds: Int64 = 1_000_000
    /// Windows of one room that are compared at a time.
    private static let windowsCompared = 1_000

    private let start: LoadTime
    private let isShared: Bool
    private var rooms: [RoomWatch]
    private var clocks = ServerClocks()
    private var samples: SkewSamples
    private var log: SightingLog
    /// Requests of this worker whose events the users of other workers receive, too.
    private var untoldCauses: [EventCause] = []

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

    /// The member receives no further messages on this connection.
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
        recorder.counts.expectedEvents += EventStream.missing(newest.number - max(last, member.stream.welcomed).number)
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
        let life = beginLife(of: welcome.epoch, in: member.room, recorder: &recorder)
        member.stream.begin(life: life, welcomed: welcome.sequence, after: known)
        noteClock(&member, welcome.now, welcome.id, at: now)
    }

    private mutating func beginLife(of epoch: Epoch, in room: Int, recorder: inout LoadRecorder) -> Int {
        let life = clocks.life(of: epoch)
        for old in rooms[room].enter(life: life) { keep(old, of: room, recorder: &recorder) }
        return life
    }

    /// Looks at any message but a welcome; returns whether the member shows another picture after it.
    mutating func look(
        at message: ServerMessage, _ member: inout MemberWatch, recorder: inout LoadRecorder, at now: LoadTime
    ) -> Bool {
        switch message {
        case .snapshot(let snapshot):
            if clocks.life(of: snapshot.epoch) != member.stream.life {
                let life = beginLife(of: snapshot.epoch, in: member.room, recorder: &recorder)
                member.stream.begin(life: life, welcomed: snapshot.replica.sequence, after: nil)
            }
            recorder.counts.expectedEvents += member.stream.jump(to: snapshot.replica.sequence)
            if snapshot.replica.digest != snapshot.digest { recorder.diverged(at: now) }
            return true
        case .event(let event):
            look(at: event, &member, recorder: &recorder, at: now)
            return event.change.changesPicture
        case .offset(let offset):
            recorder.counts.offsets += 1
            if member.hasState { noteTransit(offset.now, member, recorder: &recorder, at: now) }
        case .answer(.accepted): recorder.counts.accepted += 1
        case .answer(.refused(_, let refusal, _)): recorder.rejected(refusal.code.rawValue, at: now)
        case .pong(let id, let server): noteClock(&member, server, id, at: now)
        case .unknown(let sequence): _ = member.stream.take(sequence)
        case .pages, .asset, .notes, .inStep, .notice, .closing, .welcome: break
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
                noteTransit(animation.start, member, recorder: &recorder, at: now)
            }
            noteDelivery(event, member, recorder: &recorder, at: now)
        }
        guard rooms[member.room].life == member.stream.life else { return }
        if !rooms[member.room].see(event, isLive: isLive, isApart: member.isApart, at: now) {
            recorder.diverged(at: now)
        }
        for old in rooms[member.room].takeOld(at: now) { keep(old, of: member.room, recorder: &recorder) }
    }

    private mutating func noteClock(_ member: inout MemberWatch, _ server: Instant, _ id: RequestID, at now: LoadTime) {
        guard let probe = member.probe, probe.id == id else { return }
        member.probe = nil
        clocks.add(life: member.stream.life, sent: probe.sent, received: now, server: server)
    }

    /// Only animations, by their start, and drag samples carry the time at which they were made.
    private func noteTransit(
        _ made: Instant, _ member: MemberWatch, recorder: inout LoadRecorder, at now: LoadTime
    ) {
        guard let age = clocks.age(of: made, life: member.stream.life, at: now) else { return }
        recorder.record(.transit, age, of: member.actor, at: now)
    }

    // MARK: Deliveries

    /// Only a request of a user makes its own event; arrivals and departures have none.
    private mutating func noteDelivery(
        _ event: Event, _ member: MemberWatch, recorder: inout LoadRecorder, at now: LoadTime
    ) {
        switch event.change {
        case .member, .audience: return
        default: break
        }
        guard rooms[member.room].life == member.stream.life else { return }
        let arrival = DeliveryLedger.Receipt(at: now, actor: member.actor)
        guard let request = rooms[member.room].deliveries.arrived(event.sequence, arrival) else { return }
        RoomObserver.record(arrival, of: request, &recorder)
    }

    /// The answer to a request names the last event that the request caused.
    mutating func answered(
        _ member: MemberWatch, naming event: Sequence, _ request: RequestTimes, recorder: inout LoadRecorder,
        at now: LoadTime
    ) {
        let room = member.room
        guard rooms[room].life == member.stream.life,
            let arrivals = rooms[room].deliveries.caused(event, by: request, at: now)
        else { return }
        for arrival in arrivals { RoomObserver.record(arrival, of: request, &recorder) }
        guard isShared, let epoch = clocks.epoch(ofLife: member.stream.life) else { return }
        untoldCauses.append(
            EventCause(room: room, epoch: epoch.text, event: event.number, due: request.due, made: request.made))
    }

    /// Another worker's user caused an event.
    mutating func note(_ cause: EventCause, recorder: inout LoadRecorder, at now: LoadTime) {
        guard rooms.indices.contains(cause.room), let life = rooms[cause.room].life,
            clocks.epoch(ofLife: life)?.text == cause.epoch
        else { return }
        let request = RequestTimes(due: cause.due, made: cause.made)
        let arrivals = rooms[cause.room].deliveries.caused(Sequence(cause.event), by: request, at: now)
        for arrival in arrivals ?? [] { RoomObserver.record(arrival, of: request, &recorder) }
    }

    /// The causes to tell the other workers.
    mutating func takeCauses() -> [EventCause] {
        defer { untoldCauses = [] }
        return untoldCauses
    }

    private static func record(
        _ arrival: DeliveryLedger.Receipt, of request: RequestTimes, _ recorder: inout LoadRecorder
    ) {
        recorder.record(
            .deliver, arrival.at.microseconds(since: request.due), naive: arrival.at.microseconds(since: request.made),
            of: arrival.actor, at: arrival.at)
    }

    /// Compares what the member shows at rest with what others showed after the same event.
    mutating func compareRest(_ replica: Replica, _ member: MemberWatch, recorder: inout LoadRecorder, at now: LoadTime)
    {
        guard rooms[member.room].life == member.stream.life, replica.isAtRest else { return }
        if !rooms[member.room].rest(replica) { recorder.diverged(at: now) }
    }

    // MARK: Members together

    /// Text about the members of a room that show another picture; empty when all show the same.
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
