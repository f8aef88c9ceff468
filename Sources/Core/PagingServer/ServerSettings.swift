package import PagingRoom
package import PagingWire

/// The server's bounds in one place, each with its reason.
package struct ServerSettings: Sendable {
    /// Name and version, told in the welcome.
    package var server: String
    /// This process's life; names the event streams of all its rooms.
    package var epoch: Epoch
    package var limits: Limits
    /// Whether a join needs a token; the shell knows the secrets.
    package var isClosed = false
    /// Whether rooms have a memory, so that what they keep is told only once it is safe.
    package var isDurable = false
    /// The band in which clients spread their return: short enough to be felt as a hiccup.
    package var retry: Retry
    /// Members of one room, those away included: with the longest list of pages still one record of its memory.
    package var roomCapacity = 10_000
    /// Whether a join to a room that does not exist makes it.
    package var creation = RoomCreationPolicy.none
    /// Who moves the pager in a room that was made so, until a presenter decides otherwise.
    package var policy = Policy.open
    /// Rooms at one time, those from the start included: an idle one takes some kilobytes and its history.
    package var roomLimit = ServerSettings.standardRoomLimit
    /// How long a room that was made so stays without anybody in it.
    package var emptyRoomMilliseconds: Int64 = 600_000
    /// From the upgrade to the join.
    package var joinMilliseconds: Int64 = 5_000
    /// Between pings: below the idle limits of common proxies (30 s and more).
    package var pingMilliseconds: Int64 = 20_000
    /// From a ping to its pong.
    package var pongMilliseconds: Int64 = 10_000
    /// How long a reader may stay stuck before it is told to come back (4001).
    package var chokedMilliseconds: Int64 = 60_000
    /// Bytes of answers that may wait for a stuck reader; events wait in the ring and cost nothing.
    package var answerBytes = 1 << 18
    /// Unreadable objects within `strikeMilliseconds` that end a connection.
    package var strikes = 10
    package var strikeMilliseconds: Int64 = 10_000
    /// Reliable events kept for resume: minutes of a lively room.
    package var ringFrames = 1_024

    /// Readers of one room that are served before others have their turn: some milliseconds of the kernel's time. An
    /// ordinary room is served whole, which is cheapest.
    package var readersAtOnce = 1_024
    /// The same in a millisecond when nothing moves and they only hear who came and went; of a crowd a 256th.
    package var idlersAtOnce = 32
    /// Connections whose time limits are looked at in one go: some 200 pings, a few milliseconds. Fewer would cost more,
    /// as answers that come while the loop sends are read together.
    package var peersAtOnce = 4_000
    /// From more readers on than these a loop tells them together who came and went, every so many milliseconds.
    package var crowdReaders = 200
    package var crowdMilliseconds: Int64 = 500

    package static let standardRoomLimit = 1_000

    package init(server: String, epoch: Epoch, limits: Limits = Limits(), retry: Retry) {
        self.server = server
        self.epoch = epoch
        self.limits = limits
        self.retry = retry
    }
}
