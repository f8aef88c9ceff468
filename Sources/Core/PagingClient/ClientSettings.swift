package import PagingWire

/// How a client behaves; times with their reasons.
package struct ClientSettings: Sendable {
    /// What it asks on joining; session and place in the stream are added on a return.
    package var join: Join
    /// Until the server names its own band in the welcome.
    package var retry = Retry(minimumMilliseconds: 200, maximumMilliseconds: 5_000)
    /// Connection attempts in a row before it gives up, as long as it was never in; nil never does.
    package var attempts: Int?
    /// The same for coming back; nil never gives up.
    package var attemptsToReturn: Int?
    /// From the start of a connection to the welcome.
    package var welcomeMilliseconds: Int64 = 10_000
    /// Between pings once the clock is known: finds a dead connection within half a minute.
    package var pingMilliseconds: Int64 = 10_000
    /// From a ping to its pong, before the connection counts as dead.
    package var pongMilliseconds: Int64 = 10_000
    /// Whether it says what it shows each time the room has come to rest, so that presenters know who is in step; a
    /// crowd made for measuring need not.
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
