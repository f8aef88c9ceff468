import ClusterMembership
import ClusterTraffic
import PagingEngine
import Support

/// A database on virtual time: connections with a statement at a time, locks of rows, commits that take time, and
/// statements of lost connections that commit later.
struct SimulatedDatabase {
    enum Lane: Int, Hashable, CaseIterable {
        case lease
        case journal
    }

    /// One of the two connections of a process.
    struct Line: Hashable, Comparable {
        let client: Int
        /// The number of the process on its machine.
        let life: Int
        let lane: Lane

        static func < (left: Line, right: Line) -> Bool {
            (left.client, left.life, left.lane.rawValue) < (right.client, right.life, right.lane.rawValue)
        }
    }

    /// An answer for a client.
    struct Answer {
        let line: Line
        let statement: DatabaseStatement
        let outcome: DatabaseOutcome
    }

    /// A change that is committed.
    struct Commit {
        let change: DatabaseChange
        let at: Instant
    }

    private struct Session {
        let line: Line
        /// Whether the client still listens.
        var isOpen = true
        /// Whether the server of this connection is no more.
        var isDead = false
        /// Statements without an answer, in order.
        var unanswered: [DatabaseStatement] = []
        var queue: [DatabaseStatement] = []
        var running: Int?
        /// Statements of one connection arrive in order, and so do their answers.
        var lastArrival: Instant
        var lastAnswer = Instant(milliseconds: 0)
    }

    private struct Transaction {
        let session: Int
        let statement: DatabaseStatement
        /// The tables when it began.
        let snapshot: DatabaseTables
        var change: DatabaseChange?
        var outcome: DatabaseOutcome?
    }

    private enum Event {
        case arrive(session: Int, DatabaseStatement)
        case pump(session: Int)
        case commit(Int)
        case answer(session: Int?, Answer)
    }

    private(set) var tables: DatabaseTables
    private(set) var commits: [Commit] = []
    /// The clock of the database minus the time of the world.
    var clockAheadMilliseconds: Int64 = 0
    private var sessions: [Session] = []
    private var current: [Line: Int] = [:]
    private var transactions: [Int: Transaction] = [:]
    private var started = 0
    private var locks = RowLocks()
    private var queue = EventQueue<Instant, Event>()
    private var isDown = false
    /// No statement begins, and none commits.
    private var stalledUntil: Instant?
    private var commitsStalledUntil: Instant?
    private var slow: [Line: (until: Instant, milliseconds: Int64)] = [:]
    private var random: SeedStream

    init(rooms: [String], fault: NodeFault?, seed: UInt64) {
        tables = DatabaseTables(rooms: rooms, fault: fault)
        random = SeedStream(seed: seed, part: 4)
    }

    var nextMoment: Instant? { queue.first }

    mutating func takeCommits() -> [Commit] {
        defer { commits = [] }
        return commits
    }

    // MARK: Clients

    /// Sends a statement; its answer comes from `popAnswer`.
    mutating func submit(_ statement: DatabaseStatement, on line: Line, at now: Instant) {
        guard !isDown else {
            let answer = Answer(line: line, statement: statement, outcome: statement.unknown)
            return queue.add(.answer(session: nil, answer), at: now.advanced(byMilliseconds: random.within(1...20)))
        }
        let number = current[line] ?? open(line, at: now)
        let delay = Int64(random.within(0...2))
        let arrival = max(now.advanced(byMilliseconds: delay), sessions[number].lastArrival)
        sessions[number].lastArrival = arrival
        sessions[number].unanswered.append(statement)
        queue.add(.arrive(session: number, statement), at: arrival)
    }

    private mutating func open(_ line: Line, at now: Instant) -> Int {
        let connected = now.advanced(byMilliseconds: random.within(1...8))
        sessions.append(Session(line: line, lastArrival: connected))
        current[line] = sessions.count - 1
        return sessions.count - 1
    }

    /// Does what happens at `now` up to the next answer, and returns that.
    mutating func popAnswer(at now: Instant) -> Answer? {
        while let event = queue.popDue(at: now) {
            switch event {
            case .arrive(let session, let statement):
                guard !sessions[session].isDead else { continue }
                sessions[session].queue.append(statement)
                pump(session, at: now)
            case .pump(let session): pump(session, at: now)
            case .commit(let number): commit(number, at: now)
            case .answer(nil, let answer): return answer
            case .answer(let session?, let answer):
                guard sessions[session].isOpen else { continue }
                sessions[session].unanswered.removeFirst()
                return answer
            }
        }
        return nil
    }

    // MARK: Faults

    /// Ends a connection. Its statements have unknown outcomes; those that the database got may still take effect.
    mutating func lose(_ line: Line, at now: Instant) {
        guard let number = current.removeValue(forKey: line) else { return }
        sessions[number].isOpen = false
        if random.chance(50) { sessions[number].queue = [] }
        var moment = now
        for statement in sessions[number].unanswered {
            moment = moment.advanced(byMilliseconds: random.within(0...3))
            let answer = Answer(line: line, statement: statement, outcome: statement.unknown)
            queue.add(.answer(session: nil, answer), at: moment)
        }
        sessions[number].unanswered = []
    }

