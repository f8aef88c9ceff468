/// What a load run counts.
package struct LoadCounts: Hashable, Sendable, Codable {
    /// Users that have begun, and those that should have begun and could not (no free place in an open population).
    package var started = 0
    package var droppedStarts = 0
    package var connectFailures = 0
    /// WebSocket messages and the bytes of their payload, both ways, as the sockets took and gave them. Simulated messages
    /// have no bytes.
    package var sentMessages = 0
    package var sentBytes = 0
    package var receivedMessages = 0
    package var receivedBytes = 0
    /// Events that members were to receive and those they did; their ratio is the reach.
    package var expectedEvents = 0
    package var receivedEvents = 0
    package var offsets = 0
    /// Numbers that were left out, came again, and digests that differ at the same number.
    package var gaps = 0
    package var duplicates = 0
    package var diverged = 0
    /// Messages nobody could read.
    package var unreadable = 0
    /// Requests refused, by code; connections ended by the other side, by close code or `broken`.
    package var rejections: [String: Int] = [:]
    package var closes: [String: Int] = [:]

    package init() {}

    /// Received ÷ expected events; 1 when none were expected.
    package var reach: Double { expectedEvents == 0 ? 1 : Double(receivedEvents) / Double(expectedEvents) }
}
