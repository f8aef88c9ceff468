import Scripting

/// What goes wrong on purpose, and whom it hits.
struct FaultSchedule: Sendable {
    /// Something that begins or ends.
    struct Turn: Sendable {
        /// The trouble's place in the script.
        let number: Int
        let at: LoadTime
        let begins: Bool
    }

    private let chaos: [FaultPlan]
    /// For each trouble, whether it is about an actor.
    private let concerns: [[Bool]]
    private let seed: UInt64
    private let start: LoadTime
    private let turns: [Turn]
    private var nextTurn = 0
    /// Delays that are on now.
    private var delays: [Int] = []
    /// Draws for delays, one after the other for each user.
    private var delaysDrawn: [Int: Int] = [:]

    init(_ chaos: [FaultPlan], actors: [Script.Actor], seed: UInt64, start: LoadTime) {
        self.chaos = chaos
        self.seed = seed
        self.start = start
        concerns = chaos.map { trouble in
            actors.map { trouble.actors.isEmpty || trouble.actors.contains($0.name) }
        }
        var turns: [Turn] = []
        for (number, trouble) in chaos.enumerated() {
            let begin = start.advanced(byMicroseconds: trouble.atMilliseconds * 1_000)
            turns.append(Turn(number: number, at: begin, begins: true))
            guard let length = trouble.forMilliseconds else { continue }
            turns.append(Turn(number: number, at: begin.advanced(byMicroseconds: length * 1_000), begins: false))
        }
        // Ends before beginnings, and otherwise as they stand in the script.
        self.turns = turns.sorted {
            ($0.at, $0.begins ? 1 : 0, $0.number) < ($1.at, $1.begins ? 1 : 0, $1.number)
        }
    }

    var next: LoadTime? { nextTurn < turns.count ? turns[nextTurn].at : nil }

    /// The next turn that is due.
    mutating func take(at now: LoadTime) -> Turn? {
        guard let next, next <= now else { return nil }
        let turn = turns[nextTurn]
        nextTurn += 1
        guard case .delay = chaos[turn.number].trouble else { return turn }
        if turn.begins { delays.append(turn.number) } else { delays.removeAll { $0 == turn.number } }
        return turn
    }

    func trouble(_ number: Int) -> FaultPlan.Trouble { chaos[number].trouble }

    /// Whether a trouble hits a user: always the same ones, in however many workers.
    func hits(_ number: Int, _ user: Int, _ part: LoadPlan.Part) -> Bool {
        guard concerns[number][part.actor] else { return false }
        var dice = LoadDice(seed: seed, stream: .hit, number, part.actor, part.place)
        return dice.falls(within: chaos[number].part)
    }

    /// Milliseconds by which what the user receives now comes later; nil when it does not.
    mutating func delay(of user: Int, _ part: LoadPlan.Part, at now: LoadTime) -> Int64? {
        guard !delays.isEmpty else { return nil }
        var sum: Int64?
        for number in delays where hits(number, user, part) {
            guard case .delay(let pause) = chaos[number].trouble else { continue }
            let drawn = delaysDrawn[user, default: 0]
            delaysDrawn[user] = drawn + 1
            var dice = LoadDice(seed: seed, stream: .delay, number, part.actor, part.place, drawn)
            sum = (sum ?? 0) + pause.choose(using: &dice)
        }
        return sum
    }
}
