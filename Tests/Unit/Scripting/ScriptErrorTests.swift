import Scripting
import Testing

/// Every error has its place and, where there is one, the nearest known word.
@Suite struct ScriptErrorTests {
    private static let presets = "threePage, threePagePredicted, carousel, tabs, buttons, majority, continuous"

    /// A step of an actor that is in the room, written after `- ` at line 5, column 9.
    @Test(arguments: [
        ("drga: {by: 1}", "f:5:9: unknown step `drga` (did you mean `drag`?)"),
        ("jion", "f:5:9: unknown step `jion` (did you mean `join`?)"),
        ("xylophone", "f:5:9: unknown step `xylophone`"),
        ("cut: now", "f:5:14: `cut` takes no value, got `now`"),
        ("[cut]", "f:5:9: expected a step, got a list"),
        (
            "{cut: , leave: }",
            "f:5:17: expected a step with one key, got `leave` beside `cut`; indent it or begin a step with `-`"
        ),
        ("drag: {by: 1, ovr: 2ms}", "f:5:23: `drag`: unknown key `ovr` (did you mean `over`?)"),
        ("drag: {by: far}", "f:5:20: `by`: expected a number of pages from -1000 to 1000, got `far`"),
        ("drag: {by: 1e3}", "f:5:20: `by`: expected a number of pages from -1000 to 1000, got `1e3`"),
        ("drag: {by: nan}", "f:5:20: `by`: expected a number of pages from -1000 to 1000, got `nan`"),
        ("drag: {by: 1001}", "f:5:20: `by`: expected a number of pages from -1000 to 1000, got `1001`"),
        ("drag: {by: 1, over: 240}", "f:5:29: `over`: expected a time such as 200ms, 1.5s or 2m, got `240`"),
        ("drag: {by: 1, over: 2h}", "f:5:29: `over`: expected a time such as 200ms, 1.5s or 2m, got `2h`"),
        ("drag: {by: 1, over: -2s}", "f:5:29: `over`: expected a time such as 200ms, 1.5s or 2m, got `-2s`"),
        ("drag: {by: 1, over: 1441m}", "f:5:29: `over`: expected a time of at most 1440m, got `1441m`"),
        ("drag: {by: 1, samples: 0}", "f:5:32: `samples`: expected an integer from 1 to 10000, got `0`"),
        (
            "drag: {by: 1, ease: smoth}",
            "f:5:29: `ease`: expected linear, easeOut or smooth, got `smoth` (did you mean `smooth`?)"
        ),
        (
            "drag: {by: 1, velocity: 21}",
            "f:5:33: `velocity`: expected a number of pages per second from -20 to 20, got `21`"
        ),
        (
            "drag: {by: 1, velocity: 2, release: false}",
            "f:5:33: `velocity` requires a drag that is released; give it to `release`"
        ),
        ("drag: {by: 1, release: no}", "f:5:32: `release`: expected true or false, got `no`"),
        ("drag: {over: 2ms}", "f:5:15: `drag`: expected one of by or path, got none"),
        ("blank: maybe", "f:5:16: `blank`: expected on or off, got `maybe`"),
        (
            "drag: 0.8",
            "f:5:15: `drag`: expected a mapping of by, over, samples, ease, path, velocity, release, got `0.8`"
        ),
        ("drag: {path: []}", "f:5:22: `path`: expected a list of points [time, pages], at least 1, got an empty list"),
        ("drag: {path: [[1ms]]}", "f:5:23: `path`: expected a point [time, pages], got a list"),
        ("drag: {path: [[2ms, 0], [1ms, 1]]}", "f:5:33: `path`: expected points in the order of time"),
        ("drag: {path: [[2ms, 0]], over: 1s}", "f:5:40: `over` cannot stand beside `path`"),
        ("release", "f:5:9: `release` requires a held drag before it: `drag: {…, release: false}`"),
        ("cancel", "f:5:9: `cancel` requires a held drag before it: `drag: {…, release: false}`"),
        ("reconnect", "f:5:9: `reconnect` requires a `cut` before it"),
        ("fling: forwards", "f:5:16: `fling`: expected forward or back, got `forwards` (did you mean `forward`?)"),
        ("step: {from: 2}", "f:5:15: `step`: `by` is required"),
        ("jump: first", "f:5:15: `jump`: expected a page number, got `first`"),
        ("jump: {animated: true}", "f:5:15: `jump`: `page` is required"),
        ("resize: 80", "f:5:17: `resize`: expected a size such as 80x24, got `80`"),
        ("resize: 0x24", "f:5:17: `resize`: expected a size such as 80x24, got `0x24`"),
        ("think: soon", "f:5:16: `think`: expected a time such as 200ms, 1.5s or 2m, got `soon`"),
        ("think: 2s..1s", "f:5:16: `think`: expected the shorter time first, got `2s..1s`"),
        (
            "think: uniform(1s",
            "f:5:16: `think`: expected times in uniform(A, B), exponential(MEAN), normal(MEAN, DEVIATION) or lognormal(MEAN, DEVIATION); within [] or {} it needs quotes, such as 'uniform(A, B)', got `uniform(1s`"
        ),
        ("wait: reest", "f:5:15: `wait`: expected rest, got `reest` (did you mean `rest`?)"),
        (
            "wait: {}",
            "f:5:15: `wait`: expected one of rest, for, event, page, progress, members, member or barrier, got none"
        ),
        (
            "wait: {page: 1, members: 2}",
            "f:5:15: `wait`: expected one of rest, for, event, page, progress, members, member or barrier, got page and members"
        ),
        (
            "wait: {event: animatoin}",
            "f:5:23: `event`: expected dragBegan, dragEnded, target, animation, interrupted, completed, selected, shift, content, dragEnabled, loading, settings, strip, revealed, joined, away, back, left or control, got `animatoin` (did you mean `animation`?)"
        ),
        ("wait: {event: animation, by: sollo}", "f:5:38: `by`: unknown actor `sollo` (did you mean `solo`?)"),
        ("wait: {event: completed, by: solo}", "f:5:38: `by`: the event completed does not name a member; remove `by`"),
        ("wait: {page: 1, by: solo}", "f:5:29: `by` requires `event`"),
        ("wait: {progress: 2}", "f:5:26: `progress`: expected a number from 0 to 1, got `2`"),
        ("wait: {barrier: }", "f:5:25: `barrier`: expected a text, got nothing"),
        ("expect: {phase: still}", "f:5:25: `phase`: expected empty, idle, dragging or settling, got `still`"),
        ("expect: {tolerance: 1}", "f:5:29: `tolerance` requires `position`"),
        (
            "expect: {within: 1s}",
            "f:5:17: `expect`: expected at least one of page, phase, position, selected, rejected or step, got none"
        ),
        (
            "expect: {rejected: colesced}",
            "f:5:28: `rejected`: expected held, coalesced, forbidden, stale, disabled, empty, moving, badRequest, tooLarge, rate, unknownType, unknownPage, unknownAsset or none, got `colesced` (did you mean `coalesced`?)"
        ),
        ("content: {}", "f:5:18: `content`: expected one of deck, pages, remove, insert or change, got none"),
        ("content: {insert: {id: a}}", "f:5:27: `insert`: expected one of before or after, got none"),
        ("content: {insert: {after: a}}", "f:5:27: `insert`: `id` is required"),
        ("content: {remove: a}", "f:5:27: `remove`: expected a list of pages, at least 1, got `a`"),
        ("tap: ", "f:5:13: `tap`: expected a text, got nothing"),
        ("strip: {over: 1s}", "f:5:16: `strip`: `by` is required"),
        ("strip: {by: 1, velocity: 2}", "f:5:24: `strip`: unknown key `velocity`"),
        ("stripp: {by: 1}", "f:5:9: unknown step `stripp` (did you mean `strip`?)"),
        (
            "configure: {preset: carusel}",
            "f:5:29: `preset`: expected threePage, threePagePredicted, carousel, tabs, buttons, majority or continuous, got `carusel` (did you mean `carousel`?)"
        ),
        ("configure: {maxstep: 2}", "f:5:21: `configure`: unknown key `maxstep` (did you mean `maxStep`?)"),
        (
            "configure: {release: haf}",
            "f:5:30: `release`: expected half, free or refused, got `haf` (did you mean `half`?)"
        ),
        (
            "configure: {release: {projectd: 9ms}}",
            "f:5:31: `release`: unknown key `projectd` (did you mean `projected`?)"
        ),
        (
            "configure: {settle: {spring: 350}}",
            "f:5:38: `spring`: expected a time such as 200ms, 1.5s or 2m, got `350`"
        ),
        (
            "control: requst",
            "f:5:18: `control`: expected request, release or take, got `requst` (did you mean `request`?)"
        ),
        ("control: {grnat: ben}", "f:5:19: `control`: unknown key `grnat` (did you mean `grant`?)"),
        ("control: {grant: }", "f:5:26: `grant`: expected a text, got nothing"),
        (
            "control: {policy: batn}",
            "f:5:27: `policy`: expected open, baton or presenters, got `batn` (did you mean `baton`?)"
        ),
        (
            "control: {grant: ben, policy: open}",
            "f:5:18: `control`: expected one of grant or policy, got grant and policy"
        ),
        ("repeat: {steps: [cut]}", "f:5:17: `repeat`: expected one of times or until, got none"),
        ("repeat: {times: 2}", "f:5:17: `repeat`: `steps` is required"),
        ("repeat: {times: 2, steps: [cut]}", "f:5:36: `cut` requires a `reconnect` before it"),
    ])
    func step(_ text: String, _ message: String) {
        #expect(ScriptReader.complaints(solo([text])) == [message])
    }

