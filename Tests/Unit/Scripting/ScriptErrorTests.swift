import Scripting
import Testing

/// Every error says where it is and, where there is one, the word that was meant.
@Suite struct ScriptErrorTests {
    private static let presets = "threePage, threePagePredicted, carousel, tabs, buttons, majority, continuous"

    /// A step of an actor that is in the room, written after `- ` at line 5, column 9.
    @Test(arguments: [
        ("drga: {by: 1}", "f:5:9: there is no step `drga` (did you mean `drag`?)"),
        ("jion", "f:5:9: there is no step `jion` (did you mean `join`?)"),
        ("xylophone", "f:5:9: there is no step `xylophone`"),
        ("cut: now", "f:5:14: `cut` stands alone, without `now`"),
        ("[cut]", "f:5:9: a step is a word or a mapping of one key, not a list"),
        ("{cut: , leave: }", "f:5:17: a step has one key; `leave` belongs inside `cut` or in a step of its own"),
        ("drag: {by: 1, ovr: 2ms}", "f:5:23: a drag has no key `ovr` (did you mean `over`?)"),
        ("drag: {by: far}", "f:5:20: a drag in pages is a number, not `far`"),
        ("drag: {by: 1e3}", "f:5:20: a drag in pages is a number, not `1e3`"),
        ("drag: {by: nan}", "f:5:20: a drag in pages is a number, not `nan`"),
        ("drag: {by: 1001}", "f:5:20: a drag in pages is between -1000.0 and 1000.0, not 1001.0"),
        ("drag: {by: 1, over: 240}", "f:5:29: `240` needs a unit: ms, s or m"),
        ("drag: {by: 1, over: 2h}", "f:5:29: `h` is no unit: ms, s or m"),
        ("drag: {by: 1, over: -2s}", "f:5:29: over is a time like 200ms, not `-2s`"),
        ("drag: {by: 1, over: 1441m}", "f:5:29: over is at most a day, not `1441m`"),
        ("drag: {by: 1, samples: 0}", "f:5:32: samples is 1 to 10000, not 0"),
        ("drag: {by: 1, ease: smoth}", "f:5:29: ease is linear, easeOut, smooth, not `smoth` (did you mean `smooth`?)"),
        ("drag: {by: 1, velocity: 21}", "f:5:33: a velocity in pages per second is between -20.0 and 20.0, not 21.0"),
        ("drag: {by: 1, velocity: 2, release: false}", "f:5:33: a drag that is held has no velocity yet"),
        ("drag: {by: 1, release: no}", "f:5:32: release is true, false, not `no`"),
        ("drag: {over: 2ms}", "f:5:15: a drag needs `by` or a `path`"),
        ("blank: maybe", "f:5:16: blank is on, off, not `maybe`"),
        ("drag: 0.8", "f:5:15: a drag is a mapping of by, over, samples, ease, path, velocity, release, not `0.8`"),
        ("drag: {path: []}", "f:5:22: a path is a list of [time, pages], not a list"),
        ("drag: {path: [[1ms]]}", "f:5:23: a point of a path is [time, pages], not a list"),
        ("drag: {path: [[2ms, 0], [1ms, 1]]}", "f:5:34: a path goes forward in time"),
        ("drag: {path: [[2ms, 0]], over: 1s}", "f:5:40: a drag with a `path` has no `over`"),
        ("release", "f:5:9: `release` without a held drag (`drag: {…, release: false}`)"),
        ("cancel", "f:5:9: `cancel` without a held drag (`drag: {…, release: false}`)"),
        ("reconnect", "f:5:9: `reconnect` without a `cut` before it"),
        ("fling: forwards", "f:5:16: a fling is forward, back, not `forwards` (did you mean `forward`?)"),
        ("step: {from: 2}", "f:5:15: a step goes `by` forward or back"),
        ("jump: first", "f:5:15: a page is a whole number, not `first`"),
        ("jump: {animated: true}", "f:5:15: a jump needs a `page`"),
        ("resize: 80", "f:5:17: a size is columns x rows, like 80x24, not `80`"),
        ("resize: 0x24", "f:5:17: a size is columns x rows, like 80x24, not `0x24`"),
        ("think: soon", "f:5:16: a pause is a time like 200ms, not `soon`"),
        ("think: 2s..1s", "f:5:16: the longer time stands second: 1s..2s"),
        ("wait: reest", "f:5:15: a wait is rest, not `reest` (did you mean `rest`?)"),
        ("wait: {}", "f:5:15: a wait is for one of rest, for, event, page, progress, members, member, barrier"),
        (
            "wait: {page: 1, members: 2}",
            "f:5:15: a wait is for one of rest, for, event, page, progress, members, member, barrier"
        ),
        (
            "wait: {event: animatoin}",
            "f:5:23: an event is dragBegan, dragEnded, target, animation, interrupted, completed, selected, shift, content, dragEnabled, loading, settings, strip, revealed, joined, away, back, left, control, not `animatoin` (did you mean `animation`?)"
        ),
        ("wait: {event: animation, by: sollo}", "f:5:38: there is no actor `sollo` (did you mean `solo`?)"),
        ("wait: {event: completed, by: solo}", "f:5:38: the event completed does not say who caused it"),
        ("wait: {page: 1, by: solo}", "f:5:29: `by` goes with `event`"),
        ("wait: {progress: 2}", "f:5:26: progress is between 0.0 and 1.0, not 2.0"),
        ("wait: {barrier: }", "f:5:25: a barrier's name is text, not nothing"),
        ("expect: {phase: still}", "f:5:25: a phase is empty, idle, dragging, settling, not `still`"),
        ("expect: {tolerance: 1}", "f:5:29: `tolerance` goes with `position`"),
        (
            "expect: {within: 1s}",
            "f:5:17: an expectation expects something: page, phase, position, tolerance, selected, rejected, step"
        ),
        (
            "expect: {rejected: colesced}",
            "f:5:28: rejected is held, coalesced, forbidden, stale, disabled, empty, moving, badRequest, tooLarge, rate, unknownType, unknownPage, none, not `colesced` (did you mean `coalesced`?)"
        ),
        ("content: {}", "f:5:18: a content step is one of deck, pages, remove, insert, change"),
        ("content: {insert: {id: a}}", "f:5:27: an insertion says `before` or `after` which page"),
        ("content: {insert: {after: a}}", "f:5:27: an insertion needs the new page's `id`"),
        ("content: {remove: a}", "f:5:27: `remove` is a list of pages, not `a`"),
        ("tap: ", "f:5:13: a tab's title or page is text, not nothing"),
        ("strip: {over: 1s}", "f:5:16: a strip needs `by`, in tabs"),
        ("strip: {by: 1, velocity: 2}", "f:5:24: a strip has no key `velocity`"),
        ("stripp: {by: 1}", "f:5:9: there is no step `stripp` (did you mean `strip`?)"),
        ("configure: {preset: carusel}", "f:5:29: preset is \(Self.presets), not `carusel` (did you mean `carousel`?)"),
        ("configure: {maxstep: 2}", "f:5:21: a configuration has no key `maxstep` (did you mean `maxStep`?)"),
        ("configure: {release: haf}", "f:5:30: a release is half, free, refused, not `haf` (did you mean `half`?)"),
        (
            "configure: {release: {projectd: 9ms}}",
            "f:5:31: a release has no key `projectd` (did you mean `projected`?)"
        ),
        ("configure: {settle: {spring: 350}}", "f:5:38: `350` needs a unit: ms, s or m"),
        ("control: requst", "f:5:18: control is request, release, take, not `requst` (did you mean `request`?)"),
        ("control: {grnat: ben}", "f:5:19: control has no key `grnat` (did you mean `grant`?)"),
        ("control: {grant: }", "f:5:26: who gets the baton is text, not nothing"),
        ("control: {policy: batn}", "f:5:27: a policy is open, baton, presenters, not `batn` (did you mean `baton`?)"),
        (
            "control: {grant: ben, policy: open}",
            "f:5:18: control is one thing at a time: `grant` to somebody, or a `policy`"
        ),
        ("repeat: {steps: [cut]}", "f:5:9: `repeat` needs `times`"),
        ("repeat: {times: 2}", "f:5:9: `repeat` needs `steps`"),
        ("repeat: {times: 2, steps: [cut]}", "f:5:36: `cut` needs a `reconnect` before it"),
    ])
    func step(_ text: String, _ message: String) {
        #expect(ScriptReader.complaints(solo([text])) == [message])
    }

