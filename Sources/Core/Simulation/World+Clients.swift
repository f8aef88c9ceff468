import PagingClient
import PagingEngine
import PagingRoom
import PagingWire

/// The members and the shell around each.
extension World {
    mutating func hand(_ member: Int, _ event: ClientEvent) {
        var effects: [ClientEffect] = []
        actors[member].core.handle(event, at: actors[member].now(milliseconds), into: &effects)
        // Events behind a snapshot in the same message have changed the replica already.
        var snapshots: [Sequence] = []
        if case .received(let messages) = event {
            for case .snapshot(let snapshot) in messages { snapshots.append(snapshot.replica.sequence) }
        }
        for effect in effects {
            if case .replaced = effect { actors[member].heard = snapshots.removeFirst() }
            run(effect, member)
        }
    }

    mutating func ask(_ member: Int, _ request: Request) {
        var effects: [ClientEffect] = []
        if let id = actors[member].core.request(request, into: &effects) {
            note("member \(member) asks \(id.number) \(request)")
            actors[member].waiting.insert(id)
            if case .step = request, plan.rooms[actors[member].room].isMarch { actors[member].steps.insert(id) }
        }
        for effect in effects { run(effect, member) }
    }

    private mutating func run(_ effect: ClientEffect, _ member: Int) {
        switch effect {
        case .connect: connect(member)
        case .send(let message): if let line = actors[member].line { send(message, over: line) }
        case .close:
            actors[member].line.map { sendUp($0, .closed(code: 1000)) }
            actors[member].line = nil
        case .drop:
            actors[member].line.map { cut($0, clientHears: false) }
            actors[member].line = nil
        case .happened(let event):
            if let heard = actors[member].heard, event.sequence != heard.next {
                complain(.order, "member \(member): event \(event.sequence.number) after \(heard.number)")
            }
            actors[member].heard = event.sequence
        case .joined(let welcome):
            note("member \(member) is in as \(welcome.member.number), recovered \(welcome.recovered)")
            if welcome.recovered { counts.recoveries += 1 } else { counts.joins += 1 }
            actors[member].drag = nil
        case .answered(let id, let answer):
            note("member \(member) is answered \(answer)")
            settle(id, of: member, as: answer)
        case .unanswered(let id): settle(id, of: member, as: nil)
        case .waiting(_, let reason) where reason.hasSuffix("came too early"):
            complain(.order, "member \(member): \(reason)")
        case .ended(let end) where end != .left: complain(.convergence, "member \(member) ended: \(end)")
        case .waiting(let time, let reason): note("member \(member) waits \(time) ms: \(reason)")
        case .replaced, .moved, .pages, .notes, .inStep, .notice, .ended: break
        }
    }

    private mutating func send(_ message: ClientMessage, over line: Int) {
        if sabotage == .otherDrawn, lines[line].member == 0, case .drawn(let sequence, let digest) = message {
            return sendUp(line, .objects([.drawn(sequence, Digest(value: digest.value ^ 1))]))
        }
        guard case .request(let id?, let request, let grant?) = message else {
            return sendUp(line, .objects([message]))
        }
        guard sabotage == .grantTornOff else {
            lines[line].grants[id] = grant
            return sendUp(line, .objects([message]))
        }
        lines[line].grants[id] = FencingToken(grant.number - 1)
        sendUp(line, .objects([.request(id, request, grant: nil)]))
    }

    /// Settles a request that was answered, or never will be.
    private mutating func settle(_ id: RequestID, of member: Int, as answer: Answer?) {
        if actors[member].waiting.remove(id) == nil {
            complain(.order, "member \(member): request \(id.number) answered twice or never asked")
        }
        guard actors[member].steps.remove(id) != nil else { return }
        switch answer {
        case .accepted: books[actors[member].room].stepsDone += 1
        case nil: books[actors[member].room].stepsUnknown += 1
        case .refused: break
        }
    }
}
