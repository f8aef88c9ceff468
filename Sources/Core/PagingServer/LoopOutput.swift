import Metrics
import PagingEngine
import PagingRoom
import PagingWire

/// The output of one loop while it handles events: effects for the shell, messages between homes and mirrors, counters,
/// and what is encoded once for several receivers. Every part of `ServerCore` writes here; none calls another.
struct LoopOutput: Sendable {
    let loop: Int
    let loops: Int
    private let encoder: @Sendable (ServerMessage) -> Frame
    private var effects: [ServerEffect] = []
    /// Unused bytes that a frame may keep.
    private static let spareBytes = 1 << 14
    /// Messages from this loop to itself; they are handled before the event is over.
    private var inbox: [LoopMessage] = []
    private var nextMessage = 0
    private var catchUps = CatchUpCache()
    private(set) var counts = ServerMetrics()
    /// Bytes by which the histories of homes have grown since they were last compared with their limit.
    private var historyGrowth = 0

    init(loop: Int, loops: Int, encode: @escaping @Sendable (ServerMessage) -> Frame) {
        precondition(loop >= 0 && loop < loops, "a loop is one of the process's loops")
        self.loop = loop
        self.loops = loops
        encoder = encode
    }

    // MARK: Effects

    /// Exchanges the collected effects with the caller's list, so that both keep their capacity.
    mutating func exchange(_ other: inout [ServerEffect]) { swap(&effects, &other) }

    mutating func append(_ effect: ServerEffect) { effects.append(effect) }

    mutating func log(_ entry: ServerLog) { effects.append(.log(entry)) }

    // MARK: Messages

    mutating func send(_ message: LoopMessage, to other: Int) {
        if other == loop { inbox.append(message) } else { effects.append(.message(message, to: other)) }
    }

    /// Sends to the home of `room`, on this loop or another.
    mutating func sendToHome(of room: String, _ message: LoopMessage) {
        send(message, to: RoomSpec.home(of: room, loops: loops))
    }

    mutating func reply(_ frame: Frame, to address: Address, answers id: RequestID? = nil) {
        send(.reply(address.peer, frame, answers: id), to: address.loop)
    }

    mutating func answerSide(_ frame: Frame, to address: Address, answers id: RequestID) {
        send(.sideAnswer(address.peer, frame, answers: id), to: address.loop)
    }

    /// Refuses a request because too many wait. A sample of a drag has no id and is dropped.
    mutating func refuse(
        _ request: Request, _ id: RequestID?, of address: Address, _ reason: String, at sequence: Sequence
    ) {
        count(InputLabel.Kind(request), .rate)
        guard let id else { return }
        reply(encode(.answer(.refused(id, Refusal(.rate, reason), sequence))), to: address, answers: id)
    }

    mutating func dismiss(_ address: Address, _ code: CloseCode, _ reason: String) {
        send(.dismissed(address.peer, code, reason: reason), to: address.loop)
    }

    mutating func receive(_ messages: [LoopMessage]) { inbox += messages }

    var hasMessages: Bool { !inbox.isEmpty }

    /// Takes the oldest message of the inbox; nil when it is empty.
    mutating func takeMessage() -> LoopMessage? {
        guard nextMessage < inbox.count else {
            inbox.removeAll(keepingCapacity: true)
            nextMessage = 0
            return nil
        }
        nextMessage += 1
        return inbox[nextMessage - 1]
    }

    // MARK: Encoding

    /// The frame of `message`. A large one is copied to its exact size: it may be held for long, and an array that grew
    /// takes up to twice its size.
    func encode(_ message: ServerMessage) -> Frame {
        let frame = encoder(message)
        guard frame.capacity - frame.count > LoopOutput.spareBytes else { return frame }
        var exact: Frame = []
        exact.reserveCapacity(frame.count)
        exact += frame
        return exact
    }

    /// The frame of a snapshot; new members that see the same room share it.
    mutating func frame(of snapshot: Snapshot) -> Frame { catchUps.frame(of: snapshot, encode: encoder) }

    /// The missed events after `since`, one line each; clients that missed the same share it.
    mutating func missed(in room: String, after since: Sequence, of ring: FrameRing) -> Frame {
        catchUps.missed(in: room, after: since, of: ring)
    }

    /// Forgets what only receivers of the same event share.
    mutating func endTurn() { catchUps.removeAll() }

    // MARK: Histories

    mutating func noteHistory(grownBy bytes: Int) { historyGrowth += bytes }

    mutating func takeHistoryGrowth() -> Int {
        defer { historyGrowth = 0 }
        return historyGrowth
    }

    // MARK: Counters

    mutating func count(_ kind: InputLabel.Kind, _ outcome: InputLabel.Outcome) {
        counts.record(InputLabel(kind, outcome))
    }

    mutating func count(divergences: Int) { counts.record(divergences: divergences) }

    mutating func count(_ event: Event) {
        counts.record(events: 1)
        switch event.change {
        case .completed: counts.record(FlightOutcome.completed)
        case .interrupted: counts.record(FlightOutcome.interrupted)
        default: break
        }
    }

    /// Counts a granted join and, for a member that returns, how it caught up.
    mutating func count(_ join: PendingJoin, recovered: Bool, epoch: Epoch) {
        count(.join, .accepted)
        guard let since = join.join.since else { return }
        counts.record(recovered ? ResumeOutcome.recovered : since.epoch == epoch ? .tooOld : .otherEpoch)
    }
}