    @Test(arguments: [
        ("", ["f:1:1: a script begins with its version: `riffle: 1`", "f:1:1: a script needs `actors`"]),
        ("{riffle: 2, actors: [{name: a}]}", ["f:1:10: this is version 2; known is 1"]),
        (
            "{rifle: 1, actors: [{name: a}]}",
            [
                "f:1:1: a script begins with its version: `riffle: 1`",
                "f:1:2: a script has no key `rifle` (did you mean `riffle`?)",
            ]
        ),
        ("{riffle: 1, actors: []}", ["f:1:21: a script needs at least one actor"]),
        ("{riffle: 1, actors: {}}", ["f:1:21: `actors` is a list, not a mapping"]),
        ("{riffle: 1, actors: [{role: member}]}", ["f:1:22: an actor needs a `name`"]),
        ("{riffle: 1, actors: [{name: a}, {name: a}]}", ["f:1:33: there are two actors named `a`"]),
        ("{riffle: 1, seed: -1, actors: [{name: a}]}", ["f:1:19: a seed is at least 0, not -1"]),
        (
            "{riffle: 1, room: {preset: threePages}, actors: [{name: a}]}",
            [
                "f:1:28: preset is threePage, threePagePredicted, carousel, tabs, buttons, majority, continuous, not `threePages` (did you mean `threePage`?)"
            ]
        ),
        (
            "{riffle: 1, room: {supplier: numbers, deck: d}, actors: [{name: a}]}",
            [
                "f:1:30: a room has a supplier or a deck, not both"
            ]
        ),
        (
            "{riffle: 1, room: {supplier: animal}, actors: [{name: a}]}",
            [
                "f:1:30: supplier is numbers, items, tabs, contents, animals, not `animal` (did you mean `animals`?)"
            ]
        ),
        (
            "{riffle: 1, room: {supplier: 'animals:x'}, actors: [{name: a}]}",
            ["f:1:30: animals:x: the seed is a whole number from 0"]
        ),
        ("riffle: 1\nactors: [}", ["f:2:10: not YAML: while parsing a flow node: did not find expected node content"]),
        (
            "riffle: 1\n\tactors: 2",
            ["f:2:1: not YAML: while scanning a plain scalar: found a tab character that violates indentation"]
        ),
        ("riffle: 1\nriffle: 1", ["f:1:1: `riffle` is given twice"]),
        (
            "riffle: 1\n---\nriffle: 1",
            [
                "f:2:1: not YAML: expected a single document in the stream: but found another document"
            ]
        ),
        ("riffle: *one", ["f:1:9: not YAML: found undefined alias"]),
    ])
    func file(_ text: String, _ messages: [String]) {
        #expect(ScriptReader.complaints(text) == messages)
    }

