import PagingEngine

/// What one worker has seen of one room, to be put together with what others have: an event comes first to a user of one
/// worker and last to one of another. Times are in microseconds since the start of the run.
public struct RoomSightings: Hashable, Sendable, Codable {
    /// An event, as it came to those who were there when it happened.
    public struct Seen: Hashable, Sendable, Codable {
        public var first: Int64
        public var last: Int64
        public var receivers: Int
        /// The digest of the room at rest after it; nil when it did not rest, or nobody looked.
        public var digest: String?
    }

    /// How far apart windows were at one moment, in 1/65,536 page.
    public struct Span: Hashable, Sendable, Codable {
        public var at: Int64
        public var lowest: Int64
        public var highest: Int64
        public var windows: Int

        func joined(with other: Span) -> Span {
            Span(
                at: min(at, other.at), lowest: min(lowest, other.lowest), highest: max(highest, other.highest),
                windows: windows + other.windows)
        }
    }

    /// By number of the event.
    public var events: [Int64: Seen] = [:]
    /// By number of the quarter of a second on the machine's clock.
    public var spans: [Int64: Span] = [:]

    public init() {}

    /// Adds what another worker has seen; says for how many events the two were shown something else.
    mutating func merge(_ other: RoomSightings) -> Int {
        var diverged = 0
        for (number, seen) in other.events {
            guard let known = events[number] else {
                events[number] = seen
                continue
            }
            if let digest = known.digest, let theirs = seen.digest, digest != theirs { diverged += 1 }
            events[number] = Seen(
                first: min(known.first, seen.first), last: max(known.last, seen.last),
                receivers: known.receivers + seen.receivers, digest: known.digest ?? seen.digest)
        }
        for (number, span) in other.spans { spans[number] = spans[number]?.joined(with: span) ?? span }
        return diverged
    }
}
