/// What a load run counts.
public struct LoadCounts: Hashable, Sendable, Codable {
    /// Users that have begun, and those that should have begun and could not (no free place in an open population).
    public var started = 0
    public var droppedStarts = 0
    public var connectFailures = 0
    /// WebSocket messages and the bytes of their payload, both ways, as the sockets took and gave them. Simulated messages
    /// have no bytes.
    public var sentMessages = 0
    public var sentBytes = 0
    public var receivedMessages = 0
    public var receivedBytes = 0
    /// Events that members were to receive and those they did; their ratio is the reach.
    public var expectedEvents = 0
    public var receivedEvents = 0
    public var offsets = 0
    /// Numbers that were left out, came again, and digests that differ at the same number.
    public var gaps = 0
    public var duplicates = 0
    public var diverged = 0
    /// Messages nobody could read.
    public var unreadable = 0
    /// Requests refused, by code; connections ended by the other side, by close code or `broken`.
    public var rejections: [String: Int] = [:]
    public var closes: [String: Int] = [:]

    public init() {}

    /// Received ÷ expected events; 1 when none were expected.
    public var reach: Double { expectedEvents == 0 ? 1 : Double(receivedEvents) / Double(expectedEvents) }
}