    @Test func allErrorsAreReportedInOrder() {
        let text = """
            riffle: 1
            actors:
              - name: ann
                roll: presenter
                steps:
                  - wait: {page: 1, by: bob}
                  - drag: {by: x, over: 9}
              - name: bbo
                role: presentor
                steps: [leave, step: back]
            """
        #expect(
            ScriptReader.complaints(text) == [
                "f:4:5: an actor has no key `roll` (did you mean `role`?)", "f:6:29: `by` goes with `event`",
                "f:7:20: a drag in pages is a number, not `x`", "f:7:29: `9` needs a unit: ms, s or m",
                "f:9:11: role is presenter, member, viewer, not `presentor` (did you mean `presenter`?)",
                "f:10:20: this step needs a `join` before it",
            ])
    }

    /// What an actor may do depends on what it did before.
    @Test(arguments: [
        (["think: 1s", "step: back", "join"], ["f:6:9: this step needs a `join` before it"]),
        (["join", "join"], ["f:6:9: `join` when already in the room"]),
        (["cut", "wait: rest"], ["f:6:9: this wait needs a `reconnect` before it"]),
        (["cut", "wait: {for: 1s}", "reconnect", "wait: rest"], []),
        (
            ["drag: {by: 1, release: false}", "fling: back"],
            ["f:6:9: a drag is still held: `release` or `cancel` it first"]
        ),
        (
            ["drag: {by: 1, release: false}", "cancel", "release"],
            ["f:7:9: `release` without a held drag (`drag: {…, release: false}`)"]
        ),
        (
            ["drag: {by: 1, release: false}", "jump: 1", "cancel"],
            ["f:7:9: `cancel` without a held drag (`drag: {…, release: false}`)"]
        ),
        (
            ["repeat: {times: 2, steps: [{drag: {by: 1, release: false}}]}"],
            ["f:5:37: a drag is still held: `release` or `cancel` it first"]
        ),
        (["repeat: {times: 1, steps: [{drag: {by: 1, release: false}}]}", "release"], []),
        (["join", "leave", "think: 1s", "join", "step: back"], []),
    ])
    func order(_ steps: [String], _ messages: [String]) {
        #expect(ScriptReader.complaints(solo(steps)) == messages)
    }

    @Test func columnsAreCountedInUnicodeScalars() {
        #expect(
            ScriptReader.complaints("{riffle: 1, title: 'é漢', sed: 1, actors: [{name: a}]}") == [
                "f:1:26: a script has no key `sed` (did you mean `seed`?)"
            ])
    }

    @Test func limitsHold() {
        let deep = String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
        #expect(ScriptReader.complaints("riffle: \(deep)") == ["f:1:41: nested more than 32 deep"])
        let aliases = (1...20).map { "a\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1), *a\($0 - 1)]" }
        let bomb = "a0: &a0 [1]\n" + aliases.joined(separator: "\n")
        #expect(
            ScriptReader.complaints(bomb).first?.hasSuffix("a script has at most 100000 values, aliases followed")
                == true)
        let long = "# " + String(repeating: "x", count: 1 << 20)
        #expect(ScriptReader.complaints(long) == ["f:1:1: a script has at most 1048576 bytes"])
    }
}
