import PagingEngine

/// What one worker has seen of one room, to be put together with what others have: an event comes first to a user of one
/// worker and last to one of another. Times are in microseconds since the start of the run.
package struct RoomSightings: Hashable, Sendable, Codable {
    /// An event, as it came to those who were there when it happened.
    package struct Seen: Hashable, Sendable, Codable {
        package var first: Int64
        package var last: Int64
        package var receivers: Int
        /// The digest of the room at rest after it; nil when it did not rest, or nobody looked.
        package var digest: String?
    }

    /// How far apart windows were at one moment, in 1/65,536 page.
    package struct Span: Hashable, Sendable, Codable {
        package var at: Int64
        package var lowest: Int64
        package var highest: Int64
        package var windows: Int

        func joined(with other: Span) -> Span {
            Span(
                at: min(at, other.at), lowest: min(lowest, other.lowest), highest: max(highest, other.highest),
                windows: windows + other.windows)
        }
    }

    /// By number of the event.
    package var events: [Int64: Seen] = [:]
    /// By number of the quarter of a second on the machine's clock.
    package var spans: [Int64: Span] = [:]

    package init() {}

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
