import Scripting
import Support

/// The users of one worker that are in their steps of `before`, in the order of their numbers where it matters.
struct Preparations: Sendable {
    private struct PreparingUser: Sendable {
        var preparation: Preparation
        var wakesAt: LoadTime?
    }

    private let script: Script
    private let seed: UInt64
    private let content: ContentReader
    private var users: [Int: PreparingUser] = [:]
    private var timers = TimerQueue<LoadTime, Int>()

    init(_ script: Script, seed: UInt64, content: ContentReader) {
        (self.script, self.seed, self.content) = (script, seed, content)
    }

    /// When the first user acts without an answer; this may be too early.
    var nextDeadline: LoadTime? { timers.first }

    /// Whether users of an actor have steps before their connection.
    func concerns(_ part: LoadPlan.Part) -> Bool { !script.actors[part.actor].before.isEmpty }

    /// A user begins with its steps.
    ///
    /// - Returns: the user, if its steps are over already.
    mutating func begin<Message>(
        _ arrival: RunSchedule.StartingUser, _ values: UserValues, _ recorder: inout LoadRecorder, at now: LoadTime,
        into effects: inout [LoadEffect<Message>]
    ) -> PreparedUser? {
        let random = SeedStream(seed: seed, part: RandomPart.before, arrival.part.actor, arrival.part.place)
        users[arrival.user] = PreparingUser(
            preparation: Preparation(arrival, of: script, random: random, values: values, content: content))
        return resume(arrival.user, &recorder, at: now, into: &effects)
    }

    /// The answer to a user's request has come.
    mutating func answered<Message>(
        _ user: Int, _ answer: HTTPAnswer, _ recorder: inout LoadRecorder, at now: LoadTime,
        into effects: inout [LoadEffect<Message>]
    ) -> PreparedUser? {
        users[user]?.preparation.answered(answer, &recorder, at: now)
        return resume(user, &recorder, at: now, into: &effects)
    }

    /// The next user whose steps are over because its time has come.
    mutating func takeDue<Message>(
        _ recorder: inout LoadRecorder, at now: LoadTime, into effects: inout [LoadEffect<Message>]
    ) -> PreparedUser? {
        while let (user, moment) = timers.popDue(at: now) {
            guard let entry = users[user], entry.wakesAt == moment else { continue }
            users[user]?.wakesAt = nil
            if entry.preparation.nextDeadline == moment {
                let actor = entry.preparation.actor
                recorder.record(.lag, now.microseconds(since: moment), of: actor, at: now)
            }
            if let ended = resume(user, &recorder, at: now, into: &effects) { return ended }
        }
        return nil
    }

    /// All users leave.
    mutating func leave<Message>(into effects: inout [LoadEffect<Message>]) -> [PreparedUser] {
        users.keys.sorted().compactMap { user in
            users[user]?.preparation.leave()
            return takeEnded(user, into: &effects)
        }
    }

    private mutating func resume<Message>(
        _ user: Int, _ recorder: inout LoadRecorder, at now: LoadTime, into effects: inout [LoadEffect<Message>]
    ) -> PreparedUser? {
        if let call = users[user]?.preparation.resume(&recorder, at: now) {
            effects.append(.request(user: user, call))
        }
        if let ended = takeEnded(user, into: &effects) { return ended }
        guard let entry = users[user], let due = entry.preparation.nextDeadline else { return nil }
        if let known = entry.wakesAt, known <= due { return nil }
        users[user]?.wakesAt = due
        timers.add(user, at: due)
        return nil
    }

    private mutating func takeEnded<Message>(
        _ user: Int, into effects: inout [LoadEffect<Message>]
    ) -> PreparedUser? {
        guard let ended = users[user]?.preparation.ending else { return nil }
        users[user] = nil
        effects.append(.requestsOver(user: user))
        return ended
    }
}
