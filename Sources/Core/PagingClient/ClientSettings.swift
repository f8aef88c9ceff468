package import PagingWire

/// The behaviour of a client: what it joins with, and its timeouts.
package struct ClientSettings: Sendable {
    /// The join without session and sequence, which the client adds when it reconnects.
    package var join: Join
    /// Used until the server names its own band in the welcome.
    package var retry = Retry(minimumMilliseconds: 200, maximumMilliseconds: 5_000)
    /// Connection attempts in a row before it gives up, as long as it was never in the room; nil never gives up.
    package var attempts: Int?
    /// The same for reconnecting; nil never gives up.
    package var attemptsToReturn: Int?
    /// From the start of a connection to the welcome.
    package var welcomeMilliseconds: Int64 = 10_000
    /// Between pings once the clock is known; finds a dead connection within half a minute.
    package var pingMilliseconds: Int64 = 10_000
    /// From a ping to its pong, before the connection counts as dead.
    package var pongMilliseconds: Int64 = 10_000
    /// Whether it reports the drawn picture each time the room has come to rest, so that presenters know who is in
    /// step. Members of a load test need not.
    package var saysDrawn = true
    /// Pings in quick succession after a join, so that the clock is good within a fraction of a second.
    package var openingPings = 3
    package var openingPingMilliseconds: Int64 = 100

    package init(join: Join, attempts: Int? = nil, attemptsToReturn: Int? = nil) {
        self.join = join
        self.attempts = attempts
        self.attemptsToReturn = attemptsToReturn
    }
}
