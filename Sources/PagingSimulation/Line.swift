/// One connection between a member and a loop, with the network's whims.
struct Line {
    let member: Int
    let loop: Int
    /// From here on nothing gets through.
    var isBroken = false
    /// Whether the server was told that it is gone.
    var serverKnows = false
    /// Set while the server's bytes do not leave its machine; they do at this time.
    var drainsAt: Int64?
    /// The server may not send: it was told so.
    var isChoked = false
    /// The last event that came down; an offset that follows an older one is late.
    var lastEvent: Int64 = 0
    private var lastUpAt: Int64 = 0
    private var lastDownAt: Int64 = 0
    private let latency: ClosedRange<Int64>
    var random: SeededRandom

    init(member: Int, loop: Int, seed: UInt64) {
        self.member = member
        self.loop = loop
        random = SeededRandom(seed: seed)
        let fastest = random.within(1...40)
        latency = fastest...fastest + random.within(0...60)
    }

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
