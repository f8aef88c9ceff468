import PagingEngine
import Testing

/// Each input in each phase: a row lists the outputs and the state afterwards.
@Suite struct InputTableTests {
    enum Situation: CaseIterable {
        case idle, ownDrag, othersDrag, settling, empty

        /// A pager in this situation as Ann sees it: on page 0, or 0.25 pages on its way from 0 to 1.
        func scene() -> Scene {
            var scene = Scene(.threePage, self == .empty ? .named("") : .named("abcde"))
            switch self {
            case .idle, .empty: break
            case .ownDrag: scene.grab(by: ann)
            case .othersDrag: scene.grab(by: ben)
            case .settling:
                scene.send(.step(.forward, from: PageIndex(0)), by: ben)
                scene.wait(25)
            }
            return scene
        }
    }

    struct Row: CustomStringConvertible {
        let name: String
        let input: Input
        /// Outputs in each situation, in the order of `Situation.allCases`, as words of `Output.word`.
        let words: [String]

        init(_ name: String, _ input: Input, _ words: String...) {
            self.name = name
            self.input = input
            self.words = words
        }

        var description: String { name }
    }

    static let drag = DragID(9)
    static let otherView = Viewport(width: 100, stride: 100)!
    static let rows = [
        Row(
            "a new drag", .dragBegan(drag, viewport: nil),
            "began", "ended(cancelled) began", "held", "interrupted began", "empty"),
        Row("the same drag", .dragBegan(DragID(1), viewport: nil), "began", "", "held", "interrupted began", "empty"),
        Row("a sample", .dragMoved(DragID(1), by: .pages(0.4)), "", "offset", "", "", ""),
        Row("a sample of another drag", .dragMoved(drag, by: .pages(0.4)), "", "", "", "", ""),
        Row(
            "a release far enough", .dragEnded(DragID(1), by: .pages(0.6), velocity: .zero),
            "", "ended(released) target(1) started", "", "", ""),
        Row(
            "a release not far enough", .dragEnded(DragID(1), by: .pages(0.4), velocity: .zero),
            "", "ended(released) started", "", "", ""),
        Row(
            "a release on the page", .dragEnded(DragID(1), by: .zero, velocity: .zero),
            "", "ended(released) idle", "", "", ""),
        Row(
            "a release on the next page", .dragEnded(DragID(1), by: .pages(1), velocity: .zero),
            "", "ended(released) target(1) selected(1) shifted(1) idle", "", "", ""),
        Row("a release of another drag", .dragEnded(drag, by: .pages(1), velocity: .zero), "", "", "", "", ""),
        Row("a cancel", .dragCancelled(DragID(1)), "", "ended(cancelled) idle", "", "", ""),
        Row("the holder gone", .holderGone, "", "ended(lost) idle", "", "", ""),
        Row(
            "a step from 0", .step(.forward, from: PageIndex(0)),
            "target(1) started", "ended(cancelled) target(1) started", "held", "coalesced", "empty"),
        Row(
            "a step from 1", .step(.forward, from: PageIndex(1)),
            "coalesced", "coalesced", "held", "interrupted target(2) started", "empty"),
        Row("a step back from 0", .step(.back, from: PageIndex(0)), "unknown", "unknown", "held", "coalesced", "empty"),
        Row(
            "a step back from 1", .step(.back, from: PageIndex(1)),
            "coalesced", "coalesced", "held", "interrupted target(0) started", "empty"),
        Row(
            "a jump", .jump(PageIndex(3), animated: true),
            "target(3) started", "ended(cancelled) target(3) started", "held", "interrupted target(3) started", "empty"),
        Row(
            "a jump at once", .jump(PageIndex(3), animated: false),
            "target(3) offset selected(3) shifted(3) idle",
            "ended(cancelled) target(3) offset selected(3) shifted(3) idle", "held",
            "interrupted target(3) offset selected(3) shifted(3) idle", "empty"),
        Row(
            "a jump where it goes already", .jump(PageIndex(1), animated: true),
            "target(1) started", "ended(cancelled) target(1) started", "held", "", "empty"),
        Row(
            "a jump where it rests", .jump(PageIndex(0), animated: true),
            "", "ended(cancelled) idle", "held", "interrupted target(0) started", "empty"),
        Row(
            "a jump off the row", .jump(PageIndex(5), animated: true), "unknown", "unknown", "held", "unknown", "empty"),
        Row(
            "a tap on an item", .jumpToItem(4, animated: true),
            "target(4) started", "ended(cancelled) target(4) started", "held", "interrupted target(4) started", "empty"),
        Row("a tap on no item", .jumpToItem(5, animated: true), "unknown", "unknown", "held", "unknown", "empty"),
        Row("a resize", .resize(otherView), "", "", "", "", ""),
        Row(
            "the same pages", .content(revision: 0, .named("abcde")),
            "content shifted(0)", "content shifted(0)", "content shifted(0)", "content shifted(0)",
            "content shifted(0) idle"),
        Row(
            "pages of an old revision", .content(revision: 1, .named("x")),
            "stale", "stale", "stale", "stale", "stale"),
        Row(
            "no pages", .content(revision: 0, .named("")),
            "content shifted(0)", "ended(cancelled) content shifted(0)", "ended(cancelled) content shifted(0)",
            "interrupted content shifted(0)", "content shifted(0)"),
        Row(
            "another configuration", .configure(Configuration(.threePagePredicted)),
            "configured", "moving", "moving", "moving", "configured"),
        Row(
            "drags off", .dragEnabled(false),
            "dragEnabled", "dragEnabled ended(cancelled) idle", "dragEnabled ended(cancelled) idle", "dragEnabled",
            "dragEnabled"),
        Row("drags on", .dragEnabled(true), "", "", "", "", ""),
        Row("a load", .loadBegan(request: 1), "loading", "loading", "loading", "loading", "loading"),
        Row("the end of no load", .loadEnded(request: 1), "", "", "", "", ""),
        Row("time", .tick, "", "", "", "", ""),
    ]

