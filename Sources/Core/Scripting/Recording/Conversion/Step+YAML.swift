import PagingContent
import PagingEngine

/// Steps as scripts write them, in one line.
extension Step.Action {
    var yaml: String {
        switch self {
        case .join: "join"
        case .cancel: "cancel"
        case .cut: "cut"
        case .reconnect: "reconnect"
        case .leave: "leave"
        case .drag(let plan): "drag: \(plan.yaml)"
        case .release(let velocity):
            velocity.map { "release: {velocity: \(YAMLWord.pages($0.unitsPerSecond))}" } ?? "release"
        case .fling(let direction): "fling: \(direction.yaml)"
        case .step(let direction, let page):
            page.map { "step: {by: \(direction.yaml), from: \($0.value)}" } ?? "step: \(direction.yaml)"
        case .jump(let page, let animated):
            animated ? "jump: \(page.value)" : "jump: {page: \(page.value), animated: false}"
        case .strip(let plan): "strip: \(plan.evenYAML)"
        case .tap(.title(let title)): "tap: \(YAMLWord.quoted(title))"
        case .tap(.number(let page)): "tap: \(page.value)"
        case .configure(let edit): "configure: {\(edit.fields.joined(separator: ", "))}"
        case .resize(let width, let height): "resize: \(width)x\(height)"
        case .content(let edit): "content: \(edit.yaml)"
        case .control(let step): "control: \(step.yaml)"
        case .blank(let on): "blank: \(on ?? true ? "on" : "off")"
        case .think(let pause): "think: \(pause.yaml)"
        case .wait(let wait): "wait: \(wait.yaml)"
        case .expect(let expectation): "expect: {\(expectation.fields.joined(separator: ", "))}"
        case .repeat: preconditionFailure("A repetition takes more than a line")
        }
    }
}

extension Input.Direction {
    fileprivate var yaml: String { self == .forward ? "forward" : "back" }
}

extension DragPlan {
    /// `[16ms, 0.25]`.
    var points: [String] {
        samples.map { "[\($0.afterMilliseconds)ms, \(YAMLWord.pages($0.translation.units))]" }
    }

    var endingWord: String? {
        switch ending {
        case .held: "release: false"
        case .released(nil): nil
        case .released(let velocity?): "velocity: \(YAMLWord.pages(velocity.unitsPerSecond))"
        }
    }

    fileprivate var yaml: String {
        let path = "path: [\(points.joined(separator: ", "))]"
        return "{" + ([path] + [endingWord].compactMap(\.self)).joined(separator: ", ") + "}"
    }

    fileprivate var evenYAML: String {
        let end = samples.last ?? Sample(afterMilliseconds: 0, translation: .zero)
        let way = "by: \(YAMLWord.pages(end.translation.units)), over: \(end.afterMilliseconds)ms"
        return "{\(way), samples: \(samples.count)}"
    }
}

extension Pause {
    fileprivate var yaml: String {
        if let meanMilliseconds { return "{exponential: \(meanMilliseconds)ms}" }
        let (least, most) = (milliseconds.lowerBound, milliseconds.upperBound)
        return least == most ? "\(least)ms" : "\(least)ms..\(most)ms"
    }
}

extension ControlStep {
    fileprivate var yaml: String {
        switch self {
        case .request: "request"
        case .release: "release"
        case .take: "take"
        case .grant(let name): "{grant: \(YAMLWord.quoted(name))}"
        case .policy(let policy): "{policy: \(policy.rawValue)}"
        }
    }
}

extension ContentEdit {
    fileprivate var yaml: String {
        switch self {
        case .deck(let path): return "{deck: \(YAMLWord.quoted(path))}"
        case .remove(let pages): return "{remove: [\(pages.map(\.yaml).joined(separator: ", "))]}"
        case .insert(let page, let side, let reference):
            let words = [page.title, page.body].map(YAMLWord.quoted)
            let text = page.body.isEmpty ? "title: \(words[0])" : "title: \(words[0]), body: \(words[1])"
            return "{insert: {\(side.rawValue): \(reference.yaml), id: \(YAMLWord.quoted(page.id.text)), \(text)}}"
        case .change(let page, let title, let body):
            let fields = [title.map { "title: \(YAMLWord.quoted($0))" }, body.map { "body: \(YAMLWord.quoted($0))" }]
            return "{change: {" + (["page: \(page.yaml)"] + fields.compactMap(\.self)).joined(separator: ", ") + "}}"
        case .pages: preconditionFailure("Pages take more than a line")
        }
    }
}

extension ContentEdit.PageReference {
    fileprivate var yaml: String {
        switch self {
        case .id(let id): YAMLWord.quoted(id.text)
        default: words
        }
    }
}

extension Wait {
    fileprivate var yaml: String {
        let isStandard = withinMilliseconds == Wait.standardWithinMilliseconds
        if condition == .rest, isStandard { return "rest" }
        return "{\(condition.field)\(isStandard ? "" : ", within: \(withinMilliseconds)ms")}"
    }
}

extension Wait.Condition {
    fileprivate var field: String {
        switch self {
        case .rest: "rest: "
        case .time(let milliseconds): "for: \(milliseconds)ms"
        case .event(let name, let author):
            "event: \(name.rawValue)" + (author.map { ", by: \(YAMLWord.quoted($0))" } ?? "")
        case .page(let page): "page: \(page.value)"
        case .progress(let part): "progress: \(YAMLWord.number(part))"
        case .members(let count): "members: \(count)"
        case .member(let name): "member: \(YAMLWord.quoted(name))"
        case .barrier(let name): "barrier: \(YAMLWord.quoted(name))"
        }
    }
}
