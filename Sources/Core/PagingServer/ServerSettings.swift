package import PagingRoom
package import PagingWire

/// The limits of the server in one place, each with its reason.
package struct ServerSettings: Sendable {
    /// Name and version, sent in the welcome.
    package var server: String
    /// The life of this process; names the event streams of all its rooms.
    package var epoch: Epoch
    package var limits: Limits
    /// Whether the shell decides on each join (`ServerEffect.authorize`); otherwise every role is granted.
    package var authorizesJoins = false
    /// Whether joins need tokens. A presenter's token passes a lock, so a lock may outlive its presenters.
    package var hasTokens = false
    /// Whether rooms are durable, so that changes are published only once they are committed.
    package var isDurable = false
    /// The part of the process in a cluster, which needs `isDurable`; nil for a single server. Then rooms begin and end only
    /// by `ClusterCommand`s.
    package var cluster: ClusterSettings?
    /// The range within which clients spread their return: short enough to be felt as a hiccup.
    package var retry: Retry
    /// Members of one room, away ones included: no more than one record of the store can hold.
    package var roomCapacity = RoomRecord.memberLimit
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
    /// From the upgrade to the welcome: less than clients wait, so that they hear the reason, and long enough for a disk
    /// that is slow for a moment.
    package var welcomeMilliseconds: Int64 = 8_000
    /// Between pings: below the idle limits of common proxies (30 s and more).
    package var pingMilliseconds: Int64 = 20_000
    /// From a ping to its pong.
    package var pongMilliseconds: Int64 = 10_000
    /// How long a connection may stay choked before it is closed with 4001.
    package var chokedMilliseconds: Int64 = 60_000
    /// Bytes of answers that may wait for a choked connection; events wait in the ring and cost nothing.
    package var answerBytes = 1 << 18
    /// Requests for pages and files of one connection that may wait for their answers. Each answer may be a megabyte, and a slow loop
    /// would collect them.
    package var sideRequests = 4
    /// Unreadable objects within `strikeMilliseconds` that end a connection.
    package var strikes = 10
    package var strikeMilliseconds: Int64 = 10_000
    /// Objects refused for rate within `strikeMilliseconds` that end a connection: a second's worth beyond the rate.
    package var rateStrikes: Int { limits.objectsPerSecond }
    /// Reliable events kept for resume: minutes of a lively room.
    package var ringFrames = 1_024
    /// Bytes of those events in one room: some changes of large pages. What is older is replaced by a snapshot.
    package var historyBytes = 4 << 20
    /// Bytes of the files that the pages of one room refer to, as they travel: a deck with a dozen photographs.
    package var assetBytes = ServerSettings.standardAssetBytes
    /// The pacing of work.
    package var budget = LoopBudget.standard

    package static let standardRoomLimit = 1_000
    package static let standardAssetBytes = 16 << 20
    /// The history of all rooms of the process, in histories of full size: what a small machine can spare.
    package static let historiesAtFullSize = 32

    /// The files of all rooms of the process, in rooms with as many as they may have: what a small machine can spare.
    package static let roomsWithAllAssets = 8

    /// The share of one of `loops` loops in the files of all rooms: at least those of one room.
    func assetBytes(ofAllRoomsOnOneOf loops: Int) -> Int {
        max(assetBytes, ServerSettings.roomsWithAllAssets * assetBytes / loops)
    }

    /// The share of one of `loops` loops in the history of all rooms: at least one history of full size.
    func historyBytes(ofAllRoomsOnOneOf loops: Int) -> Int {
        max(historyBytes, ServerSettings.historiesAtFullSize * historyBytes / loops)
    }

    package init(server: String, epoch: Epoch, limits: Limits = Limits(), retry: Retry) {
        self.server = server
        self.epoch = epoch
        self.limits = limits
        self.retry = retry
    }
}
