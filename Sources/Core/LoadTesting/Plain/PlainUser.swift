import PagingEngine
import Scripting
import Support

/// One user of a plain endpoint: its steps, its connection, and the reply it waits for.
struct PlainUser: Sendable {
    /// State of the steps: ready, in a pause, or waiting for the server.
    private enum Wait: Sendable {
        case ready
        case pausing(until: LoadTime)
        case awaitingReply(PlainStep.Match, until: LoadTime, milliseconds: Int64)
        case awaitingPush(until: LoadTime, milliseconds: Int64)
        case atBarrier(String, until: LoadTime, milliseconds: Int64)
    }

    /// Steps that a user does in one turn.
    private static let stepsInTurn = 1_000
    /// How long a user pauses at most in place of the reply to a message that was not sent.
    private static let unsentMilliseconds: Int64 = 100

    let number: Int
    let part: LoadPlan.Part
    private let leavesAt: LoadTime?
    private var course: PlainCourse
    private var wait = Wait.ready
    private var connection: PlainConnection
    /// Messages sent.
    private var sequence = 0
    /// Whether a value was missing for the last message, so that it was not sent and has no reply.
    private var isUnsent = false
    private var exchange = PlainExchange()
    private var delayed = DelayedMessages<PlainMessage>()
    /// When it continues after a full turn.
    private var resumesAt: LoadTime?

    init(_ arrival: RunSchedule.StartingUser, actor: Script.Actor, random: SeedStream, values: UserValues) {
        (number, part, leavesAt) = (arrival.user, arrival.part, arrival.leavesAt)
        course = PlainCourse(
            actor.plainSteps, line: actor.line, random: random, clock: arrival.startsAt, values: values)
        connection = PlainConnection(intended: arrival.startsAt)
    }

    var isGone: Bool { connection.isGone }

    var values: UserValues { course.values }

    /// When the user acts without any event.
    var nextDeadline: LoadTime? {
        earliest(
            earliest(leavesAt, delayed.firstDue),
            earliest(connection.nextAttempt, resumesAt ?? (mayAdvance ? waitEnd : nil)))
    }

    /// Whether steps go on now: not without a connection, but a wait at a barrier has its time all the same.
    private var mayAdvance: Bool {
        if case .atBarrier = wait { return true }
        return connection.isOpen
    }

    private var waitEnd: LoadTime? {
        switch wait {
        case .ready: nil
        case .pausing(let until), .awaitingReply(_, let until, _), .awaitingPush(let until, _),
            .atBarrier(_, let until, _):
            until
        }
    }

    /// The awaited reply or push as text; nil when the user waits for none.
    private var awaited: String? {
        switch wait {
        case .ready, .pausing, .atBarrier: nil
        case .awaitingReply(_, _, let milliseconds): "a reply within \(milliseconds) ms"
        case .awaitingPush(_, let milliseconds): "a push within \(milliseconds) ms"
        }
    }

    // MARK: Connection

    mutating func opened(in run: inout PlainRun, at now: LoadTime) {
        guard connection.isOpening else { return }
        // Steps begin with the first connection; those after an interruption keep their own times.
        if connection.opened(&run.recorder, of: part.actor, at: now) { course.clock = now }
    }

    private mutating func connect(
        in run: inout PlainRun, at now: LoadTime, into effects: inout [LoadEffect<PlainMessage>]
    ) {
        do throws(StepProblem) {
            let (path, headers) = try run.endpoint.handshake(course.values)
            if let headers { effects.append(.handshake(user: number, headers: headers)) }
            effects.append(.connect(user: number, path: path))
        } catch {
            fail(error.expected, error.found, in: &run, at: now)
            connection.giveUp()
        }
    }

    mutating func connectFailed(_ reason: String, in run: inout PlainRun, at now: LoadTime) {
        guard connection.isOpening else { return }
        run.recorder.notAdmitted(ConnectFailure(.unreachable, reason))
        run.recorder.connectFailed(at: now)
        if connection.failed(&run.recorder, of: part.actor, &course.random, at: now) { return }
        fail("a connection", "none after \(connection.failedAttempts) attempts (\(reason))", in: &run, at: now)
    }

