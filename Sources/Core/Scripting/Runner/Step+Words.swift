import PagingEngine

/// Words of logs and failures.
extension Input.Direction {
    var words: String { self == .forward ? "forward" : "back" }
}

extension DragPlan {
    var words: String {
        guard let last = samples.last else { return "grabs the page" }
        let ending = self.ending == .held ? ", and holds" : ""
        return "drags \(last.translation.words) pages over \(last.afterMilliseconds) ms\(ending)"
    }

    var stripWords: String {
        guard let last = samples.last else { return "takes the tabs" }
        return "drags the tabs by \(last.translation.words) over \(last.afterMilliseconds) ms"
    }
}

extension ControlStep {
    var words: String {
        switch self {
        case .request: "requests the baton"
        case .release: "releases the baton"
        case .take: "takes the baton"
        case .grant(let name): "passes the baton to \(name)"
        case .policy(let policy): "changes the policy to \(policy.rawValue)"
        }
    }
}

extension ContentEdit {
    var words: String {
        switch self {
        case .deck(let path): "replaces all pages by \(path)"
        case .pages(let pages): "replaces all pages by \(pages.count) others"
        case .remove(let ids): "removes \(ids.map(\.words).joined(separator: ", "))"
        case .insert(let page, let side, let reference):
            "inserts \(page.id.text) \(side.rawValue) \(reference.words)"
        case .change(let reference, _, _): "changes \(reference.words)"
        }
    }
}

extension Wait.Condition {
    var words: String {
        switch self {
        case .rest: "rest"
        case .time(let milliseconds): "\(milliseconds) ms"
        case .event(let name, let author): "the event \(name.rawValue)" + (author.map { " by \($0)" } ?? "")
        case .page(let page): "rest on page \(page.value)"
        case .progress(let part): "\(part) of an animation"
        case .members(let count): "\(count) members"
        case .member(let name): "\(name) in the room"
        case .barrier(let name): "all at the barrier \(name)"
        }
    }
}

extension Expectation {
    var words: String {
        var words: [String] = []
        if let page { words.append("page \(page.value)") }
        if let phase { words.append(phase.rawValue) }
        if let place { words.append("position \(place.position.words) ± \(place.tolerance.words)") }
        if let selected { words.append("selected \(selected.value)") }
        if let outcome { words.append(outcome.words) }
        if inStep { words.append("all in step") }
        return words.joined(separator: ", ")
    }
}

extension Expectation.Outcome {
    var words: String {
        switch self {
        case .accepted: "accepted"
        case .refused(let code): "rejected \(code.rawValue)"
        }
    }
}

extension Distance {
    var magnitude: Distance { Distance(units: abs(units)) }
    /// Pages with three decimals, cut to the nearest.
    var words: String { thousandths(of: units) }
}

extension Position {
    var words: String { thousandths(of: units) }
}

extension Velocity {
    var words: String { thousandths(of: unitsPerSecond) }
}

private func thousandths(of units: Int64) -> String {
    let scale = Position.unitsPerPage
    let rounded = (abs(units) * 1_000 + scale / 2) / scale
    let digits = String(rounded % 1_000)
    let sign = units < 0 && rounded > 0 ? "-" : ""
    return "\(sign)\(rounded / 1_000)." + String(repeating: "0", count: 3 - digits.count) + digits
}
