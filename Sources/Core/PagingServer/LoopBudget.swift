/// The pacing of one server loop: how much of each class of work one turn does, and how far apart turns are.
///
/// It also holds the figures that the shell applies to connections and the disk, so that a simulation uses them and one
/// table documents them. The order of sockets within a turn is the socket loop's own (`TurnWatcher`); no simulation has
/// sockets. Limits that protect memory are in `ServerSettings`.
package struct LoopBudget: Hashable, Sendable {
    /// Subscribers of one room that are served before other rooms have their turn.
    package var subscribersPerTurn = 1_024
    /// The same where nothing moves; a crowd is served in at most `idleTurns` turns.
    package var idleSubscribersPerTurn = 32
    package var idleTurns = 256
    package var idleSpacingMilliseconds: Int64 = 1
    /// Rooms with more subscribers on a loop collect joins and leaves for this time.
    package var crowdSubscribers = 200
    package var crowdSpacingMilliseconds: Int64 = 500
    /// How long a loop collects what its members show before it sends it to the room's home.
    package var drawnSpacingMilliseconds: Int64 = 250
    /// Time limits of all connections are checked within this time, of so many connections in one step.
    package var sweepSpacingMilliseconds: Int64 = 1_000
    package var connectionsPerSweepStep = 4_000
    /// Time within which the connections that do not know epochs end, when their room has another one.
    package var leftBehindMilliseconds: Int64 = 1_000
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
    /// How long a record that no client waits for may collect others before it goes to the store.
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
        /// The measurement behind the budget; nil where nothing was measured.
        package var figure: String?
    }

    /// The table: every class of paced work, in the order in which a connection meets it.
    package var rows: [Row] {
        [
            Row(
                work: "accept sockets", budget: "1 a step, all within \(acceptWindowMicroseconds / 1_000) ms",
                spacing: "\(acceptSpacingMicroseconds) µs, \(acceptSpacingWhileMovingMicroseconds) µs if something "
                    + "moved within \(movingMilliseconds) ms",
                reason: "connected members go first", figure: "about 200 µs a socket until it has joined"),
            Row(
                work: "joins and leaves",
                budget: "cost \(membershipCostPerTurn) a turn; a join costs \(joinCost), a leave \(leaveCost)",
                spacing: "next turn",
                reason: "other sockets are served in between; the joins of a turn are announced together"),
            Row(
                work: "check time limits", budget: "\(connectionsPerSweepStep) connections a step",
                spacing: "all within \(sweepSpacingMilliseconds) ms", reason: "a step sends pings, which takes time",
                figure: "about 200 pings a step, a few milliseconds"),
            Row(
                work: "serve subscribers", budget: "\(subscribersPerTurn) a room and turn", spacing: "next turn",
                reason: "an ordinary room is served in one turn", figure: "about 2 ms of kernel time"),
            Row(
                work: "serve subscribers while nothing moves",
                budget: "\(idleSubscribersPerTurn) a room and turn, or 1/\(idleTurns) of the room",
                spacing: "\(idleSpacingMilliseconds) ms",
                reason: "announcing joins and leaves must not delay other rooms"),
            Row(
                work: "announce joins and leaves to a crowd", budget: "all since the last time",
                spacing: "\(crowdSpacingMilliseconds) ms in rooms of more than \(crowdSubscribers) subscribers",
                reason: "the cost of announcing each one to everybody grows with the square of the crowd"),
            Row(
                work: "report what members show", budget: "all since the last time",
                spacing: "\(drawnSpacingMilliseconds) ms",
                reason: "a crowd sends its home one message, not one a member"),
            Row(
                work: "end connections that do not know epochs", budget: "evenly",
                spacing: "all within \(leftBehindMilliseconds) ms",
                reason: "they return together, and must not arrive together"),
            Row(
                work: "publish after a commit", budget: "\(committedRoomsPerTurn) rooms a turn", spacing: "next turn",
                reason: "one commit may release hundreds of rooms; requests are answered in between"),
            Row(
                work: "hand records to the store", budget: "all that wait",
                spacing: "\(journalSpacingMilliseconds) ms, at once if a client waits for one",
                reason: "records share a commit"),
            Row(
                work: "write a whole room", budget: "every \(recordsPerWholeRecord) records", spacing: "none",
                reason: "older records can be deleted"),
            Row(
                work: "check the store's health", budget: "1", spacing: "\(storeHealthSpacingMilliseconds) ms",
                reason: "a disk that hangs reports nothing itself"),
        ]
    }

    /// The table as Markdown, without its heading.
    package var markdown: String {
        rows.map { "| \($0.work) | \($0.budget) | \($0.spacing) | \($0.reason) | \($0.figure ?? "–") |\n" }.joined()
    }
}
