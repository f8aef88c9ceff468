import PagingRoom

/// Events and windows as the members of rooms saw them. With one worker their spread is recorded at once; of several
/// workers each keeps its part until the results are merged.
struct SightingLog: Sendable {
    /// Events and moments a worker keeps; later ones are recorded with what it has seen itself.
    static let kept = 100_000

    /// By room and life of its server.
    private(set) var rooms: [String: RoomSightings] = [:]
    private var count = 0
    private let isShared: Bool
    private let start: LoadTime

    /// - Parameter isShared: whether other workers play members of the same rooms.
    init(isShared: Bool, start: LoadTime) {
        self.isShared = isShared
        self.start = start
    }

    /// Adds an event that no other member will receive.
    ///
    /// - Parameter room: the name of the room and of its server's life; nil when it is not known.
    mutating func add(_ sighting: RoomWatch.Sighting, room: String?, recorder: inout LoadRecorder) {
        guard let room = keptRoom(room) else {
            guard sighting.receivers > 1 else { return }
            return recorder.record(.spread, sighting.last.microseconds(since: sighting.first), at: sighting.first)
        }
        rooms[room, default: RoomSightings()].events[sighting.event.sequence.number] = RoomSightings.Seen(
            first: sighting.first.microseconds(since: start), last: sighting.last.microseconds(since: start),
            receivers: sighting.receivers, digest: sighting.rest?.digest.text)
    }

    /// Adds how far apart the windows of a room were at one of `SkewSamples`' moments.
    mutating func add(
        _ span: RoomSightings.Span, at moment: LoadTime, room: String?, recorder: inout LoadRecorder
    ) {
        guard let room = keptRoom(room) else {
            if span.windows > 1 { recorder.record(.skew, span.highest - span.lowest, at: moment) }
            return
        }
        let number = moment.microseconds / SkewSamples.everyMicroseconds
        rooms[room, default: RoomSightings()].spans[number] = span
    }

    private mutating func keptRoom(_ room: String?) -> String? {
        guard isShared, count < SightingLog.kept, let room else { return nil }
        count += 1
        return room
    }
}
