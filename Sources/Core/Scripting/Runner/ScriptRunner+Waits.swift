import PagingEngine
import PagingRoom

extension ScriptRunner {
    mutating func look(
        for condition: Wait.Condition, until: Instant, _ index: Int, into effects: inout [RunnerEffect]
    ) -> Bool {
        if holds(condition, index) {
            goOn(index)
            return true
        }
        guard now >= until else { return false }
        give(up: condition.words, found: found(condition, index), index, &effects)
        return true
    }

    /// Whether a condition holds; takes the event of the condition. Barriers open for all actors together.
    private mutating func holds(_ condition: Wait.Condition, _ index: Int) -> Bool {
        let performer = performers[index]
        guard performer.connection == .inside, let view = performer.view else { return false }
        let replica = view.replica
        switch condition {
        case .time, .barrier: return false
        case .rest: return performer.seesRest && performer.ledger.isSettled(in: replica)
        case .event(let name, let author): return performers[index].memory.take(name, by: author)
        case .page(let page): return performer.seesRest && replica.number(of: replica.settled) == page
        case .progress: return performer.flightTime(of: condition).map { $0 <= now } ?? false
        case .members(let count): return replica.present >= count
        case .member(let name): return replica.members.contains { $0.name == name && !$0.isAway }
        }
    }

    private func found(_ condition: Wait.Condition, _ index: Int) -> String {
        let performer = performers[index]
        guard let view = performer.view else { return "nothing" }
        switch condition {
        case .members: return "\(view.replica.present)"
        case .member(let name): return "no \(name)"
        case .barrier: return "others missing"
        case .event: return "no such event"
        default:
            let unanswered = performer.ledger.isSettled(in: view.replica) ? "" : ", with requests unanswered"
            return "page \(view.replica.number(of: view.replica.settled).value), "
                + view.replica.phase.name.rawValue + unanswered
        }
    }

    /// Opens the barriers that all their actors have reached. An actor that has ended does not count.
    mutating func openBarriers() -> Bool {
        var opened = false
        for name in Set(performers.compactMap(\.barrier)).sorted() {
            let expected = performers.indices.filter { index in
                !performers[index].isEnded && performers[index].actor.barriers.contains(name)
            }
            guard expected.allSatisfy({ performers[$0].barrier == name }) else { continue }
            for index in expected { goOn(index) }
            opened = true
        }
        return opened
    }
}

extension Performer {
    /// The barrier at which the actor waits.
    var barrier: String? {
        guard case .waiting(.barrier(let name), _) = doing else { return nil }
        return name
    }
}

extension Replica {
    /// The members in the room that are not away.
    fileprivate var present: Int { members.count { !$0.isAway } + viewers }
}
