import PagingEngine
import PagingRoom

extension ScriptRunner {
    /// Waits until all requests are answered and seen, then starts to compare.
    mutating func collect(
        _ expectation: Expectation, until: Instant, _ index: Int, into effects: inout [RunnerEffect]
    ) -> Bool {
        let performer = performers[index]
        if performer.connection == .inside, let view = performer.view, performer.ledger.isSettled(in: view.replica) {
            let end = now.advanced(byMilliseconds: expectation.withinMilliseconds)
            performers[index].clock = now
            performers[index].doing = .expecting(expectation, until: end)
            return true
        }
        guard now >= until else { return false }
        let found = "requests without an answer"
        fail(expected: expectation.words, found: found, isOutOfTime: true, index, into: &effects)
        goOn(index)
        return true
    }

    mutating func compare(
        _ expectation: Expectation, until: Instant, _ index: Int, into effects: inout [RunnerEffect]
    ) -> Bool {
        guard let view = performers[index].view else { return false }
        let differences = differences(expectation, view, index)
        guard !differences.isEmpty else {
            goOn(index)
            return true
        }
        guard now >= until else {
            performers[index].clock = now
            return false
        }
        fail(expected: expectation.words, found: differences.joined(separator: ", "), index, into: &effects)
        goOn(index)
        return true
    }

    /// The differences from the expectation, in words; empty without any.
    private func differences(_ expectation: Expectation, _ view: Performer.View, _ index: Int) -> [String] {
        let replica = view.replica
        let performer = performers[index]
        var found: [String] = []
        let page = replica.number(of: replica.settled)
        if let expected = expectation.page, expected != page { found.append("page \(page.value)") }
        let phase = replica.phase.name
        if let expected = expectation.phase, expected != phase { found.append(phase.rawValue) }
        let position = view.position(at: now)
        if let place = expectation.place, (position - place.position).magnitude > place.tolerance {
            found.append("position \(position.words)")
        }
        let selected = performer.memory.selected.map { replica.number(of: $0) }
        if let expected = expectation.selected, expected != selected {
            found.append(selected.map { "selected \($0.value)" } ?? "nothing selected")
        }
        if let expected = expectation.outcome, expected != performer.ledger.outcome {
            found.append(performer.ledger.outcome?.words ?? "nothing asked for")
        }
        if expectation.inStep { found += others(outOfStepWith: replica) }
        return found
    }

    private func others(outOfStepWith replica: Replica) -> [String] {
        guard !isAlone else { return othersOutOfStep }
        return performers.compactMap { other in
            guard other.connection == .inside, let view = other.view else { return nil }
            if view.replica.sequence != replica.sequence { return "\(other.actor.name) behind or ahead" }
            return view.replica.digest == replica.digest ? nil : "\(other.actor.name) with another picture"
        }
    }
}