    @Test(arguments: [
        ("", ["f:1:1: `script`: `riffle` is required", "f:1:1: `script`: `actors` is required"]),
        ("{riffle: 2, actors: [{name: a}]}", ["f:1:10: `riffle`: expected the version 1, got `2`"]),
        (
            "{rifle: 1, actors: [{name: a}]}",
            ["f:1:1: `script`: `riffle` is required", "f:1:2: `script`: unknown key `rifle` (did you mean `riffle`?)"]
        ),
        ("{riffle: 1, actors: []}", ["f:1:21: `actors`: expected a list of at least one actor, got an empty list"]),
        ("{riffle: 1, actors: {}}", ["f:1:21: `actors`: expected a list of at least one actor, got a mapping"]),
        ("{riffle: 1, actors: [{role: member}]}", ["f:1:22: `actor`: `name` is required"]),
        ("{riffle: 1, actors: [{name: a}, {name: a}]}", ["f:1:33: another actor is named `a`; give each its own name"]),
        ("{riffle: 1, seed: -1, actors: [{name: a}]}", ["f:1:19: `seed`: expected an integer of at least 0, got `-1`"]),
        (
            "{riffle: 1, room: {preset: threePages}, actors: [{name: a}]}",
            [
                "f:1:28: `preset`: expected threePage, threePagePredicted, carousel, tabs, buttons, majority or continuous, got `threePages` (did you mean `threePage`?)"
            ]
        ),
        (
            "{riffle: 1, room: {supplier: numbers, deck: d}, actors: [{name: a}]}",
            ["f:1:45: `room`: expected only one of supplier, deck or pages, got supplier and deck"]
        ),
        (
            "{riffle: 1, room: {supplier: animal}, actors: [{name: a}]}",
            [
                "f:1:30: `supplier`: expected numbers, items, tabs, contents or animals, got `animal` (did you mean `animals`?)"
            ]
        ),
        (
            "{riffle: 1, room: {supplier: 'animals:x'}, actors: [{name: a}]}",
            ["f:1:30: `supplier`: animals:x: the seed is a whole number from 0"]
        ),
        ("riffle: 1\nactors: [}", ["f:2:10: not YAML: while parsing a flow node: did not find expected node content"]),
        (
            "riffle: 1\n\tactors: 2",
            ["f:2:1: not YAML: expected spaces before the first word of the line, got a tab; indent with spaces"]
        ),
        ("riffle: 1\nriffle: 1", ["f:1:1: `riffle` is given twice"]),
        (
            "riffle: 1\n---\nriffle: 1",
            ["f:2:1: not YAML: expected a single document in the stream: but found another document"]
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
                "f:4:5: `actor`: unknown key `roll` (did you mean `role`?)",
                "f:6:29: `by` requires `event`",
                "f:6:29: `by`: unknown actor `bob` (did you mean `bbo`?)",
                "f:7:20: `by`: expected a number of pages from -1000 to 1000, got `x`",
                "f:7:29: `over`: expected a time such as 200ms, 1.5s or 2m, got `9`",
                "f:9:11: `role`: expected presenter, member or viewer, got `presentor` (did you mean `presenter`?)",
                "f:10:20: this step requires a `join` before it",
            ])
    }

