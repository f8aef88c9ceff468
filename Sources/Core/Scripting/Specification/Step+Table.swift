import PagingContent
import PagingEngine
import PagingRoom

/// The steps of members in rooms. A new step has a case of `Step.Action`, a row here, and code in `Performer` that
/// performs it; reader, writer, schema, help and log follow from the row.
extension Step.Action: StepAction {
    static func hint(for keyword: String) -> String {
        guard keyword != "http" else { return "; it stands in `before`" }
        return PlainStep.Action.specs.contains { $0.keyword == keyword } ? "; it requires a plain `target`" : ""
    }

    static let specs: [StepSpec<Step.Action>] =
        connectionSteps + dragSteps + pageSteps + roomSteps + timeSteps + flowSteps

    private static let connectionSteps: [StepSpec<Step.Action>] = [
        StepSpec(
            "join", "join", "joins the room; without it, before the first step", .nothing,
            make: { _ in .join }, take: { $0 == .join ? NoValue() : nil }, follow: { $1.join() },
            log: { _ in "joins" }, longestMilliseconds: { _ in Performer.arrivalMilliseconds }),
        StepSpec(
            "cut", "cut", "breaks the connection without a close", .nothing,
            make: { _ in .cut }, take: { $0 == .cut ? NoValue() : nil }, follow: { $1.cut() },
            log: { _ in "loses the connection" }),
        StepSpec(
            "reconnect", "reconnect", "connects again after a cut and resumes", .nothing,
            make: { _ in .reconnect }, take: { $0 == .reconnect ? NoValue() : nil }, follow: { $1.reconnect() },
            log: { _ in "reconnects" }, longestMilliseconds: { _ in Performer.arrivalMilliseconds }),
        StepSpec(
            "leave", "leave", "leaves the room and closes the connection", .nothing,
            make: { _ in .leave }, take: { $0 == .leave ? NoValue() : nil }, follow: { $1.leave() },
            log: { _ in "leaves" }),
    ]

    private static let dragSteps: [StepSpec<Step.Action>] = [
        StepSpec(
            "drag", "drag: {by: 0.8, over: 240ms}", "drags by so many pages and releases", .drag,
            make: { .drag($0) }, take: { if case .drag(let plan) = $0 { plan } else { nil } },
            follow: { $1.beginDrag(isHeld: $0.ending == .held) }, log: { $0.words },
            longestMilliseconds: { $0.durationMilliseconds }),
        StepSpec(
            "release", "release", "releases a drag with `release: false`", .release,
            make: { .release(velocity: $0) },
            take: { action -> Velocity?? in if case .release(let velocity) = action { .some(velocity) } else { nil } },
            follow: { $1.endDrag("release") },
            log: { "releases the drag" + ($0.map { " at \($0.words) pages/s" } ?? "") }),
        StepSpec(
            "cancel", "cancel", "cancels such a drag", .nothing,
            make: { _ in .cancel }, take: { $0 == .cancel ? NoValue() : nil }, follow: { $1.endDrag("cancel") },
            log: { _ in "cancels the drag" }),
        StepSpec(
            "fling", "fling: forward", "makes a short quick drag; or back", .direction,
            make: { .fling($0) }, take: { if case .fling(let direction) = $0 { direction } else { nil } },
            follow: { $1.beginDrag(isHeld: false) }, log: { "flings \($0.words)" },
            longestMilliseconds: { DragPlan.fling($0).durationMilliseconds }),
        StepSpec(
            "strip", "strip: {by: 1.2, over: 200ms}", "drags the strip of tabs", .strip,
            make: { .strip($0) }, take: { if case .strip(let plan) = $0 { plan } else { nil } },
            follow: { $1.beginDrag(isHeld: false) }, log: { $0.stripWords },
            longestMilliseconds: { $0.durationMilliseconds }),
    ]

