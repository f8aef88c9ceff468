import PagingClient
import PagingEngine
import PagingRoom
import PagingServer
import PagingWire

/// The checks of every message that leaves the server.
extension World {
    mutating func inspect(_ messages: [ServerMessage], on line: Int) {
        let member = lines[line].member
        let room = actors[member].room
        for message in messages {
            for (rule, text) in books[room].tell(message) { complain(isFromElsewhere(message, room) ?? rule, text) }
            switch message {
            case .welcome(let welcome):
                lines[line].seat = welcome.member
                if welcome.room != books[room].name {
                    complain(.separation, "line \(line): welcome to \(welcome.room)")
                }
            case .snapshot(let snapshot): lines[line].lastEvent = snapshot.replica.sequence.number
            case .event(let event): lines[line].lastEvent = event.sequence.number
            case .offset(let offset): inspect(offset, on: line)
            case .inStep(let news): inspect(news, on: line)
            case .answer(.accepted(let id, let sequence)): inspectMove(id, sequence, on: line)
            default: break
            }
            if actors[member].role != .presenter, tellsNotes(message) {
                complain(.notes, "member \(member), a \(actors[member].role), is sent notes")
            }
        }
    }

    /// The rule broken by an event of another room.
    private func isFromElsewhere(_ message: ServerMessage, _ room: Int) -> Violation.Rule? {
        guard case .event(let event) = message else { return nil }
        let isKnown = books.indices.contains { $0 != room && books[$0].event(event.sequence, in: life) == event }
        return isKnown ? .separation : nil
    }

    /// Checks that an offset is not older than the events before it, and that the member asked for it; offsets of an
    /// animation are only for members that asked for frames.
    private mutating func inspect(_ offset: Offset, on line: Int) {
        if offset.sequence.number < lines[line].lastEvent {
            complain(
                .order, "line \(line): an offset of \(offset.sequence.number) behind event \(lines[line].lastEvent)")
        }
        let wanted = lines[line].offsets
        guard wanted == .none || wanted == .keyframes && offset.by == nil else { return }
        complain(.manners, "line \(line): an offset for one who wants \(wanted.rawValue)")
    }

    /// Checks that only presenters are told who is in step, with consistent numbers, and once a second unless the line was
    /// choked; clocks drift, and messages between loops take some milliseconds.
    private mutating func inspect(_ news: InStep, on line: Int) {
        counts.inSteps += 1
        if actors[lines[line].member].role != .presenter {
            complain(.picture, "line \(line): told who is in step, and no presenter")
        }
        if news.drawn + news.diverged + news.behind.count > news.of || news.behind.count > InStep.behindLimit {
            complain(.picture, "line \(line): \(news) does not add up")
        }
        if let before = lines[line].inStepToldAt, !lines[line].hasChoked, milliseconds - before < 990 {
            complain(.manners, "line \(line): told who is in step again after \(milliseconds - before) ms")
        }
        lines[line].inStepToldAt = milliseconds
    }

    /// Checks that a move is accepted only under the fencing token in force by the events before the answer.
    private mutating func inspectMove(_ id: RequestID, _ sequence: Sequence, on line: Int) {
        guard let grant = lines[line].grants.removeValue(forKey: id), let member = lines[line].seat else { return }
        counts.fencedMoves += 1
        let book = books[actors[lines[line].member].room]
        guard let control = book.control(at: sequence, in: life), control.policy == .baton else { return }
        guard control.holder != member || control.grant != grant else { return }
        let held = "\(control.holder.map { "member \($0.number)" } ?? "nobody") has grant \(control.grant.number)"
        complain(
            .fencing, "\(book.name): member \(member.number) was obeyed under grant \(grant.number), but \(held)")
    }

    private func tellsNotes(_ message: ServerMessage) -> Bool {
        switch message {
        case .notes(let notes): !notes.isEmpty
        case .snapshot(let snapshot): snapshot.replica.window.contains { $0.page.notes != nil }
        case .event(let event):
            if case .shift(_, _, let window) = event.change { window.contains { $0.page.notes != nil } } else { false }
        case .pages(_, let pages): pages.contains { $0.page.notes != nil }
        default: false
        }
    }

    /// Checks that everything a loop holds has a limit.
    mutating func checkBounds(of loop: Int) {
        guard cores.indices.contains(loop) else { return }
        let holdings = cores[loop].holdings
        let open = lines.count { $0.loop == loop && $0.life == life && $0.isOpen && !$0.serverKnows }
        func demand(_ count: Int, _ limit: Int, _ noun: String) {
            if count > limit { complain(.bounds, "loop \(loop): \(count) \(noun), at most \(limit) are possible") }
        }
        demand(holdings.connections, open, "connections")
        demand(holdings.subscribers, open, "subscribers")
        demand(holdings.mirrors, plan.rooms.count, "mirrors")
        demand(holdings.ringFrames, plan.ringFrames, "frames in a ring")
        demand(holdings.waitingForCommit, World.waitingLimit, "effects that wait for a commit")
        demand(holdings.answerBytes, World.answerLimit, "bytes of answers for one subscriber")
        demand(holdings.wakes, 4 * plan.rooms.count + 16, "planned wake-ups")
    }

    /// The journal's own limit, and what time and people still add to it beyond requests.
    private static let waitingLimit = 1_024 + 256
    /// The server's own limit, and one answer more.
    private static let answerLimit = (1 << 18) + 1_024
}
