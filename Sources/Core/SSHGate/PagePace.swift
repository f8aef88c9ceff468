package import PagingEngine

/// The pace of requests for pages on a connection that many viewers share: the server counts them as those of one member.
package struct PagePace: Sendable {
    /// The server answers four at a time.
    package static let mostUnanswered = 3
    /// The server takes 240 messages a second.
    package static let intervalMilliseconds: Int64 = 20

    /// When the next request may be sent.
    package private(set) var next = Instant(milliseconds: .min / 2)

    package init() {}

    /// Whether a request may be sent now, while so many wait for answers.
    package func allows(unanswered: Int, at now: Instant) -> Bool {
        unanswered < Self.mostUnanswered && next <= now
    }

    /// Takes note of a request.
    package mutating func asked(at now: Instant) { next = now.advanced(byMilliseconds: Self.intervalMilliseconds) }
}
