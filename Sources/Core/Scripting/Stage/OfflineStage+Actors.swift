import PagingEngine
import PagingRoom

/// The actors' side: the messages they send, and those they receive.
extension OfflineStage {
    mutating func perform(_ effect: RunnerEffect) {
        switch effect {
        case .connect(let actor):
            seats[actor].connect()
            send(.join, from: actor)
        case .reconnect(let actor):
            seats[actor].connect()
            guard let session = seats[actor].session, let replica = seats[actor].replica else {
                return send(.join, from: actor)
            }
            send(.rejoin(session, since: replica.sequence), from: actor)
        case .request(let actor, let tag, let request):
            let id = tag.map { seats[actor].number($0) }
            send(.request(id, request), from: actor)
        case .cut(let actor):
            send(.lost, from: actor)
            seats[actor].isInside = false
        case .leave(let actor):
            send(.leave, from: actor)
            seats[actor].isInside = false
            seats[actor].replica = nil
            seats[actor].session = nil
        case .log(let line): log.append(line)
        case .finished: break
        }
    }

    private mutating func send(_ content: StageMail.Content, from actor: Int) {
        mail.send(content, actor: actor, connection: seats[actor].connection, at: now)
    }

    mutating func deliver(_ letter: StageMail.Letter) {
        switch letter.content {
        case .join, .rejoin, .request, .leave, .lost: admit(letter)
        case .welcome, .unknownSession, .event, .offset, .answer:
            guard letter.connection == seats[letter.actor].connection else { return }
            arrive(letter.content, letter.actor)
        }
    }

    private mutating func arrive(_ content: StageMail.Content, _ actor: Int) {
        switch content {
        case .welcome(let session, let welcome):
            seats[actor].isInside = true
            seats[actor].session = session
            catchUp(with: welcome, actor)
        case .unknownSession: play(.refused(actor: actor, reason: "away for too long"))
        case .event(let event) where seats[actor].isInside: see(event, actor)
        case .offset(let offset) where seats[actor].isInside:
            seats[actor].replica?.apply(offset)
            guard let replica = seats[actor].replica else { return }
            play(.changed(actor: actor, by: nil, replica, serverTime: now))
        case .answer(let answer) where seats[actor].isInside:
            guard let id = answer.id, let tag = seats[actor].tag(of: id) else { return }
            play(.answered(actor: actor, tag, answer))
        default: break
        }
    }

    private mutating func catchUp(with welcome: StageMail.Welcome, _ actor: Int) {
        switch welcome {
        case .snapshot(let replica): seats[actor].replica = replica
        case .missed(let events):
            log(events.count, actor)
            for event in events { see(event, actor) }
        }
        guard let replica = seats[actor].replica else { return }
        play(.joined(actor: actor, replica, serverTime: now))
    }

    private mutating func log(_ missed: Int, _ actor: Int) {
        let line = runner.line(of: actor) ?? script.actors[actor].line
        let text = "resumes with \(missed) events it missed"
        log.append(LogLine(at: now, actor: script.actors[actor].name, line: line, text: text))
    }

    private mutating func see(_ event: Event, _ actor: Int) {
        let result = seats[actor].replica?.apply(event)
        precondition(result != .gap, "The stage delivers every event once and in order")
        guard result == .applied, let replica = seats[actor].replica else { return }
        play(.changed(actor: actor, by: event, replica, serverTime: now))
    }
}

extension Answer {
    fileprivate var id: RequestID? {
        switch self {
        case .accepted(let id, _): id
        case .refused(let id, _, _): id
        }
    }
}
