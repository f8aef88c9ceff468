import PagingEngine
import PagingRoom
import Support

extension ScriptRunner {
    /// The longest time to join or reconnect.
    static let arrivalMilliseconds: Int64 = 10_000

    /// Advances one actor as far as this moment allows; false when it can only wait.
    mutating func advance(_ index: Int, into effects: inout [RunnerEffect]) -> Bool {
        switch performers[index].doing {
        case .ended: return false
        case .ready:
            guard performers[index].clock <= now else { return false }
            return beginNextStep(index, into: &effects)
        case .arriving(let until):
            guard now >= until else { return false }
            let found = "nothing within \(ScriptRunner.arrivalMilliseconds) ms"
            give(up: "to be in the room", found: found, index, &effects)
            return true
        case .pausing(let until):
            guard now >= until else { return false }
            performers[index].clock = until
            performers[index].doing = .ready
            return true
        case .dragging(let plan, let next, let began):
            return moveHand(plan, next, began, index, into: &effects)
        case .waiting(let condition, let until):
            return look(for: condition, until: until, index, into: &effects)
        case .collecting(let expectation, let until):
            return collect(expectation, until: until, index, into: &effects)
        case .expecting(let expectation, let until):
            return compare(expectation, until: until, index, into: &effects)
        }
    }

    /// Ends the actor after a wait that ran out of time.
    mutating func give(up expected: String, found: String, _ index: Int, _ effects: inout [RunnerEffect]) {
        fail(expected: expected, found: found, isOutOfTime: true, index, into: &effects)
        performers[index].doing = .ended
    }

    private mutating func beginNextStep(_ index: Int, into effects: inout [RunnerEffect]) -> Bool {
        var cursor = performers[index].cursor
        let step: Step
        switch cursor.next(at: performers[index].clock) {
        case nil:
            performers[index].doing = .ended
            return true
        case .round(let due):
            performers[index].cursor = cursor
            performers[index].clock = due
            return true
        case .step(let next): step = next
        }
        if performers[index].connection == .lost {
            performers[index].doing = .arriving(until: now.advanced(byMilliseconds: ScriptRunner.arrivalMilliseconds))
            return true
        }
        performers[index].cursor = cursor
        performers[index].line = step.line
        begin(step.action, index, into: &effects)
        return true
    }

    private mutating func begin(_ action: Step.Action, _ index: Int, into effects: inout [RunnerEffect]) {
        let clock = performers[index].clock
        if !isQuiet, let words = action.spec.log(action) { log(words, index, into: &effects) }
        switch action {
        case .think(let pause):
            let milliseconds = pause.choose(using: &performers[index].choices)
            performers[index].doing = .pausing(until: clock.advanced(byMilliseconds: milliseconds))
        case .wait(let wait):
            if case .time(let milliseconds) = wait.condition {
                performers[index].doing = .pausing(until: clock.advanced(byMilliseconds: milliseconds))
            } else {
                let until = clock.advanced(byMilliseconds: wait.withinMilliseconds)
                performers[index].doing = .waiting(wait.condition, until: until)
            }
        case .expect(let expectation):
            let until = now.advanced(byMilliseconds: ScriptRunner.arrivalMilliseconds)
            performers[index].doing = .collecting(expectation, until: until)
        case .join, .reconnect, .cut, .leave:
            performers[index].memory.clear()
            travel(action, index, into: &effects)
        case .drag, .fling, .release, .cancel, .strip:
            useHand(action, index, into: &effects)
        case .step, .jump, .tap, .resize, .content, .configure, .control, .blank:
            performers[index].memory.clear()
            ask(action, index, into: &effects)
        case .repeat: preconditionFailure("A cursor unrolls repetitions")
        }
    }

    private mutating func travel(_ action: Step.Action, _ index: Int, into effects: inout [RunnerEffect]) {
        let number = performers[index].number
        let until = now.advanced(byMilliseconds: ScriptRunner.arrivalMilliseconds)
        switch action {
        case .join:
            effects.append(.connect(actor: number))
            performers[index].doing = .arriving(until: until)
        case .reconnect:
            effects.append(.reconnect(actor: number))
            performers[index].doing = .arriving(until: until)
        case .cut:
            effects.append(.cut(actor: number))
            performers[index].connectionLost(.cut)
        default:
            effects.append(.leave(actor: number))
            performers[index].connectionLost(.outside)
            performers[index].view = nil
        }
    }

    /// Sends a request of a step without duration.
    private mutating func ask(_ action: Step.Action, _ index: Int, into effects: inout [RunnerEffect]) {
        guard let view = performers[index].view else { return }
        switch action {
        case .step(let direction, let page):
            let given = page.flatMap { view.replica.index(of: $0) }
            let hoped = performers[index].place ?? view.replica.stepPlace
            let place = given.map { StepPlace(page: $0, shown: hoped.shown) } ?? hoped
            let shown = given == nil ? place.shown : nil
            send(.step(direction, from: place.page, shown: shown), index, into: &effects)
            performers[index].hoped = view.replica.place(after: direction, from: place.page, shown: shown)
            performers[index].hand = nil
        case .jump(let page, let animated):
            guard let request = view.replica.jump(to: page, animated: animated) else {
                fail(expected: "page \(page.value)", found: view.replica.extentWords, index, into: &effects)
                return
            }
            send(request, index, into: &effects)
            performers[index].hoped = view.replica.index(of: page).map { StepPlace(page: $0, shown: 0) }
            performers[index].hand = nil
        case .tap(let tab):
            tap(tab, view, index, into: &effects)
        case .configure(let edit):
            send(.configure(edit.applied(to: view.replica.configuration)), index, into: &effects)
        case .resize(let width, let height):
            send(.resize(width: width, height: height), index, into: &effects)
        case .content(let edit):
            change(edit, view, index, into: &effects)
        case .blank(let on):
            send(.blank(on ?? !view.replica.isBlank), index, into: &effects)
        case .control(let step):
            let members = view.replica.members
            guard let action = step.action(among: members) else {
                let found = "in the room are " + members.map(\.name).joined(separator: ", ")
                return fail(expected: step.words, found: found, index, into: &effects)
            }
            send(.control(action), index, into: &effects)
        default: preconditionFailure("Not a request: \(action)")
        }
    }

    /// Taps a tab by its title or its page: a jump.
    private mutating func tap(
        _ tab: Step.Tab, _ view: Performer.View, _ index: Int, into effects: inout [RunnerEffect]
    ) {
        switch tab {
        case .number(let page):
            ask(.jump(page, animated: true), index, into: &effects)
        case .title(let title):
            let tabs = view.replica.tabs
            guard let item = tabs.firstIndex(of: title) else {
                let known = tabs.isEmpty ? "no tabs" : "the tabs " + tabs.joined(separator: ", ")
                return fail(expected: "a tab `\(title)`", found: known, index, into: &effects)
            }
            send(.jumpToItem(item, animated: true), index, into: &effects)
            performers[index].hoped = nil
            performers[index].hand = nil
        }
    }

    @discardableResult
    mutating func send(_ request: Request, _ index: Int, into effects: inout [RunnerEffect]) -> RequestTag? {
        let tag = request.isSample ? nil : performers[index].ledger.issue(intendedAt: performers[index].clock)
        effects.append(.request(actor: performers[index].number, tag, request))
        return tag
    }
}
