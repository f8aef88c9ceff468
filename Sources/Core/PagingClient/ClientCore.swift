package import PagingEngine
package import PagingRoom
package import PagingWire

/// A member of a room, without a socket: joins, follows, comes back by itself, and keeps a true replica.
package struct ClientCore: Sendable {
    /// Transitions: apart → connecting → joining → following; connecting, joining, following → waiting →
    /// connecting; any → apart on a cut, any → over.
    package enum Stage: Hashable, Sendable {
        /// Not connected and not trying to.
        case apart
        case connecting
        /// Connected, waiting for the welcome.
        case joining
        case following
        /// Between two attempts.
        case waiting(until: Instant)
        case over(ClientEnd)
    }

    let settings: ClientSettings
    package internal(set) var stage = Stage.apart
    /// What the room looks like; kept while the connection is away.
    package internal(set) var replica: Replica?
    /// The event stream the replica follows; the welcome's may already be another.
    var replicaEpoch: Epoch?
    package internal(set) var welcome: Welcome?
    /// What only presenters read: the notes of the window's pages that have some.
    package internal(set) var notes: [PageNotes] = []
    /// What only presenters hear: who shows what the room shows.
    package internal(set) var inStep: InStep?
    /// Whether the picture may be another one since it was last said what it is, and the last event by then.
    var isDrawnDue = false
    var drawnAt: Sequence?
    package internal(set) var clock = ServerClock()
    var backoff: Backoff
    /// Attempts in a row that did not lead into the room.
    package internal(set) var failedAttempts = 0
    /// When the present connection attempt counts as failed.
    var welcomeDueAt: Instant?
    /// When the join was sent; its welcome tells the first round trip.
    var joinedAt: Instant?
    var lastID: Int64 = 0
    /// Requests sent and not answered, in order.
    var pending: [RequestID] = []
    /// Where the own unanswered steps lead; nil while there are none.
    var stepped: StepPlace?
    var steps: Set<RequestID> = []
    var pings = PingPlan()

    /// - Parameter seed: randomness for the waits between attempts.
    package init(settings: ClientSettings, seed: UInt64) {
        self.settings = settings
        backoff = Backoff(seed: seed)
    }

    /// When `tick` has something to do.
    package var nextDeadline: Instant? {
        switch stage {
        case .apart, .over: nil
        case .connecting, .joining: welcomeDueAt
        case .waiting(let moment): moment
        case .following: pings.nextMoment
        }
    }

    package mutating func handle(_ event: ClientEvent, at now: Instant, into effects: inout [ClientEffect]) {
        if case .over = stage { return }
        switch event {
        case .start, .reconnect: connect(at: now, into: &effects)
        case .opened: join(at: now, into: &effects)
        case .received(let messages): receive(messages, at: now, into: &effects)
        case .unreadable(let reason): end(.incomprehensible(reason), into: &effects)
        case .closed(let code, let reason):
            // What a connection says that was given up already means nothing.
            if hasConnection { closed(code, reason, at: now, into: &effects) }
        case .failed(let reason):
            if hasConnection { retry(reason, at: now, into: &effects) }
        case .distrusted(let reason):
            if hasConnection { end(.distrusted(reason), into: &effects) }
        case .leave: leave(into: &effects)
        case .cut: cut(into: &effects)
        case .tick: tick(at: now, into: &effects)
        }
    }

    private var hasConnection: Bool {
        switch stage {
        case .connecting, .joining, .following: true
        case .apart, .waiting, .over: false
        }
    }

    /// Asks the room for something; nil when not in the room or when no answer is due.
    @discardableResult
    package mutating func request(_ request: Request, into effects: inout [ClientEffect]) -> RequestID? {
        guard stage == .following else { return nil }
        if request.isSample {
            effects.append(.send(.request(nil, request, grant: heldGrant)))
            return nil
        }
        let id = nextID()
        pending.append(id)
        if case .step(let direction, let page, let shown) = request {
            stepped = replica?.place(after: direction, from: page, shown: shown)
            steps.insert(id)
        }
        effects.append(.send(.request(id, request, grant: request.isMove ? heldGrant : nil)))
        return id
    }

    /// The number of the baton as long as it is this member's, as far as it knows.
    private var heldGrant: FencingToken? {
        guard let control = replica?.control, let welcome, control.holder == welcome.member else { return nil }
        return control.grant
    }

    /// Where a step of one's own starts: the target as it will be once the own steps are answered.
    package var stepPlace: StepPlace? {
        stepped ?? replica?.stepPlace
    }

    /// The page of `stepPlace`.
    package var stepTarget: PageIndex? { stepPlace?.page }

    mutating func nextID() -> RequestID {
        lastID += 1
        return RequestID(lastID)
    }
}