    /// Gives up: another attempt would have the same result.
    mutating func certificateRejected(_ reason: String, in run: inout PlainRun, at now: LoadTime) {
        guard connection.isOpening else { return }
        run.recorder.counts.connectFailures += 1
        run.recorder.notAdmitted(ConnectFailure(.certificateRejected, reason))
        fail("a connection", "none: \(reason)", in: &run, at: now)
        connection.giveUp()
    }

    mutating func closed(_ code: UInt16?, _ reason: String, in run: inout PlainRun, at now: LoadTime) {
        guard connection.isOpen || connection.isOpening else { return }
        run.recorder.closed(code, at: now)
        disconnect(because: "the connection ended\(reason.isEmpty ? "" : " (\(reason))")", in: &run, at: now)
    }

    /// A fault begins or ends.
    mutating func suffer(
        _ change: FaultSchedule.Change, in run: inout PlainRun, at now: LoadTime,
        into effects: inout [LoadEffect<PlainMessage>]
    ) {
        guard connection.isOpen else { return }
        switch run.faults.kind(of: change) {
        case .drop:
            effects.append(.drop(user: number))
            disconnect(because: nil, in: &run, at: now)
        case .stopReading: effects.append(.read(user: number, !change.begins))
        case .delay: break
        }
    }

    /// Ends the wait for a reply or a push, and connects again.
    ///
    /// - Parameter reason: the server's failure; nil for a fault of the script.
    private mutating func disconnect(because reason: String?, in run: inout PlainRun, at now: LoadTime) {
        if let awaited {
            if let reason {
                giveUpReply(leaves: false, in: &run, at: now)
                fail(awaited, reason, in: &run, at: now)
            }
            (wait, course.clock) = (.ready, now)
        }
        exchange = PlainExchange()
        isUnsent = false
        resumesAt = nil
        _ = delayed.takeAll()
        connection.lost(&run.recorder, &course.random, at: now)
    }

    mutating func leave(in run: inout PlainRun, at now: LoadTime, into effects: inout [LoadEffect<PlainMessage>]) {
        if !connection.isGone, connection.failedAttempts > 0 {
            fail("a connection at the end", "\(connection.failedAttempts) failed attempts", in: &run, at: now)
        } else if let waited = connection.waitedForFirst(at: now), waited >= LoadRecorder.waitThatFails {
            fail("a connection at the end", "none after \(waited / 1_000_000) s", in: &run, at: now)
        }
        if connection.isOpen { giveUpReply(leaves: true, in: &run, at: now) }
        if let effect = connection.leave(number, of: part.actor, &run.recorder, at: now) { effects.append(effect) }
    }

    /// Counts the reply that the user waits for as one that did not come.
    private mutating func giveUpReply(leaves: Bool, in run: inout PlainRun, at now: LoadTime) {
        guard case .awaitingReply = wait else { return }
        exchange.giveUp(leaves: leaves, &run.recorder, of: part.actor, at: now)
    }

    private func fail(_ expected: String, _ found: String, in run: inout PlainRun, at now: LoadTime) {
        let (file, line, actor) = (run.script.file, course.line, run.script.actors[part.actor].name)
        run.recorder.failed("\(file):\(line): \(actor): user \(number): expected \(expected), found \(found)", at: now)
    }

    // MARK: Messages

    mutating func received(_ messages: [PlainMessage], bytes: Int, in run: inout PlainRun, at now: LoadTime) {
        guard connection.isOpen else { return }
        let delay = run.faults.delay(of: number, part)
        guard delay != nil || !delayed.isEmpty else { return take(messages, bytes: bytes, in: &run, at: now) }
        delayed.add(messages, bytes: bytes, afterMicroseconds: (delay ?? 0) * 1_000, at: now)
    }

