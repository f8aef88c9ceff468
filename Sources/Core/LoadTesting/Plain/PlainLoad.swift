import PagingEngine
package import Scripting
import Support

/// The users of a plain WebSocket endpoint that one worker plays: they send what templates say, and time the replies and
/// the pushes they get.
///
/// A user connects at its start. Its steps begin with the open connection and go on by the clock they set: a message that
/// could not be sent in time, because the reply before it came late or the connection was gone, is timed from when it was
/// due. A connection that ends is opened again after a pause that grows with every failure.
package struct PlainLoad: LoadMachine {
    /// Reads a field at the top of a message that is a JSON object: a string as it is, a number in its digits; nil when
    /// there is none or the message is something else.
    package typealias FieldReader = @Sendable (_ message: PlainMessage, _ field: String) -> String?

    /// A user that could not connect so often in a row gives up.
    static let attempts = 10
    /// The first pause before another attempt, and the longest; chance takes up to half of it away.
    static let pauseMicroseconds: ClosedRange<Int64> = 100_000...5_000_000
    /// Steps a user does before others have their turn.
    static let stepsInTurn = 1_000

    let script: Script
    let endpoint: PlainEndpoint
    let share: LoadShare
    let seed: UInt64
    let start: LoadTime
    let unixOffset: Int64
    let field: FieldReader
    package let plan: LoadPlan
    private let starts: [LoadPlan.Start]
    private var nextStart = 0
    /// By number ÷ workers: the users that are part of the run now.
    private var users: [PlainUser?]
    /// When the agenda looks at each of them.
    private var dueTimes: [LoadTime?]
    private var agenda = TimerQueue<LoadTime, Int>()
    var troubles: FaultSchedule
    var tally: LoadRecorder
    /// Users of each actor that are part of the run now.
    private var present: [Int]
    /// By actor: whether replies are waited for.
    let asksReplies: [Bool]
    private var isEnding = false
    private var saidFinished = false

    /// - Parameters:
    ///   - script: with a plain endpoint (`load.plain`).
    ///   - share: Which of the users are this worker's.
    ///   - seed: Where all choices come from.
    ///   - start: When the run begins, the same in all workers; hand in a `tick` then.
    ///   - unixOffset: Microseconds to add to a `LoadTime` for the time since 1970.
    ///   - field: How fields of messages are read.
    /// - Throws: when a population would come for ever.
    package init(
        script: Script, share: LoadShare = LoadShare(), seed: UInt64, start: LoadTime, unixOffset: Int64,
        field: @escaping FieldReader
    ) throws(ScriptError) {
        guard let endpoint = script.load.plain else { preconditionFailure("A plain run has a plain endpoint") }
        plan = try LoadPlan(script: script, seed: seed)
        self.script = script
        self.endpoint = endpoint
        self.share = share
        self.seed = seed
        self.start = start
        self.unixOffset = unixOffset
        self.field = field
        starts = plan.starts(of: share)
        users = Array(repeating: nil, count: plan.users / share.workers + 1)
        dueTimes = Array(repeating: nil, count: users.count)
        troubles = FaultSchedule(script.load.chaos, actors: script.actors, seed: seed, start: start)
        tally = LoadRecorder(start: start)
        present = Array(repeating: 0, count: script.actors.count)
        asksReplies = script.actors.map { $0.plainSteps.contains(where: \.asksReply) }
    }

    package var nextDeadline: LoadTime? {
        guard !saidFinished else { return nil }
        let comes = nextStart < starts.count && !isEnding ? moment(starts[nextStart]) : nil
        return earliest(earliest(comes, isEnding ? nil : endsAt), earliest(agenda.first, troubles.next))
    }

    package func result(at now: LoadTime) -> LoadResult {
        tally.result(titled: script.title ?? script.file, seed: seed, at: now)
    }

    package mutating func handle(
        _ event: LoadEvent<PlainMessage>, at now: LoadTime, into effects: inout [LoadEffect<PlainMessage>]
    ) {
        guard !saidFinished else { return }
        switch event {
        case .tick: pass(to: now, into: &effects)
        case .stop: end(at: now, into: &effects)
        case .opened(let user): with(user, at: now, into: &effects) { load, user, _ in load.opened(&user, at: now) }
        case .received(let user, let messages, let bytes):
            with(user, at: now, into: &effects) { load, user, _ in
                load.received(messages, bytes: bytes, by: &user, at: now)
            }
        case .unreadable:
            tally.counts.unreadable += 1
            tally.erred(at: now)
        case .closed(let user, let code, let reason):
            with(user, at: now, into: &effects) { load, user, _ in
                load.closed(&user, code, reason, at: now)
            }
        case .failed(let user, let reason):
            with(user, at: now, into: &effects) { load, user, _ in
                load.failed(&user, reason, at: now)
            }
        case .distrusted(let user, let reason):
            with(user, at: now, into: &effects) { load, user, _ in
                load.distrusted(&user, reason, at: now)
            }
        case .writable, .barrierOpens: break
        }
        guard isEnding || nextStart == starts.count, present.allSatisfy({ $0 == 0 }) else { return }
        saidFinished = true
        effects.append(.finished)
    }

    private var endsAt: LoadTime? { plan.durationMilliseconds.map { start.advanced(byMicroseconds: $0 * 1_000) } }

    private func moment(_ planned: LoadPlan.Start) -> LoadTime {
        start.advanced(byMicroseconds: planned.afterMicroseconds)
    }

    /// What the passing of time brings: users come, trouble begins, users do what is due.
    private mutating func pass(to now: LoadTime, into effects: inout [LoadEffect<PlainMessage>]) {
        while nextStart < starts.count, !isEnding, moment(starts[nextStart]) <= now {
            begin(starts[nextStart], at: now, into: &effects)
            nextStart += 1
        }
        while let turn = troubles.take(at: now) {
            for (number, part) in users.compactMap({ $0.map { ($0.number, $0.part) } })
            where troubles.hits(turn.number, number, part) {
                with(number, at: now, into: &effects) { $0.suffer(turn, &$1, at: now, into: &$2) }
            }
        }
        while let (number, due) = agenda.popDue(at: now) {
            guard dueTimes[number / share.workers] == due else { continue }
            dueTimes[number / share.workers] = nil
            tally.record(.lag, now.microseconds(since: due), at: now)
            with(number, at: now, into: &effects) { _, _, _ in }
        }
        if let end = endsAt, end <= now { self.end(at: now, into: &effects) }
    }

    private mutating func begin(
        _ planned: LoadPlan.Start, at now: LoadTime, into effects: inout [LoadEffect<PlainMessage>]
    ) {
        let part = plan.part(of: planned.user)
        if let most = plan.most(ofActor: part.actor, share: share), present[part.actor] >= most {
            tally.counts.droppedStarts += 1
            return
        }
        let dice = LoadDice(seed: seed, stream: .steps, part.actor, part.place)
        var user = PlainUser(planned, part: part, actor: script.actors[part.actor], begin: start, dice: dice)
        user.attemptsAt = user.comesAt
        tally.userBegan()
        tally.record(.lag, now.microseconds(since: user.comesAt), at: now)
        present[part.actor] += 1
        users[planned.user / share.workers] = user
        with(planned.user, at: now, into: &effects) { _, _, _ in }
    }

    private mutating func end(at now: LoadTime, into effects: inout [LoadEffect<PlainMessage>]) {
        guard !isEnding else { return }
        isEnding = true
        for number in users.compactMap({ $0?.number }) {
            with(number, at: now, into: &effects) { $0.leave(&$1, at: now, into: &$2) }
        }
    }

    /// Lets `act` happen to a user that is there, then the user do what it can.
    private mutating func with(
        _ number: Int, at now: LoadTime, into effects: inout [LoadEffect<PlainMessage>],
        _ act: (inout PlainLoad, inout PlainUser, inout [LoadEffect<PlainMessage>]) -> Void
    ) {
        let place = number / share.workers
        // Taken out meanwhile, so that nothing of it is copied.
        guard users.indices.contains(place), var user = users[place].take() else { return }
        guard user.number == number else {
            users[place] = user
            return
        }
        act(&self, &user, &effects)
        goOn(&user, at: now, into: &effects)
        guard user.connection != .gone else {
            present[user.part.actor] -= 1
            tally.userEnded()
            dueTimes[place] = nil
            return
        }
        let due = user.nextDeadline
        if due != dueTimes[place], let due { agenda.add(number, at: due) }
        dueTimes[place] = due
        users[place] = user
    }
}
