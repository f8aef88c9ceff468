package import PagingRoom
package import PagingWire

/// The limits of the server in one place, each with its reason.
package struct ServerSettings: Sendable {
    /// Name and version, told in the welcome.
    package var server: String
    /// The life of this process; names the event streams of all its rooms.
    package var epoch: Epoch
    package var limits: Limits
    /// Whether a join needs a token; the shell knows the secrets.
    package var isClosed = false
    /// Whether rooms are durable, so that changes are published only once they are committed.
    package var isDurable = false
    /// The range within which clients spread their return: short enough to be felt as a hiccup.
    package var retry: Retry
    /// Members of one room, away ones included: with the longest list of pages still one record of the store.
    package var roomCapacity = 10_000
    /// Whether a join to a room that does not exist creates it.
    package var creation = RoomCreationPolicy.none
    /// The policy of a room that was created on demand, until a presenter changes it.
    package var policy = Policy.open
    /// Rooms at one time, those of the start included: an idle one takes some kilobytes and its history.
    package var roomLimit = ServerSettings.standardRoomLimit
    /// How long a room that was created on demand stays while it is empty.
    package var emptyRoomMilliseconds: Int64 = 600_000
    /// From the upgrade to the join.
    package var joinMilliseconds: Int64 = 5_000
    /// Between pings: below the idle limits of common proxies (30 s and more).
    package var pingMilliseconds: Int64 = 20_000
    /// From a ping to its pong.
    package var pongMilliseconds: Int64 = 10_000
    /// How long a connection may stay stuck before it is told to come back (4001).
    package var chokedMilliseconds: Int64 = 60_000
    /// Bytes of answers that may wait for a stuck connection; events wait in the ring and cost nothing.
    package var answerBytes = 1 << 18
    /// Unreadable objects within `strikeMilliseconds` that end a connection.
    package var strikes = 10
    package var strikeMilliseconds: Int64 = 10_000
    /// Reliable events kept for resume: minutes of a lively room.
    package var ringFrames = 1_024
    /// The pacing of work.
    package var budget = LoopBudget.standard

    package static let standardRoomLimit = 1_000

    package init(server: String, epoch: Epoch, limits: Limits = Limits(), retry: Retry) {
        self.server = server
        self.epoch = epoch
        self.limits = limits
        self.retry = retry
    }
}