    /// The steps before decide which step is allowed.
    @Test(arguments: [
        (["think: 1s", "step: back", "join"], ["f:6:9: this step requires a `join` before it"]),
        (["join", "join"], ["f:6:9: the actor is in the room already; remove this `join`"]),
        (["cut", "wait: rest"], ["f:6:9: this step requires a `reconnect` before it"]),
        (["cut", "wait: {for: 1s}", "reconnect", "wait: rest"], []),
        (
            ["drag: {by: 1, release: false}", "fling: back"],
            ["f:6:9: another drag is still held; `release` or `cancel` it first"]
        ),
        (
            ["drag: {by: 1, release: false}", "cancel", "release"],
            ["f:7:9: `release` requires a held drag before it: `drag: {…, release: false}`"]
        ),
        (
            ["drag: {by: 1, release: false}", "jump: 1", "cancel"],
            ["f:7:9: `cancel` requires a held drag before it: `drag: {…, release: false}`"]
        ),
        (
            ["repeat: {times: 2, steps: [{drag: {by: 1, release: false}}]}"],
            ["f:5:37: another drag is still held; `release` or `cancel` it first"]
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
                "f:1:26: `script`: unknown key `sed` (did you mean `seed`?)"
            ])
    }

    @Test func limitsHold() {
        let deep = String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
        #expect(ScriptReader.complaints("riffle: \(deep)") == ["f:1:41: expected at most 32 levels of nesting"])
        let aliases = (1...20).map { "a\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1), *a\($0 - 1)]" }
        let bomb = "a0: &a0 [1]\n" + aliases.joined(separator: "\n")
        #expect(
            ScriptReader.complaints(bomb).first?.hasSuffix("expected at most 100000 values with all aliases followed")
                == true)
        let long = "# " + String(repeating: "x", count: 1 << 20)
        #expect(ScriptReader.complaints(long) == ["f:1:1: expected a file of at most 1048576 bytes"])
    }
}
