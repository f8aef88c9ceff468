import PagingEngine
import PagingRoom
import PagingWire
import Support

/// One connection between a member and a loop, with its latency and faults.
struct Line {
    /// The state of the line. A half-open line looks alive to both ends.
    enum Condition {
        case whole
        /// Carries nothing, and neither end notices.
        case halfOpen
        /// Carries nothing; each end notices at its own time.
        case broken
    }

    let member: Int
    let loop: Int
    /// The server's life it belongs to.
    let life: Int
    /// The offsets that the member asked for.
    let offsets: Join.Offsets
    var condition = Condition.whole
    /// Whether the server has noticed the line, and its end.
    var isOpen = false
    var serverKnows = false
    /// The time at which the server's bytes leave its machine, while they wait.
    var drainsAt: Int64?
    /// Whether the server must not send.
    var isChoked = false
    /// Whether the line was ever choked.
    var hasChoked = false
    /// The last event that was sent down; an offset for an older one is late.
    var lastEvent: Int64 = 0
    /// The time of the last report of who is in step.
    var inStepToldAt: Int64?
    /// The member's number by the server's welcome.
    var seat: MemberID?
    /// The fencing tokens of moves that wait for an answer.
    var grants: [RequestID: FencingToken] = [:]
    private var lastUpAt: Int64 = 0
    private var lastDownAt: Int64 = 0
    private let latency: ClosedRange<Int64>
    var random: SeedStream

    init(member: Int, loop: Int, life: Int, offsets: Join.Offsets, seed: UInt64) {
        self.member = member
        self.loop = loop
        self.life = life
        self.offsets = offsets
        random = SeedStream(seed: seed)
        // Most networks are quick, some are slow.
        let fastest = random.chance(85) ? random.within(1...40) : random.within(100...400)
        latency = fastest...fastest + random.within(0...60)
    }

    /// The longest round trip of any line.
    static let longestRoundTripMilliseconds: Int64 = 920

    /// The arrival at the server of a signal sent at `now`; never before an earlier signal.
    mutating func arrivalUp(sentAt now: Int64) -> Int64 {
        lastUpAt = max(lastUpAt, now + random.within(latency))
        return lastUpAt
    }

    /// The same toward the client.
    mutating func arrivalDown(sentAt now: Int64) -> Int64 {
        lastDownAt = max(lastDownAt, max(now, drainsAt ?? now) + random.within(latency))
        return lastDownAt
    }
}