    /// Ends all connections and takes no new ones.
    mutating func goDown(isFailover: Bool, at now: Instant) {
        isDown = true
        if isFailover { (stalledUntil, commitsStalledUntil) = (nil, nil) }
        for line in current.keys.sorted() { lose(line, at: now) }
        for number in transactions.keys.sorted() {
            guard let transaction = transactions[number] else { continue }
            let isCommitting = transaction.outcome != nil
            if isFailover, isCommitting, random.chance(50) {
                commit(number, at: now)
            } else if isFailover || random.chance(50) {
                finish(number, at: now)
            }
        }
        guard isFailover else { return }
        // The standby knows none of the old connections.
        for session in sessions.indices { (sessions[session].queue, sessions[session].isDead) = ([], true) }
        tables.timeline += 1
    }

    mutating func comeBack() { isDown = false }

    /// Stops everything, or commits only, up to a time.
    mutating func stall(until end: Instant, isCommitsOnly: Bool) {
        // A shorter stall within a longer one changes nothing.
        if isCommitsOnly {
            commitsStalledUntil = max(commitsStalledUntil ?? end, end)
        } else {
            stalledUntil = max(stalledUntil ?? end, end)
        }
    }

    /// Commits of one connection take longer for a while.
    mutating func slowDown(_ line: Line, until end: Instant, milliseconds: Int64) { slow[line] = (end, milliseconds) }

    /// Ends all faults; what they delayed comes soon.
    mutating func heal() {
        (isDown, stalledUntil, commitsStalledUntil, slow) = (false, nil, nil, [:])
    }

    // MARK: Execution

    private mutating func pump(_ session: Int, at now: Instant) {
        guard sessions[session].running == nil, !sessions[session].queue.isEmpty else { return }
        if let end = stalledUntil, end > now {
            return queue.add(.pump(session: session), at: end.advanced(byMilliseconds: random.within(0...60)))
        }
        let statement = sessions[session].queue.removeFirst()
        started += 1
        sessions[session].running = started
        transactions[started] = Transaction(session: session, statement: statement, snapshot: tables)
        locks.want(tables.locks(of: statement), by: started)
        proceed(started, at: now)
    }

    /// Takes the locks of a transaction one after the other, then executes it.
    private mutating func proceed(_ number: Int, at now: Instant) {
        guard var transaction = transactions[number] else { return }
        guard locks.takeAll(for: number) else {
            if case .node(.expel) = transaction.statement {
                finish(number, answering: .node(.noRow), at: now)
            }
            return
        }
        let result = tables.execute(
            transaction.statement, in: transaction.snapshot, clock: now.advanced(byMilliseconds: clockAheadMilliseconds)
        )
        transaction.change = result.change
        transaction.outcome = result.outcome
        transactions[number] = transaction
        guard result.change != nil else { return finish(number, answering: result.outcome, at: now) }
        queue.add(.commit(number), at: commitTime(of: sessions[transaction.session].line, at: now))
    }

    private mutating func commitTime(of line: Line, at now: Instant) -> Instant {
        var moment = now.advanced(byMilliseconds: random.within(1...6))
        if let slow = slow[line], slow.until > now { moment = now.advanced(byMilliseconds: slow.milliseconds) }
        for end in [stalledUntil, commitsStalledUntil].compactMap({ $0 }) where end > moment {
            moment = end.advanced(byMilliseconds: random.within(1...20))
        }
        return moment
    }

    private mutating func commit(_ number: Int, at now: Instant) {
        guard let transaction = transactions[number], let change = transaction.change,
            let outcome = transaction.outcome
        else { return }
        for end in [stalledUntil, commitsStalledUntil].compactMap({ $0 }) where end > now {
            return queue.add(.commit(number), at: end.advanced(byMilliseconds: random.within(1...20)))
        }
        tables.apply(change)
        commits.append(Commit(change: change, at: now))
        finish(number, answering: outcome, at: now)
    }

    /// Ends a transaction, answers its client, and lets others have its locks.
    private mutating func finish(_ number: Int, answering outcome: DatabaseOutcome? = nil, at now: Instant) {
        guard let transaction = transactions.removeValue(forKey: number) else { return }
        let session = transaction.session
        if let outcome, sessions[session].isOpen {
            let answer = Answer(
                line: sessions[session].line, statement: transaction.statement, outcome: outcome)
            let arrival = max(now.advanced(byMilliseconds: random.within(0...2)), sessions[session].lastAnswer)
            sessions[session].lastAnswer = arrival
            queue.add(.answer(session: session, answer), at: arrival)
        }
        sessions[session].running = nil
        if !sessions[session].queue.isEmpty { queue.add(.pump(session: session), at: now) }
        for next in locks.release(by: number) { proceed(next, at: now) }
    }
}
