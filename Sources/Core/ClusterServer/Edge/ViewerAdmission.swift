import PagingEngine
import PagingRoom
import PagingServer

/// The rules by which an edge admits viewers, and the numbers that it may give.
struct ViewerAdmission: Sendable {
    enum JoinDecision: Hashable, Sendable {
        case admitted
        case removed
        /// The owner decides.
        case forwarded
    }

    /// Numbers that are left when the next block is asked for.
    private static let numbersLeft = 512

    /// Nil until the owner has told them on the present link.
    private var rules: AudienceRules?
    /// Viewers beyond which none is admitted until the next rules or tally.
    private var limit = 0
    private var numbers: [ClosedRange<UInt32>] = []
    private var hasAsked = false

    var hasRules: Bool { rules != nil }

    /// A link begins: its owner has told nothing.
    mutating func restart() { (rules, hasAsked) = (nil, false) }

    // MARK: Rules

    /// Takes the rules, told to an edge with `count` viewers.
    mutating func take(_ rules: AudienceRules, count: Int) {
        self.rules = rules
        limit = count + rules.free
    }

    /// The owner was told that there are `count` viewers.
    mutating func told(_ count: Int) { limit = count + (rules?.free ?? 0) }

    /// - Parameters:
    ///   - removed: sessions and tokens of viewers that were removed here. The owner may not have heard of them yet, and
    ///     says whether others have such a token, too.
    ///   - count: the viewers of this edge.
    func decision(on join: JoinRequest, isKnown: Bool, removed: [Credential], count: Int) -> JoinDecision {
        guard let rules else { return .forwarded }
        let credentials = [join.join.session.map { Credential(session: $0) }, join.credential].compactMap(\.self)
        if credentials.contains(where: rules.void.contains) { return .removed }
        if credentials.contains(where: removed.contains) { return .forwarded }
        return isKnown || rules.isOpen && count < limit ? .admitted : .forwarded
    }

    // MARK: Numbers

    mutating func take(numbersFrom first: MemberID) {
        hasAsked = false
        let last = first.number.addingReportingOverflow(AudienceRules.numbersInBlock - 1)
        if !last.overflow { numbers.append(first.number...last.partialValue) }
    }

    /// Whether to ask for numbers now.
    mutating func takeQuestion() -> Bool {
        guard !hasAsked, numbers.reduce(0, { $0 + $1.count }) <= ViewerAdmission.numbersLeft else { return false }
        hasAsked = true
        return true
    }

    var nextNumber: MemberID? { numbers.first.map { MemberID($0.lowerBound) } }

    mutating func takeNumber() {
        guard let block = numbers.first else { return }
        numbers[0...0] = block.count > 1 ? [block.lowerBound + 1...block.upperBound] : []
    }
}
