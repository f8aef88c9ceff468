import PagingEngine
import PagingRoom

extension ScriptRunner {
    mutating func receive(_ input: RunnerInput, into effects: inout [RunnerEffect]) {
        switch input {
        case .tick: break
        case .joined(let actor, let replica, let serverTime):
            guard let index = index(of: actor) else { return }
            look(at: replica, serverTime, index)
            performers[index].connection = .inside
            guard case .arriving = performers[index].doing else { return }
            log("is in the room", index, into: &effects)
            goOn(index)
        case .changed(let actor, let event, let replica, let serverTime):
            guard let index = index(of: actor) else { return }
            look(at: replica, serverTime, index)
            guard let event else { return }
            performers[index].hasMoreToHear = Performer.hearsMore(after: event, in: replica)
            performers[index].note(event, in: replica)
        case .answered(let actor, let tag, let answer):
            guard let index = index(of: actor) else { return }
            answered(tag, answer, index, into: &effects)
        case .disconnected(let actor, let reason):
            guard let index = index(of: actor), performers[index].connection == .inside else { return }
            guard !performers[index].isEnded else { return performers[index].connectionLost(.outside) }
            log("lost the connection: \(reason)", index, into: &effects)
            performers[index].connectionLost(.lost)
        case .barrierOpened(let actor):
            guard let index = index(of: actor), performers[index].barrier != nil else { return }
            goOn(index)
        case .refused(let actor, let reason):
            guard let index = index(of: actor), !performers[index].isEnded else { return }
            fail(expected: "to come in", found: "refused: \(reason)", index, into: &effects)
            performers[index].connectionLost(.outside)
            performers[index].doing = .ended
        }
    }

    /// Ends the current step now.
    mutating func goOn(_ index: Int) {
        performers[index].clock = now
        performers[index].doing = .ready
    }

    private mutating func look(at replica: Replica, _ serverTime: Instant, _ index: Int) {
        performers[index].view = Performer.View(
            replica: replica, clockDifferenceMilliseconds: serverTime.milliseconds(since: now))
        performers[index].hasMoreToHear = false
    }

    private mutating func answered(
        _ tag: RequestTag, _ answer: Answer, _ index: Int, into effects: inout [RunnerEffect]
    ) {
        guard performers[index].ledger.answered(tag, answer) else { return }
        let edit = performers[index].edits.removeValue(forKey: tag)
        switch answer {
        case .accepted:
            if let edit { pages = edit }
        case .refused(_, let refusal, _):
            performers[index].hoped = nil
            if performers[index].hand?.tag == tag { performers[index].hand = nil }
            log("refused: \(refusal.code.rawValue), \(refusal.reason)", index, into: &effects)
        }
    }
}
