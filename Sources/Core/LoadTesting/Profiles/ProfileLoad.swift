import PagingEngine
package import Scripting
import Support

/// The users of a plain endpoint that speak a protocol by a profile. It stands between their connections and `PlainLoad`, which
/// sees a connection once its protocol is open, and frames as replies and pushes.
///
///     events ─▶ ProfileSession of the user ─▶ PlainLoad ─▶ calls ─▶ ProfileSession ─▶ effects
package struct ProfileLoad: LoadMachine {
    private struct ScheduledSession {
        var session: ProfileSession
        var wakesAt: LoadTime?

        mutating func act(
            _ body: (inout ProfileSession, inout [ProfileSession.SessionEffect]) -> Void,
            into effects: inout [ProfileSession.SessionEffect]
        ) {
            body(&session, &effects)
        }
    }

    private var users: PlainLoad
    private let plan: ProfilePlan
    private var entries: [Int: ScheduledSession] = [:]
    private var timers = TimerQueue<LoadTime, Int>()

    /// - Parameter users: of a script whose endpoint has a profile.
    package init(_ users: PlainLoad, profile: Profile) {
        self.users = users
        plan = ProfilePlan(profile, content: users.content)
    }

    package var nextDeadline: LoadTime? { earliest(users.nextDeadline, timers.first) }

    package mutating func sent(bytes: Int, at now: LoadTime) {
        users.sent(bytes: bytes, at: now)
    }

    package var start: LoadTime { users.start }

    package mutating func takeSeconds(at now: LoadTime) -> [LoadSecond] { users.takeSeconds(at: now) }

    package func result(at now: LoadTime) -> LoadResult { users.result(at: now) }

    package mutating func handle(
        _ event: LoadEvent<PlainMessage>, at now: LoadTime, into effects: inout [LoadEffect<PlainMessage>]
    ) {
        switch event {
        case .opened(let user): begin(user, at: now, into: &effects)
        case .received(let user, let messages, let bytes):
            receive(messages, bytes: bytes, of: user, at: now, into: &effects)
        case .closed(let user, let code, let reason):
            let wasOpen = entries.removeValue(forKey: user)?.session.isOpen ?? true
            // A server that ends every connection before its protocol is open is not tried for ever.
            pass(
                wasOpen ? event : .failed(user: user, reason: ProfileLoad.words(code, reason)), at: now, into: &effects)
        case .tick:
            wake(at: now, into: &effects)
            pass(event, at: now, into: &effects)
        default: pass(event, at: now, into: &effects)
        }
    }

    private static func words(_ code: UInt16?, _ reason: String) -> String {
        let code = code.map { " with code \($0)" } ?? ""
        return "the connection ended\(code) before the protocol was open\(reason.isEmpty ? "" : " (\(reason))")"
    }

    private mutating func begin(_ user: Int, at now: LoadTime, into effects: inout [LoadEffect<PlainMessage>]) {
        do throws(MissingValue) {
            let given = try plan.values(of: users.values(of: user))
            entries[user] = ScheduledSession(session: ProfileSession(plan, user: user, given: given, at: now))
            act(user, at: now, into: &effects) { $0.begin(at: now, into: &$1) }
        } catch {
            let reason = "expected \(error.expected), found \(error.found)"
            users.record(at: now) { $0.notAdmitted(ConnectFailure(.refused, reason)) }
            drop(user, .failed(user: user, reason: reason), at: now, into: &effects)
        }
    }

    private mutating func receive(
        _ messages: [PlainMessage], bytes: Int, of user: Int, at now: LoadTime,
        into effects: inout [LoadEffect<PlainMessage>]
    ) {
        guard entries[user] != nil else { return }
        var delivered: [PlainMessage] = []
        let wasOpen = entries[user]?.session.isOpen == true
        for message in messages {
            delivered += act(user, at: now, into: &effects) { $0.receive(message, at: now, into: &$1) }
        }
        guard wasOpen || entries[user]?.session.isOpen == true else {
            return users.record(at: now) { $0.received(messages: 1, bytes: bytes, at: now) }
        }
        pass(.received(user: user, delivered, bytes: bytes), at: now, into: &effects)
    }

    /// Handles deadlines of sessions.
    private mutating func wake(at now: LoadTime, into effects: inout [LoadEffect<PlainMessage>]) {
        while let (user, moment) = timers.popDue(at: now) {
            guard entries[user]?.wakesAt == moment else { continue }
            entries[user]?.wakesAt = nil
            act(user, at: now, into: &effects) { $0.pass(to: now, into: &$1) }
        }
    }

    /// Lets a session act, and performs its effects. Returns the messages for the script.
    @discardableResult
    private mutating func act(
        _ user: Int, at now: LoadTime, into effects: inout [LoadEffect<PlainMessage>],
        _ body: (inout ProfileSession, inout [ProfileSession.SessionEffect]) -> Void
    ) -> [PlainMessage] {
        var (found, delivered): ([ProfileSession.SessionEffect], [PlainMessage]) = ([], [])
        guard entries[user]?.act(body, into: &found) != nil else { return [] }
        for effect in found {
            switch effect {
            case .send(let message): effects.append(.send(user: user, message))
            case .opened: pass(.opened(user: user), at: now, into: &effects)
            case .deliver(let frame): delivered.append(.frame(frame))
            case .refused(let reason):
                users.record(at: now) { $0.notAdmitted(ConnectFailure(.refused, reason)) }
                drop(user, .failed(user: user, reason: reason), at: now, into: &effects)
            case .lost(let reason):
                drop(user, .closed(user: user, code: nil, reason: reason), at: now, into: &effects)
            default: users.record(at: now) { ProfileLoad.count(effect, in: &$0, at: now) }
            }
        }
        schedule(user)
        return delivered
    }

    /// Gives a connection up; the user sees `event` as the reason.
    private mutating func drop(
        _ user: Int, _ event: LoadEvent<PlainMessage>, at now: LoadTime,
        into effects: inout [LoadEffect<PlainMessage>]
    ) {
        entries[user] = nil
        effects.append(.giveUp(user: user))
        pass(event, at: now, into: &effects)
    }

    private static func count(_ effect: ProfileSession.SessionEffect, in recorder: inout LoadRecorder, at now: LoadTime)
    {
        switch effect {
        case .accepted: recorder.counts.accepted += 1
        case .rejected(let code):
            let isKnown =
                recorder.counts.rejections[code] != nil || recorder.counts.rejections.count < LoadRecorder.codesApart
            recorder.rejected(isKnown ? code : "other", at: now)
        case .pushed(let missing):
            recorder.counts.expectedEvents += 1
            recorder.counts.receivedEvents += 1
            if missing > 0 { recorder.gap(missing, isExpected: true, at: now) }
        case .duplicate: recorder.duplicate(at: now)
        case .unreadable: recorder.unreadable(at: now)
        case .send, .opened, .refused, .deliver, .lost: break
        }
    }

    private mutating func schedule(_ user: Int) {
        guard let entry = entries[user], let due = entry.session.nextDeadline else { return }
        if let known = entry.wakesAt, known <= due { return }
        entries[user]?.wakesAt = due
        timers.add(user, at: due)
    }

    /// Hands an event to the users, and turns their effects into those of connections.
    private mutating func pass(
        _ event: LoadEvent<PlainMessage>, at now: LoadTime, into effects: inout [LoadEffect<PlainMessage>]
    ) {
        var own: [LoadEffect<PlainMessage>] = []
        users.handle(event, at: now, into: &own)
        for effect in own {
            switch effect {
            case .send(let user, .call(let call)):
                act(user, at: now, into: &effects) { $0.call(call, into: &$1) }
            case .close(let user):
                act(user, at: now, into: &effects) { $0.close(into: &$1) }
                entries[user] = nil
                effects.append(effect)
            case .drop(let user), .giveUp(let user):
                entries[user] = nil
                effects.append(effect)
            default: effects.append(effect)
            }
        }
    }
}
