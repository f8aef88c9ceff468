import PagingEngine
import Scripting
import Support

/// One connection by a profile: opens the protocol, stays alive, numbers requests, and tells replies from pushes.
///
/// Transitions: opening → open, or ended when the server refuses or is silent.
///
///     frames ─▶ FrameDecoder ─▶ answers, errors, replies, pushes ─▶ effects
///     calls  ─▶ RequestTable ─▶ FrameEncoder ─▶ effects
struct ProfileSession: Sendable {
    enum SessionEffect: Hashable, Sendable {
        case send(PlainMessage)
        /// The protocol is open: the script's steps may begin.
        case opened
        /// The protocol could not be opened.
        case refused(String)
        case deliver(ProfileDelivery)
        case accepted
        case rejected(code: String)
        /// A push with a sequence number, and how many numbers before it were left out.
        case pushed(missing: Int)
        case duplicate
        /// A frame that cannot be read or written.
        case unreadable(String)
        /// The connection is of no use any longer.
        case lost(reason: String)
    }

    private let plan: ProfilePlan
    private let user: Int
    private let openedAt: LoadTime
    private var decoder: FrameDecoder
    /// The step of `open` that is next; that of their count once the protocol is open.
    private var step = 0
    /// Values for templates: those of the user, then those captured while the protocol opened.
    private var captured: [KeyedValue<String>]
    private var requests = RequestTable()
    private var sequences = PushSequences()
    private var lastReceived: LoadTime
    private var nextBeat: LoadTime?
    private var hasEnded = false

    /// - Parameter given: the user's values for templates.
    init(_ plan: ProfilePlan, user: Int, given: [KeyedValue<String>] = [], at now: LoadTime) {
        self.plan = plan
        captured = given
        self.user = user
        (openedAt, lastReceived) = (now, now)
        decoder = FrameDecoder(plan.profile.framing)
    }

    private var profile: Profile { plan.profile }
    var isOpen: Bool { step == profile.open.count && !hasEnded }

    /// When the session acts without a frame.
    var nextDeadline: LoadTime? {
        guard !hasEnded else { return nil }
        return isOpen ? earliest(nextBeat, silenceEnd) : openEnd
    }

    private var openEnd: LoadTime { openedAt.advanced(byMicroseconds: profile.openWithinMilliseconds * 1_000) }

    private var silenceEnd: LoadTime? {
        profile.alive.silenceMilliseconds.map { lastReceived.advanced(byMicroseconds: $0 * 1_000) }
    }

    // MARK: Opening

    /// Sends what stands at the beginning of `open`.
    mutating func begin(at now: LoadTime, into effects: inout [SessionEffect]) {
        goOn(at: now, into: &effects)
    }

    /// Sends frames up to the next one to wait for.
    private mutating func goOn(at now: LoadTime, into effects: inout [SessionEffect]) {
        while step < profile.open.count, case .send(let frame) = profile.open[step] {
            step += 1
            send(frame, into: &effects)
        }
        guard step == profile.open.count else { return }
        if let every = profile.alive.everyMilliseconds { nextBeat = now.advanced(byMicroseconds: every * 1_000) }
        effects.append(.opened)
    }

    private mutating func takeOpening(_ view: inout FrameView, at now: LoadTime, into effects: inout [SessionEffect]) {
        guard case .expect(let rule, let captures) = profile.open[step], view.satisfies(rule) else {
            return endIfRefused(&view, into: &effects)
        }
        captured += view.values(of: captures)
        step += 1
        goOn(at: now, into: &effects)
    }

    private mutating func endIfRefused(_ view: inout FrameView, into effects: inout [SessionEffect]) {
        guard let failure = failure(in: &view) else { return }
        hasEnded = true
        let words = [failure.code, failure.text].compactMap(\.self).compactMap { view.value(at: $0) }
        let text = words.isEmpty ? view.frame.body : words.joined(separator: ": ")
        effects.append(.refused("the server refused to open the protocol: \(text.beginning(80))"))
    }

    // MARK: Time

    /// Handles a deadline that has come.
    mutating func pass(to now: LoadTime, into effects: inout [SessionEffect]) {
        guard !hasEnded else { return }
        guard isOpen else {
            guard openEnd <= now else { return }
            hasEnded = true
            let missing = "step \(step + 1) of `open` in \(profile.file) had no answer"
            return effects.append(.refused("\(missing) within \(profile.openWithinMilliseconds) ms"))
        }
        if let end = silenceEnd, end <= now {
            hasEnded = true
            return effects.append(
                .lost(reason: "nothing received for \(profile.alive.silenceMilliseconds ?? 0) ms"))
        }
        guard let beat = profile.alive.beat, let every = profile.alive.everyMilliseconds, let due = nextBeat, due <= now
        else { return }
        send(beat, into: &effects)
        // A late generator leaves beats out: a server counts the newest one.
        let missed = now.microseconds(since: due) / (every * 1_000)
        nextBeat = due.advanced(byMicroseconds: (missed + 1) * every * 1_000)
    }

