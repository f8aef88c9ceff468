import PagingEngine

/// How the runner speaks of steps and values: as the script writes them.
extension Step.Action {
    /// What an actor does, for the log; nil for what only passes time or compares.
    var words: String? {
        switch self {
        case .join: "joins"
        case .drag(let plan): plan.words
        case .release(let velocity): "lets go" + (velocity.map { " at \($0.words) pages/s" } ?? "")
        case .cancel: "gives the drag up"
        case .fling(let direction): "flings \(direction.words)"
        case .step(let direction, let page):
            "presses \(direction == .forward ? "next" : "back")" + (page.map { " from page \($0.value)" } ?? "")
        case .jump(let page, let animated): "jumps to page \(page.value)" + (animated ? "" : " at once")
        case .strip(let plan): plan.stripWords
        case .tap(.title(let title)): "taps the tab \(title)"
        case .tap(.number(let page)): "taps the tab of page \(page.value)"
        case .configure(let edit): "configures" + (edit.preset.map { " \($0.rawValue)" } ?? " the pager")
        case .resize(let width, let height): "resizes to \(width)x\(height)"
        case .content(let edit): edit.words
        case .control(let step): step.words
        case .blank(let on): on.map { $0 ? "darkens the pages" : "lights the pages" } ?? "darkens or lights the pages"
        case .think, .wait, .expect, .repeat: nil
        case .cut: "is cut off"
        case .reconnect: "comes back"
        case .leave: "leaves"
        }
    }
}

extension Input.Direction {
    fileprivate var words: String { self == .forward ? "forward" : "back" }
}

extension DragPlan {
    fileprivate var words: String {
        guard let last = samples.last else { return "grabs the page" }
        let ending = self.ending == .held ? ", and holds" : ""
        return "drags \(last.translation.words) pages over \(last.afterMilliseconds) ms\(ending)"
    }
}

extension DragPlan {
    fileprivate var stripWords: String {
        guard let last = samples.last else { return "takes the tabs" }
        return "drags the tabs by \(last.translation.words) over \(last.afterMilliseconds) ms"
    }
}

extension ControlStep {
    var words: String {
        switch self {
        case .request: "asks for the baton"
        case .release: "gives the baton back"
        case .take: "takes the baton"
        case .grant(let name): "passes the baton to \(name)"
        case .policy(let policy): "changes the policy to \(policy.rawValue)"
        }
    }
}

extension ContentEdit {
    fileprivate var words: String {
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
        case .progress(let part): "a flight, \(part) of the way"
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
    fileprivate var words: String { thousandths(of: unitsPerSecond) }
}

private func thousandths(of units: Int64) -> String {
    let scale = Position.unitsPerPage
    let rounded = (abs(units) * 1_000 + scale / 2) / scale
    let digits = String(rounded % 1_000)
    let sign = units < 0 && rounded > 0 ? "-" : ""
    return "\(sign)\(rounded / 1_000)." + String(repeating: "0", count: 3 - digits.count) + digits
}
