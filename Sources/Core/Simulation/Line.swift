import PagingEngine
import PagingRoom
import PagingWire
import Support

/// One connection between a member and a loop, with the network's whims.
struct Line {
    /// What gets through. A half-open line looks alive to both ends.
    enum Condition {
        case whole
        /// Nothing from here on, and nobody is told.
        case halfOpen
        /// Nothing from here on; both ends are told, each in its time.
        case broken
    }

    let member: Int
    let loop: Int
    /// The server's life it belongs to.
    let life: Int
    /// What the member asks for on it.
    let offsets: Join.Offsets
    var condition = Condition.whole
    /// Whether the server was told that it is there, and that it is gone.
    var isOpen = false
    var serverKnows = false
    /// Set while the server's bytes do not leave its machine; they do at this time.
    var drainsAt: Int64?
    /// The server may not send: it was told so.
    var isChoked = false
    /// Whether it ever was so.
    var hasChoked = false
    /// The last event that came down; an offset that follows an older one is late.
    var lastEvent: Int64 = 0
    /// When it was last told who is in step.
    var inStepToldAt: Int64?
    /// Who the server says this is.
    var seat: MemberID?
    /// The grants under which moves wait for an answer.
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

    /// The longest way there and back there is.
    static let longestRoundTripMilliseconds: Int64 = 920

    /// When something sent at `now` arrives at the server; never before what was sent earlier.
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
