import PagingEngine
import PagingRoom

/// The room's side: its members, and the messages to them.
extension OfflineStage {
    /// The number of events kept, as by a server; a member that was away longer gets a snapshot.
    static let historyLimit = 1_024

    mutating func admit(_ letter: StageMail.Letter) {
        let actor = letter.actor
        switch letter.content {
        case .join: join(actor, letter.connection)
        case .rejoin(let session, let since): rejoin(actor, session, since, letter.connection)
        case .request(let id, let request):
            guard let member = seats[actor].member else { return }
            inRoom { room, now, effects in room.handle(request, id: id, from: member, at: now, into: &effects) }
        case .leave:
            guard let member = seats[actor].member else { return }
            dismiss(actor)
            inRoom { room, now, effects in room.leave(member, at: now, into: &effects) }
        case .lost:
            guard let member = seats[actor].member else { return }
            dismiss(actor)
            inRoom { room, now, effects in room.disconnect(member, at: now, into: &effects) }
        case .welcome, .unknownSession, .event, .offset, .answer:
            preconditionFailure("Actors do not say this to a room")
        }
    }

    private mutating func join(_ actor: Int, _ connection: Int) {
        let part = script.actors[actor]
        let session = Session("offline-\(actor)-\(connection)")
        var member: MemberID?
        inRoom { room, now, effects in
            member = room.join(name: part.name, role: part.role, session: session, at: now, into: &effects)
        }
        seats[actor].member = member
        welcome(actor, connection, session, .snapshot(room.snapshot(at: now)))
    }

    private mutating func rejoin(_ actor: Int, _ session: Session, _ since: Sequence, _ connection: Int) {
        var member: MemberID?
        inRoom { room, now, effects in member = room.rejoin(session, at: now, into: &effects) }
        guard let member else {
            return mail.send(.unknownSession, actor: actor, connection: connection, at: now)
        }
        seats[actor].member = member
        let missed = history.filter { $0.sequence > since }
        let isComplete = Int64(missed.count) == room.sequence.number - since.number
        welcome(actor, connection, session, isComplete ? .missed(missed) : .snapshot(room.snapshot(at: now)))
    }

    private mutating func welcome(
        _ actor: Int, _ connection: Int, _ session: Session, _ welcome: StageMail.Welcome
    ) {
        seats[actor].listening = connection
        mail.send(.welcome(session, welcome), actor: actor, connection: connection, at: now)
    }

    private mutating func dismiss(_ actor: Int) {
        seats[actor].member = nil
        seats[actor].listening = nil
    }

    mutating func publish(_ effect: RoomEffect) {
        switch effect {
        case .event(let event):
            if history.count == OfflineStage.historyLimit { history.removeFirst() }
            history.append(event)
            broadcast(.event(event))
        case .offset(let offset, _): broadcast(.offset(offset))
        case .answer(let member, let answer):
            guard let actor = seats.firstIndex(where: { $0.member == member }), let line = seats[actor].listening
            else { return }
            mail.send(.answer(answer), actor: actor, connection: line, at: now)
        case .notes, .inStep, .removed: break
        }
    }

    private mutating func broadcast(_ content: StageMail.Content) {
        for actor in seats.indices {
            guard let connection = seats[actor].listening else { continue }
            mail.send(content, actor: actor, connection: connection, at: now)
        }
    }
}