    private static let pageSteps: [StepSpec<Step.Action>] = [
        StepSpec(
            "step", "step: forward", "presses a button; or back", ButtonFields.kind,
            make: { .step($0.direction ?? .forward, from: $0.page) },
            take: { action in
                guard case .step(let direction, let page) = action else { return nil }
                return ButtonFields(direction: direction, page: page)
            }, follow: { $1.dropDrag() },
            log: { button in
                "presses \(button.direction == .forward ? "next" : "back")"
                    + (button.page.map { " from page \($0.value)" } ?? "")
            }),
        StepSpec(
            "jump", "jump: 4", "goes to a page", JumpFields.kind,
            make: { .jump($0.page ?? PageNumber(0), animated: $0.animated) },
            take: { action in
                guard case .jump(let page, let animated) = action else { return nil }
                return JumpFields(page: page, animated: animated)
            }, follow: { $1.dropDrag() },
            log: { jump in
                "jumps to page \(jump.page?.value ?? 0)" + (jump.animated ? "" : " at once")
            }),
        StepSpec(
            "tap", "tap: 3", "taps the tab of a page, or the tab with this title", .tab,
            make: { .tap($0) }, take: { if case .tap(let tab) = $0 { tab } else { nil } },
            follow: { $1.dropDrag() },
            log: { tab in
                switch tab {
                case .title(let title): "taps the tab \(title)"
                case .number(let page): "taps the tab of page \(page.value)"
                }
            }),
    ]

    private static let roomSteps: [StepSpec<Step.Action>] = [
        StepSpec(
            "resize", "resize: 80x24", "resizes the actor's own window", .size,
            make: { .resize(width: $0.width, height: $0.height) },
            take: { action in
                guard case .resize(let width, let height) = action else { return nil }
                return ViewSize(width: width, height: height)
            }, follow: { $1.requireRoom() }, log: { "resizes to \($0.width)x\($0.height)" }),
        StepSpec(
            "configure", "configure: {preset: tabs}", "presenters: changes the rules", .configuration,
            make: { .configure($0) }, take: { if case .configure(let edit) = $0 { edit } else { nil } },
            follow: { $1.requireRoom() },
            log: { "configures" + ($0.preset.map { " \($0.rawValue)" } ?? " the pager") }),
        StepSpec(
            "content", "content: {remove: [intro]}", "presenters: changes the pages", .content,
            make: { .content($0) }, take: { if case .content(let edit) = $0 { edit } else { nil } },
            follow: { $1.requireRoom() }, log: { $0.words }),
        StepSpec(
            "control", "control: request", "the baton: request, release, take, {grant: ben}, {policy: baton}",
            .control, make: { .control($0) }, take: { if case .control(let step) = $0 { step } else { nil } },
            follow: { $1.requireRoom() }, log: { $0.words }),
        StepSpec(
            "blank", "blank: on", "presenters: darkens the pages; or off", .words(["on": true, "off": false]),
            make: { .blank($0) }, take: { if case .blank(let on) = $0 { on ?? true } else { nil } },
            follow: { $1.requireRoom() }, log: { $0 ? "darkens the pages" : "lights the pages" }),
    ]

    private static let timeSteps: [StepSpec<Step.Action>] = [
        StepSpec(
            "think", "think: 100ms..400ms", "lets time pass; or 200ms, {exponential: 5s}, \(RandomAmount.words)",
            .pause,
            make: { .think($0) }, take: { if case .think(let pause) = $0 { pause } else { nil } },
            follow: { _, _ in nil }, longestMilliseconds: { $0.milliseconds.upperBound }),
        StepSpec(
            "wait", "wait: rest",
            "waits for rest, {for: 1s}, {event: NAME}, {page: 3}, {members: 2} or {barrier: NAME}", .wait,
            make: { .wait($0) }, take: { if case .wait(let wait) = $0 { wait } else { nil } },
            follow: { $0.condition.requiresRoom ? $1.requireRoom() : nil },
            longestMilliseconds: { wait in
                if case .time(let time) = wait.condition { time } else { wait.withinMilliseconds }
            }),
        StepSpec(
            "expect", "expect: {page: 3, step: in}", "compares, and fails the run on a difference", .expectation,
            make: { .expect($0) }, take: { if case .expect(let expectation) = $0 { expectation } else { nil } },
            follow: { $1.requireRoom() },
            longestMilliseconds: { Performer.arrivalMilliseconds + $0.withinMilliseconds }),
        .repetition(
            "repeat: {times: 3, steps: [{step: forward}]}", definition: "repeat", steps: "steps",
            times: { .repeat(times: $0, everyMilliseconds: $1, $2) },
            take: { if case .repeat(let times, let every, let steps) = $0 { (times, every, steps) } else { nil } },
            follow: { _ in nil }),
    ]

    private static let flowSteps = FlowSteps<Step.Action>.rows(
        prefix: "", steps: "steps", condition: "value: '${user}', equals: 0", inner: "{step: forward}",
        follow: { _ in nil })
}

extension Wait.Condition {
    fileprivate var requiresRoom: Bool {
        switch self {
        case .time, .barrier: false
        case .rest, .event, .page, .progress, .members, .member: true
        }
    }
}
