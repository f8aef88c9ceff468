import Scripting
import Support

/// The connection of a plain user and its attempts to open one. Transitions: away → opening → open → away; opening → away
/// when it failed; any → gone.
struct PlainConnection: Sendable {
    private enum State: Sendable {
        case away
        case opening
        case open
        case gone
    }

    /// A user that could not connect so often in a row gives up.
    static let attempts = 10
    /// The first pause before another attempt, and the longest; chance takes up to half of it away.
    private static let pauseMicroseconds: ClosedRange<Int64> = 100_000...5_000_000

    private var state = State.away
    /// When the connection was intended, and when the present attempt was made.
    private var intended: LoadTime
    private var attempted: LoadTime
    /// When the next attempt is made, while away.
    private var attemptDue: LoadTime?
    private(set) var failedAttempts = 0
    private var hasBeenOpen = false

    init(intended: LoadTime) {
        (self.intended, attempted, attemptDue) = (intended, intended, intended)
    }

    var isOpen: Bool { state == .open }
    var isGone: Bool { state == .gone }
    var isOpening: Bool { state == .opening }

    /// When the next attempt is made; nil unless away.
    var nextAttempt: LoadTime? { state == .away ? attemptDue : nil }

    /// Begins an attempt, if its time has come.
    mutating func begin(at now: LoadTime) -> Bool {
        guard let due = nextAttempt, due <= now else { return false }
        (state, attemptDue, attempted) = (.opening, nil, now)
        return true
    }

    /// The connection is open; returns whether it is the user's first one.
    mutating func opened(_ recorder: inout LoadRecorder, of actor: Int = 0, at now: LoadTime) -> Bool {
        state = .open
        failedAttempts = 0
        recorder.connected(1, at: now)
        recorder.admitted()
        recorder.record(
            .connect, now.microseconds(since: intended), naive: now.microseconds(since: attempted), of: actor,
            at: now)
        defer { hasBeenOpen = true }
        return !hasBeenOpen
    }

    /// The attempt failed; returns whether the user makes another. A user that gives up has waited in vain.
    mutating func failed(
        _ recorder: inout LoadRecorder, of actor: Int, _ random: inout SeedStream, at now: LoadTime
    ) -> Bool {
        failedAttempts += 1
        guard failedAttempts < PlainConnection.attempts else {
            noteUnanswered(&recorder, of: actor, at: now)
            state = .gone
            return false
        }
        state = .away
        attemptDue = now.advanced(byMicroseconds: PlainConnection.pause(after: failedAttempts, &random))
        return true
    }

    /// The connection broke; another attempt follows.
    mutating func lost(_ recorder: inout LoadRecorder, _ random: inout SeedStream, at now: LoadTime) {
        if state == .open { recorder.connected(-1, at: now) }
        state = .away
        intended = now.advanced(byMicroseconds: PlainConnection.pause(after: 1, &random))
        attemptDue = intended
    }

    /// The user makes no more attempts.
    mutating func giveUp() {
        state = .gone
    }

    /// The user leaves; returns what this asks of the socket.
    mutating func leave(
        _ user: Int, of actor: Int, _ recorder: inout LoadRecorder, at now: LoadTime
    ) -> LoadEffect<PlainMessage>? {
        defer { state = .gone }
        switch state {
        case .open:
            recorder.connected(-1, at: now)
            return .close(user: user)
        case .opening:
            noteUnanswered(&recorder, of: actor, at: now)
            return .drop(user: user)
        case .away:
            if failedAttempts > 0 { noteUnanswered(&recorder, of: actor, at: now) }
            return nil
        case .gone: return nil
        }
    }

    /// Microseconds since the first connection was intended, while it opens.
    func waitedForFirst(at now: LoadTime) -> Int64? {
        isOpening && !hasBeenOpen ? now.microseconds(since: intended) : nil
    }

    /// Counts a connection that its user did not get.
    private func noteUnanswered(_ recorder: inout LoadRecorder, of actor: Int, at now: LoadTime) {
        guard now.microseconds(since: intended) >= LoadRecorder.waitThatCounts else { return }
        recorder.unanswered(.connect, intended: intended, made: attempted, of: actor, at: now)
    }

    /// Twice as long after every failure.
    private static func pause(after failures: Int, _ random: inout SeedStream) -> Int64 {
        let longest = min(pauseMicroseconds.lowerBound << Int64(min(failures - 1, 10)), pauseMicroseconds.upperBound)
        return Int64.random(in: longest / 2...longest, using: &random)
    }
}