    private mutating func take(_ messages: [PlainMessage], bytes: Int, in run: inout PlainRun, at now: LoadTime) {
        run.recorder.received(messages: 1, bytes: bytes, at: now)
        for message in messages {
            let isPush = run.timePush(message, of: part.actor, at: now)
            if run.asksReplies(part) { exchange.receive(message, isPush: isPush, at: now) }
            if isPush, case .awaitingPush = wait {
                (wait, course.clock) = (.ready, now)
                if run.looksAtMessages(part) { course.keep(message) }
            }
        }
    }

    /// Whether the reply has been received.
    private mutating func findReply(_ match: PlainStep.Match, in run: inout PlainRun) -> Bool {
        guard let reply = exchange.takeReply(by: match, run.content, of: part.actor, recorder: &run.recorder) else {
            return false
        }
        if run.looksAtMessages(part) { course.keep(reply.message) }
        (wait, course.clock) = (.ready, max(course.clock, reply.at))
        return true
    }

    // MARK: Steps

    /// Does all steps that are possible now.
    mutating func resume(in run: inout PlainRun, at now: LoadTime, into effects: inout [LoadEffect<PlainMessage>]) {
        if let leavesAt, leavesAt <= now, !isGone { return leave(in: &run, at: now, into: &effects) }
        if connection.begin(at: now) { connect(in: &run, at: now, into: &effects) }
        while let held = delayed.take(at: now) { take(held.messages, bytes: held.bytes, in: &run, at: now) }
        if let resumesAt, resumesAt > now { return }
        resumesAt = nil
        for _ in 0..<PlainUser.stepsInTurn {
            guard mayAdvance, advance(in: &run, at: now, into: &effects) else { return }
        }
        resumesAt = now.advanced(byMicroseconds: 1)
    }

    /// Does one step, or ends a wait. False when the user must wait.
    private mutating func advance(
        in run: inout PlainRun, at now: LoadTime, into effects: inout [LoadEffect<PlainMessage>]
    ) -> Bool {
        switch wait {
        case .ready: return takeStep(in: &run, at: now, into: &effects)
        case .pausing(let until):
            guard until <= now else { return false }
            (wait, course.clock) = (.ready, until)
            return true
        case .awaitingReply(let match, let until, _):
            return findReply(match, in: &run) || timeOut(until, in: &run, at: now)
        case .awaitingPush(let until, _): return timeOut(until, in: &run, at: now)
        case .atBarrier(let name, let until, let milliseconds):
            guard until <= now else { return false }
            leaveBarrier(in: &run)
            fail("all at the barrier `\(name)` within \(milliseconds) ms", "others missing", in: &run, at: now)
            course.clock = until
            return true
        }
    }

    /// The barrier at which the user stood has opened. It goes on in the next turn: users that only meet again and again
    /// would never end this one.
    mutating func barrierOpened(at now: LoadTime) {
        guard case .atBarrier = wait else { return }
        (wait, course.clock) = (.ready, now)
        resumesAt = now.advanced(byMicroseconds: 1)
    }

    /// Ends the wait at a barrier before it has opened.
    mutating func leaveBarrier(in run: inout PlainRun) {
        guard case .atBarrier(let name, _, _) = wait else { return }
        run.barriers.moved(number, from: name, to: nil)
        wait = .ready
    }

    /// Ends a wait that took too long; the steps after it go on.
    private mutating func timeOut(_ until: LoadTime, in run: inout PlainRun, at now: LoadTime) -> Bool {
        guard until <= now else { return false }
        var found = "none"
        if case .awaitingReply = wait, exchange.others > 0 {
            found = "only \(Format.count(exchange.others, "other message"))"
        }
        giveUpReply(leaves: false, in: &run, at: now)
        fail(awaited ?? "something", found, in: &run, at: now)
        (wait, course.clock) = (.ready, until)
        return true
    }

