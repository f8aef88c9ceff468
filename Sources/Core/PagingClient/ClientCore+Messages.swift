import PagingEngine
import PagingRoom
import PagingWire

/// What the server says.
extension ClientCore {
    mutating func receive(_ messages: [ServerMessage], at now: Instant, into effects: inout [ClientEffect]) {
        for message in messages {
            switch stage {
            case .joining, .following: take(message, at: now, into: &effects)
            case .apart, .connecting, .waiting, .over: return
            }
        }
        sayDrawn(into: &effects)
    }

    private mutating func take(_ message: ServerMessage, at now: Instant, into effects: inout [ClientEffect]) {
        switch message {
        case .welcome(let welcome): enter(welcome, at: now, into: &effects)
        case .snapshot(let snapshot):
            replica = snapshot.replica
            if isToldFrames { replica?.motion = nil }
            replicaEpoch = snapshot.epoch
            isDrawnDue = true
            effects.append(.replaced)
        case .event(let event): apply(event, at: now, into: &effects)
        case .offset(var offset):
            if isToldFrames { offset.velocity = .zero }
            guard let known = replica, offset.sequence >= known.sequence else { return }
            replica?.apply(offset)
            effects.append(.moved(offset))
        case .answer(let answer): take(answer, into: &effects)
        case .pong(let id, let server):
            guard let sent = pings.answered(id) else { return }
            clock.add(sent: sent, received: now, server: server)
        case .pages(let id, let pages): effects.append(.pages(id, pages))
        case .notes(let pages):
            notes = pages
            effects.append(.notes(pages))
        case .inStep(let news):
            inStep = news
            effects.append(.inStep(news))
        case .notice(let notice): effects.append(.notice(notice))
        case .closing(_, let reason, _): effects.append(.notice(Notice(level: .warning, text: reason)))
        }
    }

    /// Who is told each place of a hand has nothing to foresee.
    private var isToldFrames: Bool { settings.join.offsets == .frames }

    private mutating func enter(_ welcome: Welcome, at now: Instant, into effects: inout [ClientEffect]) {
        guard stage == .joining else { return }
        if self.welcome?.epoch != welcome.epoch { clock.reset() }
        if let joinedAt { clock.add(sent: joinedAt, received: now, server: welcome.now) }
        self.welcome = welcome
        notes = []
        (inStep, drawnAt, isDrawnDue) = (nil, nil, true)
        stage = .following
        backoff.reset()
        failedAttempts = 0
        welcomeDueAt = nil
        pings.restart(at: now)
        effects.append(.joined(welcome))
    }

    private mutating func apply(_ event: Event, at now: Instant, into effects: inout [ClientEffect]) {
        switch replicaEpoch == welcome?.epoch ? replica?.apply(event) : nil {
        case .applied:
            if event.change.changesPicture { isDrawnDue = true }
            effects.append(.happened(event))
        case .repeated: break
        case .gap, nil: abandon("event \(event.sequence.number) came too early", at: now, into: &effects)
        }
    }

    private mutating func take(_ answer: Answer, into effects: inout [ClientEffect]) {
        let id: RequestID
        switch answer {
        case .accepted(let answered, _): id = answered
        case .refused(let answered?, _, _):
            id = answered
            if steps.contains(id) { stepped = nil }
        case .refused(nil, let refusal, _):
            effects.append(.notice(Notice(level: .warning, text: refusal.reason)))
            return
        }
        pending.removeAll { $0 == id }
        if steps.remove(id) != nil, steps.isEmpty { stepped = nil }
        effects.append(.answered(id, answer))
    }
}
