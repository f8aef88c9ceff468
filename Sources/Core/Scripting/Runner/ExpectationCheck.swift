import PagingEngine
import PagingRoom

/// An expectation compared with what an actor sees.
struct ExpectationCheck {
    let expectation: Expectation
    let view: RoomView.Moment
    /// The page that came to rest last.
    let selected: PageIndex?
    /// The answer to the newest answered request.
    let outcome: Expectation.Outcome?
    /// The actors that show something else, in words.
    let othersOutOfStep: [String]

    /// The differences from the expectation at `now`, in words; empty without any.
    func differences(at now: Instant) -> [String] {
        let replica = view.replica
        var found: [String] = []
        let page = replica.number(of: replica.settled)
        if let expected = expectation.page, expected != page { found.append("page \(page.value)") }
        let phase = replica.phase.name
        if let expected = expectation.phase, expected != phase { found.append(phase.rawValue) }
        let position = view.position(at: now)
        if let place = expectation.place, (position - place.position).magnitude > place.tolerance {
            found.append("position \(position.words)")
        }
        let selected = selected.map { replica.number(of: $0) }
        if let expected = expectation.selected, expected != selected {
            found.append(selected.map { "selected \($0.value)" } ?? "nothing selected")
        }
        if let expected = expectation.outcome, expected != outcome {
            found.append(outcome?.words ?? "nothing asked for")
        }
        if expectation.inStep { found += othersOutOfStep }
        return found
    }
}

extension Expectation {
    /// The interval of checks without an input: neither the position during an animation nor the pictures of others come
    /// with an event.
    var checkMilliseconds: Int64? { place != nil ? 4 : inStep ? 20 : nil }
}