    @Test(arguments: rows) func outputsOfARow(_ row: Row) {
        #expect(row.words.count == Situation.allCases.count)
        for (situation, expected) in zip(Situation.allCases, row.words) {
            var scene = situation.scene()
            let outputs = scene.send(row.input, by: ann)
            #expect(outputs.map(\.word).joined(separator: " ") == expected, "\(row) while \(situation)")
            scene.waitForRest()
            #expect(scene.auditor.complaints == [], "\(row) while \(situation)")
        }
    }

    @Test func aLeaseWithoutASampleIsLost() {
        var scene = Scene(.threePage)
        scene.grab()
        scene.wait(2_000)
        scene.drag(to: .pages(0.3))
        #expect(scene.pager.nextDeadline == scene.now.advanced(byMilliseconds: 3_000))
        #expect(scene.wait(2_999).isEmpty)
        #expect(scene.wait(1).map(\.word) == ["ended(lost)", "started"])
        #expect(scene.wait(100).map(\.word) == ["offset", "completed", "idle"])
        #expect(scene.pager.settled == PageIndex(0))
    }

    /// Overdue outputs carry the time at which they were due.
    @Test func aLateTickReportsEachOutputAtItsOwnTime() {
        var scene = Scene(.threePage)
        scene.grab()
        scene.drag(to: .pages(0.3))
        let due = scene.now.advanced(byMilliseconds: 3_000)
        let outputs = scene.wait(60_000)
        #expect(outputs.map(\.word) == ["ended(lost)", "started", "offset", "completed", "idle"])
        guard case .animationStarted(let animation) = outputs[1] else { return }
        #expect(animation.start == due)
        #expect(animation.cause == .cancel && animation.by == nil)
    }

    @Test func grabbingAnAnimationIsConfigurable() {
        for (policy, words) in [
            (.anyone, ["interrupted began", "interrupted began"]), (.sameHolder, ["interrupted began", "moving"]),
            (.nobody, ["moving", "moving"]),
        ] as [(Configuration.GrabWhileSettling, [String])] {
            for (member, expected) in zip([ann, ben], words) {
                var configuration = Configuration(.threePage)
                configuration.grabWhileSettling = policy
                var scene = Scene(configuration)
                scene.swipe(0.6, by: ann)
                let outputs = scene.send(.dragBegan(DragID(7), viewport: nil), by: member, after: 10)
                #expect(outputs.map(\.word).joined(separator: " ") == expected)
            }
        }
    }
}

extension Output {
    /// A short word for the tables.
    var word: String {
        switch self {
        case .rejected(let rejection): rejection.word
        case .animationInterrupted: "interrupted"
        case .dragBegan: "began"
        case .dragEnded(_, _, _, let outcome): "ended(\(outcome.rawValue))"
        case .targetChanged(_, let page): "target(\(page.value))"
        case .animationStarted: "started"
        case .offset: "offset"
        case .animationCompleted: "completed"
        case .selectionChanged(_, let page): "selected(\(page.value))"
        case .shifted(let pages, _): "shifted(\(pages))"
        case .stripMoved(_, let page, let member): "strip(\(page.value))\(member == nil ? "" : " held")"
        case .contentChanged: "content"
        case .configured: "configured"
        case .dragEnabledChanged: "dragEnabled"
        case .loadingChanged: "loading"
        case .idle: "idle"
        }
    }
}

extension Rejection {
    var word: String {
        switch self {
        case .held: "held"
        case .coalesced: "coalesced"
        case .stale: "stale"
        case .disabled: "disabled"
        case .empty: "empty"
        case .moving: "moving"
        case .unknownPage: "unknown"
        case .badRequest: "bad"
        }
    }
}