    // MARK: Frames of the server

    mutating func receive(_ message: PlainMessage, at now: LoadTime, into effects: inout [SessionEffect]) {
        guard !hasEnded else { return }
        lastReceived = now
        let frames: [WireFrame]
        do throws(FramingError) {
            frames = try decoder.frames(in: message)
        } catch {
            effects.append(.unreadable(error.description))
            guard decoder.isBroken else { return }
            hasEnded = true
            return effects.append(.lost(reason: error.description.beginning(80)))
        }
        for frame in frames where !hasEnded {
            var view = FrameView(frame, plan)
            let isAnswered = answer(&view, into: &effects)
            if isOpen {
                take(&view, isAnswered: isAnswered, into: &effects)
            } else {
                takeOpening(&view, at: now, into: &effects)
            }
        }
    }

    /// Answers a sign of life; returns whether the frame was one.
    private mutating func answer(_ view: inout FrameView, into effects: inout [SessionEffect]) -> Bool {
        var isAnswered = false
        for answer in profile.alive.answers where view.satisfies(answer.rule) {
            isAnswered = true
            guard let frame = answer.answer else { continue }
            send(frame, with: view.values(of: answer.captures), into: &effects)
        }
        return isAnswered
    }

    private mutating func take(_ view: inout FrameView, isAnswered: Bool, into effects: inout [SessionEffect]) {
        if let failure = failure(in: &view) {
            let code = failure.code.flatMap { view.value(at: $0) } ?? view.frame.kind
            effects.append(.rejected(code: code.isEmpty ? "error" : code.beginning(80)))
            guard let number = failure.number.flatMap({ view.value(at: $0) }), let call = requests.take(key: number)
            else { return }
            return effects.append(.deliver(ProfileDelivery(.reply(call), body: view.frame.body)))
        }
        if let (call, body) = requests.takeReply(in: &view, of: profile) {
            effects.append(.accepted)
            return effects.append(.deliver(ProfileDelivery(.reply(call), body: view.body(at: body))))
        }
        if let push = profile.push, view.satisfies(push.rule) {
            follow(push, in: &view, into: &effects)
            return effects.append(.deliver(ProfileDelivery(.push, body: view.body(at: push.body))))
        }
        if !isAnswered { effects.append(.deliver(ProfileDelivery(.other, body: view.frame.body))) }
    }

    private func failure(in view: inout FrameView) -> Profile.ErrorRule? {
        for failure in profile.errors where view.satisfies(failure.rule) { return failure }
        return nil
    }

    private mutating func follow(
        _ push: Profile.PushRule, in view: inout FrameView, into effects: inout [SessionEffect]
    ) {
        guard let path = push.sequence, let number = view.value(at: path).flatMap({ Int64($0) }) else { return }
        let topic = push.topic.flatMap { view.value(at: $0) } ?? ""
        switch sequences.take(number, of: topic) {
        case .next(let missing): effects.append(.pushed(missing: missing))
        case .repeated: effects.append(.duplicate)
        }
    }

    // MARK: Frames of the user

    /// Sends a message of the script.
    mutating func call(_ call: ProfileCall, into effects: inout [SessionEffect]) {
        guard isOpen, let place = profile.messages.firstIndex(where: { $0.key == call.message }) else { return }
        let message = profile.messages[place].value
        let id = send(message.frame, with: call.values, into: &effects)
        guard let reply = message.reply, let id else { return }
        let key = filled(reply.numberText, with: call.values, id: id)
        requests.add(RequestTable.OpenRequest(call: call.number, message: place, key: key))
    }

    /// Sends what the protocol wants before the connection is closed.
    mutating func close(into effects: inout [SessionEffect]) {
        guard isOpen else { return }
        for frame in profile.close { send(frame, into: &effects) }
    }

    /// Sends a frame; returns the number that it got as its id, nil when it cannot be written.
    @discardableResult
    private mutating func send(
        _ template: FrameTemplate, with values: [KeyedValue<String>] = [], into effects: inout [SessionEffect]
    ) -> Int? {
        let id = requests.nextNumber()
        let frame = WireFrame(
            kind: template.kind,
            fields: template.fields.map { KeyedValue(key: $0.key, value: filled($0.value, with: values, id: id)) },
            body: filled(template.body, with: values, id: id))
        do throws(FramingError) {
            effects.append(.send(try FrameEncoder.message(frame, profile.framing)))
            return id
        } catch {
            effects.append(.unreadable(error.description))
            return nil
        }
    }

    private func filled(_ text: TextTemplate, with values: [KeyedValue<String>], id: Int) -> String {
        text.filled { name in
            if let value = values.first(where: { $0.key == name }) { return value.value }
            switch name {
            case "id": return String(id)
            case "user": return String(user)
            default: return captured.last { $0.key == name }?.value
            }
        }
    }
}
