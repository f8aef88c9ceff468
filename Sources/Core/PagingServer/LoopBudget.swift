/// The pacing of one server loop: how much of each class of work one turn does, and how far apart turns are.
///
/// All figures stand here, those that the shell applies to sockets and the disk included, so that a simulation sees
/// them and one table documents them. Limits that protect memory stand in `ServerSettings` instead.
package struct LoopBudget: Hashable, Sendable {
    /// Subscribers of one room that are served before other rooms have their turn.
    package var subscribersPerTurn = 1_024
    /// The same where nothing moves; a crowd is served in at most `idleTurns` turns.
    package var idleSubscribersPerTurn = 32
    package var idleTurns = 256
    package var idleSpacingMilliseconds: Int64 = 1
    /// Rooms with more subscribers on a loop collect who came and went for so long.
    package var crowdSubscribers = 200
    package var crowdSpacingMilliseconds: Int64 = 500
    /// How long a loop collects what its members show before it tells the room's home.
    package var drawnSpacingMilliseconds: Int64 = 250
    /// Time limits of all connections are checked within this time, of so many connections in one step.
    package var sweepSpacingMilliseconds: Int64 = 1_000
    package var connectionsPerSweepStep = 4_000
    /// Records of a durable room after which one record holds the whole room.
    package var recordsPerWholeRecord = 256

    /// Rooms whose committed effects are published in one turn.
    package var committedRoomsPerTurn = 4
    /// Cost of joins and leaves in one turn, and of one join and one leave.
    package var membershipCostPerTurn = 16
    package var joinCost = 4
    package var leaveCost = 1
    /// From one accepted socket to the next: usually, and while something moved within `movingMilliseconds`.
    package var acceptSpacingMicroseconds: Int64 = 250
    package var acceptSpacingWhileMovingMicroseconds: Int64 = 1_500
    package var movingMilliseconds: Int64 = 100
    /// Time within which all sockets that came together are accepted.
    package var acceptWindowMicroseconds: Int64 = 3_500_000
    /// How long a record nobody waits for may collect others before it goes to the store.
    package var journalSpacingMilliseconds: Int64 = 20
    /// From one look at the store's health to the next.
    package var storeHealthSpacingMilliseconds: Int64 = 1_000

    package static let standard = LoopBudget()

    package init() {}

    /// Subscribers of a room of `count` that one turn serves while nothing moves.
    func idleSubscribers(of count: Int) -> Int { max(idleSubscribersPerTurn, count / idleTurns) }
}

extension LoopBudget {
    /// One class of work, as documents and tests print it.
    package struct Row: Hashable, Sendable {
        package let work: String
        package let budget: String
        package let spacing: String
        package let reason: String
    }

    /// The table: every class of paced work, in the order in which a connection meets it.
    package var rows: [Row] {
        [
            Row(
                work: "accept sockets", budget: "1 a step, all within \(acceptWindowMicroseconds / 1_000) ms",
                spacing: "\(acceptSpacingMicroseconds) µs, \(acceptSpacingWhileMovingMicroseconds) µs if something "
                    + "moved within \(movingMilliseconds) ms",
                reason: "a socket costs about 200 µs until it has joined; members who are there go first"),
            Row(
                work: "joins and leaves",
                budget: "cost \(membershipCostPerTurn) a turn; a join costs \(joinCost), a leave \(leaveCost)",
                spacing: "next turn",
                reason: "other sockets are served in between; others hear of all of a turn at once"),
            Row(
                work: "check time limits", budget: "\(connectionsPerSweepStep) connections a step",
                spacing: "all within \(sweepSpacingMilliseconds) ms",
                reason: "one step sends about 200 pings, which takes a few milliseconds"),
            Row(
                work: "serve subscribers", budget: "\(subscribersPerTurn) a room and turn", spacing: "next turn",
                reason: "about 2 ms of the kernel's time; an ordinary room is served whole"),
            Row(
                work: "serve subscribers while nothing moves",
                budget: "\(idleSubscribersPerTurn) a room and turn, or 1/\(idleTurns) of the room",
                spacing: "\(idleSpacingMilliseconds) ms", reason: "news of joins and leaves must not delay other rooms"),
            Row(
                work: "tell a crowd of joins and leaves", budget: "all since the last time",
                spacing: "\(crowdSpacingMilliseconds) ms in rooms of more than \(crowdSubscribers) subscribers",
                reason: "telling each to everybody would cost the square of the crowd"),
            Row(
                work: "report what members show", budget: "all since the last time",
                spacing: "\(drawnSpacingMilliseconds) ms", reason: "a crowd costs its home one message, not one each"),
            Row(
                work: "publish after a commit", budget: "\(committedRoomsPerTurn) rooms a turn", spacing: "next turn",
                reason: "one commit may release hundreds of rooms; requests are answered in between"),
            Row(
                work: "hand records to the store", budget: "all that wait",
                spacing: "\(journalSpacingMilliseconds) ms, at once if somebody waits for one",
                reason: "records share a commit"),
            Row(
                work: "write a whole room", budget: "every \(recordsPerWholeRecord) records", spacing: "none",
                reason: "older records can be dropped"),
            Row(
                work: "look at the store's health", budget: "1", spacing: "\(storeHealthSpacingMilliseconds) ms",
                reason: "a disk that hangs reports nothing itself"),
        ]
    }
}
