public import PagingRoom
public import PagingWire

/// The server's bounds in one place, each with its reason.
public struct ServerSettings: Sendable {
    /// Name and version, told in the welcome.
    public var server: String
    /// This process's life; names the event streams of all its rooms.
    public var epoch: Epoch
    public var limits: Limits
    /// Whether a join needs a token; the shell knows the secrets.
    public var isClosed = false
    /// Whether rooms have a memory, so that what they keep is told only once it is safe.
    public var isDurable = false
    /// The band in which clients spread their return: short enough to be felt as a hiccup.
    public var retry: Retry
    /// Members of one room, those away included: with the longest list of pages still one record of its memory.
    public var roomCapacity = 10_000
    /// Whether a join to a room that does not exist makes it.
    public var creation = Creation.none
    /// Who moves the pager in a room that was made so, until a presenter decides otherwise.
    public var policy = Policy.open
    /// Rooms at one time, those from the start included: an idle one takes some kilobytes and its history.
    public var roomLimit = ServerSettings.standardRoomLimit
    /// How long a room that was made so stays without anybody in it.
    public var emptyRoomMilliseconds: Int64 = 600_000
    /// From the upgrade to the join.
    public var joinMilliseconds: Int64 = 5_000
    /// Between pings: below the idle limits of common proxies (30 s and more).
    public var pingMilliseconds: Int64 = 20_000
    /// From a ping to its pong.
    public var pongMilliseconds: Int64 = 10_000
    /// How long a reader may stay stuck before it is told to come back (4001).
    public var chokedMilliseconds: Int64 = 60_000
    /// Bytes of answers that may wait for a stuck reader; events wait in the ring and cost nothing.
    public var answerBytes = 1 << 18
    /// Unreadable objects within `strikeMilliseconds` that end a connection.
    public var strikes = 10
    public var strikeMilliseconds: Int64 = 10_000
    /// Reliable events kept for resume: minutes of a lively room.
    public var ringFrames = 1_024

    /// Readers of one room that are served before others have their turn: some milliseconds of the kernel's time. An
    /// ordinary room is served whole, which is cheapest.
    public var readersAtOnce = 1_024
    /// The same in a millisecond when nothing moves and they only hear who came and went; of a crowd a 256th.
    public var idlersAtOnce = 32
    /// Connections whose time limits are looked at in one go: some 200 pings, a few milliseconds. Fewer would cost more,
    /// as answers that come while the loop sends are read together.
    public var peersAtOnce = 4_000
    /// From more readers on than these a loop tells them together who came and went, every so many milliseconds.
    public var crowdReaders = 200
    public var crowdMilliseconds: Int64 = 500

    public static let standardRoomLimit = 1_000

    public init(server: String, epoch: Epoch, limits: Limits = Limits(), retry: Retry) {
        self.server = server
        self.epoch = epoch
        self.limits = limits
        self.retry = retry
    }
}