    private mutating func takeStep(
        in run: inout PlainRun, at now: LoadTime, into effects: inout [LoadEffect<PlainMessage>]
    ) -> Bool {
        guard let next = course.next() else {
            leave(in: &run, at: now, into: &effects)
            return false
        }
        switch next {
        case .round(let due): wait = .pausing(until: LoadTime(microseconds: due))
        case .step(let step):
            do throws(StepProblem) {
                switch try course.perform(step, run.content, &run.recorder, at: now) {
                case .done: break
                case .pause(let until): wait = .pausing(until: until)
                case .other(let action): try perform(action, in: &run, at: now, into: &effects)
                }
            } catch {
                fail(error.expected, error.found, in: &run, at: now)
            }
        }
        return true
    }

    private mutating func perform(
        _ action: PlainStep.Action, in run: inout PlainRun, at now: LoadTime,
        into effects: inout [LoadEffect<PlainMessage>]
    ) throws(StepProblem) {
        // The time limit of a wait begins when the user really waits: a late user gives its server the whole time.
        let limit = { (milliseconds: Int64) in now.advanced(byMicroseconds: milliseconds * 1_000) }
        switch action {
        case .send(let template):
            isUnsent = true
            let text = try filled(template, in: run)
            effects.append(send(.text(text), in: &run, at: now))
        case .call(let call, let within):
            // What was received before is not the reply to this message, also where it cannot be sent.
            if run.hasReply(call.message) { course.awaitMessage() }
            let message = try filled(call, in: run)
            effects.append(send(.call(message), in: &run, at: now))
            if run.hasReply(call.message) {
                wait = .awaitingReply(.call, until: limit(within), milliseconds: within)
            }
        case .sendBinary(let bytes): effects.append(send(.binary(bytes), in: &run, at: now))
        case .sendRandom(let amount):
            effects.append(send(.binary(RandomPayload.bytes(amount, using: &course.random)), in: &run, at: now))
        case .reply(let match, let within):
            course.awaitMessage()
            guard !isUnsent else {
                // A loop of such steps takes some time all the same.
                wait = .pausing(until: limit(min(within, PlainUser.unsentMilliseconds)))
                return
            }
            wait = .awaitingReply(match, until: limit(within), milliseconds: within)
        case .push(let within):
            course.awaitMessage()
            wait = .awaitingPush(until: limit(within), milliseconds: within)
        case .barrier(let name, let within):
            run.barriers.moved(number, from: nil, to: name)
            wait = .atBarrier(name, until: limit(within), milliseconds: within)
        case .leave: leave(in: &run, at: now, into: &effects)
        case .http: preconditionFailure("The reader refuses `http` behind the connection")
        case .think, .wait, .flow, .check, .capture, .repeat: preconditionFailure("expected the course to do it")
        }
    }

    private mutating func filled(_ template: Template, in run: PlainRun) throws(StepProblem) -> String {
        let (id, time, number, sequence) = (messageID(in: run), run.written(course.clock), number, sequence)
        let values = course.values
        return try PlainCourse.known { () throws(MissingValue) in
            try template.filled(with: values, using: &course.random) { place in
                switch place {
                case .user: String(number)
                case .id: String(id)
                case .time: String(time)
                case .sequence: String(sequence)
                }
            }
        }
    }

    private mutating func filled(_ call: PlainCall, in run: PlainRun) throws(StepProblem) -> ProfileCall {
        var message = ProfileCall(message: call.message, number: messageID(in: run))
        for value in call.values {
            message.values.append(KeyedValue(key: value.key, value: try filled(value.value, in: run)))
        }
        return message
    }

    private mutating func send(
        _ message: PlainMessage, in run: inout PlainRun, at now: LoadTime
    ) -> LoadEffect<PlainMessage> {
        exchange.begin(message, id: messageID(in: run), intended: course.clock, at: now)
        sequence += 1
        isUnsent = false
        run.recorder.acted(at: now)
        return .send(user: number, message)
    }

    /// Unique number of the next message, over all users; from 1, as many protocols have no request 0.
    private func messageID(in run: PlainRun) -> Int { sequence * run.userCount + number + 1 }
}
