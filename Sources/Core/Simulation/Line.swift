import Support

/// One connection between a member and a loop, with its latency and faults.
struct Line {
    /// The state of the line. A half-open line looks alive to both ends.
    private enum Condition {
        case whole
        /// Carries nothing, and neither end notices.
        case halfOpen
        /// Carries nothing; each end notices at its own time.
        case broken
    }

    let member: Int
    let room: Int
    let loop: Int
    /// The server's life it belongs to.
    let life: Int
    private var condition = Condition.whole
    /// Whether the server has noticed the line, and its end.
    private(set) var isOpen = false
    private(set) var isEndNoticed = false
    /// Whether the server must not send.
    private(set) var isChoked = false
    /// Whether the line was ever choked.
    private(set) var hasChoked = false
    /// The time at which the server's bytes leave its machine, while they wait.
    private var drainsAt: Int64?
    private var lastUpAt: Int64 = 0
    private var lastDownAt: Int64 = 0
    private let latency: ClosedRange<Int64>
    private var random: SeedStream

    init(member: Int, room: Int, loop: Int, life: Int, seed: UInt64) {
        self.member = member
        self.room = room
        self.loop = loop
        self.life = life
        random = SeedStream(seed: seed)
        // Most networks are quick, some are slow.
        let fastest = random.chance(85) ? random.within(1...40) : random.within(100...400)
        latency = fastest...fastest + random.within(0...60)
    }

    /// The longest round trip of any line.
    static let longestRoundTripMilliseconds: Int64 = 920

    var isWhole: Bool { condition == .whole }
    /// Whether the server serves it.
    var isServed: Bool { isOpen && !isEndNoticed }

    /// The arrival at the server of a signal sent at `now`, never before an earlier signal; nil when it is lost.
    mutating func arrivalUp(sentAt now: Int64) -> Int64? {
        guard isWhole else { return nil }
        lastUpAt = max(lastUpAt, now + random.within(latency))
        return lastUpAt
    }

    /// The same toward the client.
    mutating func arrivalDown(sentAt now: Int64) -> Int64? {
        guard isWhole else { return nil }
        lastDownAt = max(lastDownAt, max(now, drainsAt ?? now) + random.within(latency))
        return lastDownAt
    }

    private mutating func open() { isOpen = true }

    private mutating func noticeEnd() { isEndNoticed = true }

    /// There is no server to connect to.
    mutating func refuse() { condition = .broken }

    /// The moment at which the network fails the line; nil when it never does.
    mutating func failure(after now: Int64) -> Int64? {
        random.chance(70) ? now + random.within(50...6_000) : nil
    }

    /// The network fails the line now; true: it goes silent, and neither end notices.
    mutating func failsSilently() -> Bool {
        guard random.chance(25) else { return false }
        condition = .halfOpen
        return true
    }

    /// Ends the line from now on. Each side notices it at its own time, the server perhaps long after the member is
    /// back; nil: the side does not notice.
    mutating func cut(at now: Int64, clientHears: Bool) -> (server: Int64?, client: Int64?) {
        guard condition != .broken else { return (nil, nil) }
        // The end of a half-open line is not noticed.
        let isHeard = condition == .whole
        condition = .broken
        guard isHeard else { return (nil, nil) }
        let server = now + random.within(0...2_500)
        return (server, clientHears ? now + random.within(0...300) : nil)
    }

    /// The process at the server's end is gone; returns when the client notices it.
    mutating func loseServer(at now: Int64) -> Int64? {
        guard condition != .broken else { return nil }
        // A machine that is gone sends no close; one that still runs does so for its dead process.
        let isSilent = condition == .halfOpen || random.chance(25)
        condition = .broken
        isEndNoticed = true
        return isSilent ? nil : now + random.within(0...300)
    }

    /// Whether the line takes a message only in part, and when it has passed it on; a silent line never has.
    mutating func choke(at now: Int64, isBusy: Bool) -> (isPartial: Bool, drainsAt: Int64?) {
        let isMute = condition == .halfOpen && random.chance(20)
        guard !isChoked, isMute || isBusy && random.chance(3) else { return (false, nil) }
        // Most members are stuck for a moment, some longer than they may; one that has gone for ever.
        let stuck: ClosedRange<Int64> = random.chance(85) ? 10...2_500 : 3_000...9_000
        let moment = now + random.within(stuck)
        (drainsAt, isChoked, hasChoked) = (moment, true, true)
        return (true, condition == .halfOpen ? nil : moment)
    }

    /// The bytes that waited have left.
    mutating func drain() { (drainsAt, isChoked) = (nil, false) }

    /// Whether a signal that arrives reaches the server.
    mutating func reachesServer(_ signal: SimEvent.Signal) -> Bool {
        guard !isEndNoticed else { return false }
        switch signal {
        case .opened:
            open()
            return true
        case .closed:
            noticeEnd()
            return isOpen
        case .objects, .pong: return isWhole && isOpen
        case .messages: return false
        }
    }

    /// Whether a signal that arrives reaches the client.
    func reachesClient(_ signal: SimEvent.Signal) -> Bool {
        if case .closed = signal { return true }
        return isWhole
    }
}
