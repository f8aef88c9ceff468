import PagingEngine
import TestSupport
import Testing

/// All sequences of inputs up to a small depth, by two members, before, at and after each deadline, for pagers of
/// all presets and several sizes. The auditor checks each from the first input to rest.
@Suite struct ExhaustiveTests {
    private static let orders: [PageOrder] =
        [.unbounded, .named("")]
        + [3, 1, 2, 5].prefix(Effort.rounds(1, of: 4)).flatMap { count in
            [false, true].map { PageOrder.named(String("abcde".prefix(count)), loops: $0) }
        }

    /// Possible next inputs, each with its member, Ann or Ben. The drag's number is 1 for Ann and 2 for Ben.
    private static func inputs(_ pager: Pager) -> [(Input, MemberID)] {
        let shared: [Input] = [
            .step(.forward, from: pager.target), .step(.back, from: pager.target), .jump(PageIndex(2), animated: true),
            .jump(PageIndex(1), animated: false), .content(revision: pager.revision, .named("xcb")),
            .content(revision: pager.revision, .named("ba", loops: true)), .dragEnabled(!pager.dragEnabled), .tick,
        ]
        let hands = [(ann, DragID(1)), (ben, DragID(2))].flatMap { member, drag in
            let inputs: [Input] = [
                .dragBegan(drag, viewport: nil), .dragMoved(drag, by: .pages(0.6)), .dragMoved(drag, by: .pages(-1.4)),
                .dragEnded(drag, by: .pages(0.6), velocity: .zero), .dragCancelled(drag),
            ]
            return inputs.map { ($0, member) }
        }
        return shared.map { ($0, ann) } + hands + [(.step(.forward, from: pager.target), ben), (.holderGone, ann)]
    }

    /// Milliseconds between inputs: none, just before the deadline, at it, and well after it.
    private static func delays(_ pager: Pager) -> [Int64] {
        guard let due = pager.nextDeadline?.milliseconds(since: pager.now) else { return [0] }
        return [0, due - 1, due, due + 40].filter { $0 >= 0 }
    }

    /// Plays all continuations of `depth` more inputs and returns their number.
    private static func play(_ scene: Scene, depth: Int) -> Int {
        if depth == 0 {
            var scene = scene
            scene.waitForRest()
            let name = scene.pager.phase.name
            if name != .idle && name != .empty { Issue.record("never at rest") }
            return 1
        }
        var played = 0
        for delay in delays(scene.pager) {
            for (input, member) in inputs(scene.pager) {
                var next = scene
                next.send(input, by: member, after: delay)
                if !next.auditor.complaints.isEmpty {
                    Issue.record("\(input) by \(member) after \(delay) ms: \(next.auditor.complaints)")
                    return played
                }
                played += play(next, depth: depth - 1)
            }
        }
        return played
    }

    @Test(arguments: Preset.allCases) func everyShortSequenceKeepsEveryRule(preset: Preset) {
        var played = 0
        for order in Self.orders {
            var scene = Scene(preset, order)
            played += Self.play(scene, depth: 2)
            // Two inputs deeper from the states with most activity: a drag, and an animation.
            scene.send(.dragBegan(DragID(1), viewport: nil))
            scene.send(.dragMoved(DragID(1), by: .pages(0.6)))
            played += Self.play(scene, depth: 2)
            scene.send(.dragEnded(DragID(1), by: .pages(0.6), velocity: .pages(1)))
            scene.wait(30)
            played += Self.play(scene, depth: 2)
        }
        #expect(played > 1_000 * Self.orders.count)
    }

    /// Grabs at each millisecond of each preset's animation start from the target announced at its start.
    @Test(arguments: Preset.allCases) func aGrabAtEveryMillisecondStartsFromTheAnnouncedTarget(preset: Preset) {
        var scene = Scene(preset)
        scene.send(.jump(PageIndex(2), animated: true))
        for _ in 0..<800 {
            var grabbed = scene
            grabbed.send(.dragBegan(DragID(7), viewport: nil))
            #expect(grabbed.pager.drag?.base == PageIndex(2) || preset == .buttons)
            #expect(grabbed.pager.position == scene.pager.position(at: scene.now))
            grabbed.send(.dragEnded(DragID(7), by: .pages(0.6), velocity: .zero))
            let promised: Int64 = preset == .buttons ? 2 : preset == .continuous ? grabbed.pager.target.value : 3
            #expect(grabbed.pager.target == PageIndex(promised))
            scene.wait(1)
        }
        #expect(scene.auditor.complaints == [])
        #expect(scene.pager.settled == PageIndex(2))
    }
}
