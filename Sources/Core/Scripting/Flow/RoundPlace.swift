/// Where a cursor is among the rounds of the steps around it.
struct RoundPlace: Hashable, Sendable {
    private enum RoundKind: Hashable, Sendable {
        case once
        case rounds(left: Int)
        /// One round of a `while`.
        case loop
        case endless
    }

    private var kind: RoundKind
    /// The round, from 0.
    private(set) var round = 0
    /// The rounds of the loop that stands at the present step.
    var loopRound = 0
    /// When the present round of an endless repetition began, and whether the next one has to come later.
    private var began: Int64 = 0
    private var mustPass = false

    /// Steps that are taken once.
    static let once = RoundPlace(kind: .once)
    static func rounds(left: Int) -> RoundPlace { RoundPlace(kind: .rounds(left: left)) }
    static func loop(round: Int) -> RoundPlace {
        var place = RoundPlace(kind: .loop)
        place.round = round
        return place
    }
    /// - Parameter clock: the time of the first round.
    static func endless(from clock: Int64) -> RoundPlace {
        var place = RoundPlace(kind: .endless)
        place.began = clock
        return place
    }

    private init(kind: RoundKind) {
        self.kind = kind
    }

    var isRepetition: Bool { kind != .once }
    var isLoop: Bool { kind == .loop }

    /// Begins the next round; false when there is none.
    mutating func beginRound(isPaced: Bool) -> Bool {
        switch kind {
        case .once, .loop: return false
        case .rounds(let left):
            guard left > 1 else { return false }
            kind = .rounds(left: left - 1)
        case .endless: mustPass = !isPaced
        }
        round += 1
        return true
    }

    /// The time for which a round of an endless repetition has to wait, because nothing in the one before took any; nil
    /// where it need not.
    mutating func takeDelay(at clock: Int64) -> Int64? {
        guard mustPass else { return nil }
        mustPass = false
        let isLater = clock > began
        began = isLater ? clock : began + 1
        return isLater ? nil : began
    }
}

/// The rounds of outermost repetitions of a user.
struct RoundCount: Hashable, Sendable {
    private var begun = 0

    init() {}

    /// The rounds before the present one.
    var before: Int { max(0, begun - 1) }

    mutating func begin(isOutermost: Bool) {
        if isOutermost { begun += 1 }
    }
}
