import PagingEngine

/// Events and windows of one room as one worker saw them, to be merged with the other workers': an event may come first to
/// a user of one worker and last to a user of another. Times are in microseconds since the start of the run.
package struct RoomSightings: Hashable, Sendable, Codable {
    /// An event, as it came to the members that were there when it happened.
    package struct Seen: Hashable, Sendable, Codable {
        package var first: Int64
        package var last: Int64
        package var receivers: Int
        /// The digest of the room at rest after it; nil when the room did not rest.
        package var digest: String?
    }

    /// The distance between windows at one moment, in 1/65,536 page.
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

    /// Adds another worker's sightings; returns for how many events the two saw different pictures.
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
