import Scripting
import Testing

/// What is wrong about a load run is found before it begins, with its place and the word that was meant.
@Suite struct LoadErrorTests {
    /// Keys of an actor, from line 2, column 22 on.
    @Test(arguments: [
        ("user: 5", "f:2:22: an actor has no key `user` (did you mean `users`?)"),
        ("users: 0", "f:2:29: users is 1 to 1000000, not 0"),
        ("users: many", "f:2:29: users is a whole number, not `many`"),
        ("users: 5, rate: 1/s, for: 1s", "f:2:29: an actor has `users` or a `rate`, not both"),
        ("spread: 5s", "f:2:30: `spread` goes with `users`"),
        ("users: 5, spread: 5", "f:2:40: `5` needs a unit: ms, s or m"),
        ("for: 5s", "f:2:27: `for` goes with `rate`"),
        ("users: 2, most: 5", "f:2:38: `most` goes with `rate`"),
        ("rate: 20, for: 1s", "f:2:28: a rate is like 20/s or 90/m, not `20`"),
        ("rate: 0/s, for: 1s", "f:2:28: a rate is like 20/s or 90/m, not `0/s`"),
        ("rate: 20/h, for: 1s", "f:2:28: a rate is like 20/s or 90/m, not `20/h`"),
        ("rate: 200000/s, for: 1s", "f:2:28: a rate is at most 100000/s, not `200000/s`"),
        ("rate: 20/s, for: 0s", "f:2:39: for is at least 1ms, not `0s`"),
        ("rate: 20/s, for: 1s, most: 0", "f:2:49: most is 1 to 1000000, not 0"),
        ("rate: 20/s", "f:2:28: users who come at a `rate` need a `for`, or the script a `duration`"),
        (
            "users: 2, steps: [{wait: {member: ann}}]",
            "f:2:56: `ann` stands for many; a wait is for one of them or for so many `members`"
        ),
        ("steps: [{think: {exponental: 5s}}]", "f:2:39: a pause has no key `exponental` (did you mean `exponential`?)"),
        ("steps: [{think: {}}]", "f:2:38: a pause is a time like 200ms, 100ms..400ms or {exponential: 5s}"),
        ("steps: [{repeat: {times: 2, every: 0ms, steps: []}}]", "f:2:57: every is at least 1ms, not `0ms`"),
    ])
    func actor(_ keys: String, _ message: String) {
        #expect(ScriptReader.complaints("riffle: 1\nactors: [{name: ann, \(keys)}]").contains(message))
    }

    /// A line of the script, line 2.
    @Test(arguments: [
        ("romos: 4", "f:2:1: a script has no key `romos` (did you mean `rooms`?)"),
        ("rooms: 0", "f:2:8: rooms is 1 to 100000, not 0"),
        ("duration: 0s", "f:2:11: a duration is at least 1ms, not `0s`"),
        ("chaos: {at: 1s}", "f:2:8: `chaos` is a list, not a mapping"),
        ("chaos: [{drop: 3%}]", "f:2:9: chaos comes `at` a time"),
        ("chaos: [{at: 1s}]", "f:2:9: chaos is one of drop, delay, stopReading"),
        ("chaos: [{at: 1s, drop: 1%, stopReading: 1s}]", "f:2:9: chaos is one of drop, delay, stopReading"),
        ("chaos: [{at: 1s, dropp: 1%}]", "f:2:18: chaos has no key `dropp` (did you mean `drop`?)"),
        ("chaos: [{at: 1s, drop: 30}]", "f:2:24: drop is a part like 30%, not `30`"),
        ("chaos: [{at: 1s, drop: 101%}]", "f:2:24: drop is a part like 30%, not `101%`"),
        ("chaos: [{at: 1s, drop: 3%, part: 4%}]", "f:2:34: `drop` says the part itself: `drop: 30%`"),
        ("chaos: [{at: 1s, drop: 3%, for: 4s}]", "f:2:33: `drop` is over at once and has no `for`"),
        ("chaos: [{at: 1s, delay: 3s}]", "f:2:9: `delay` lasts `for` a time"),
        ("chaos: [{at: 1s, delay: 3%, for: 1s}]", "f:2:25: a pause is a time like 200ms, not `3%`"),
        (
            "chaos: [{at: 1s, stopReading: 3s, for: 1s}]",
            "f:2:40: `stopReading` says how long itself: `stopReading: 20s`"
        ),
        ("chaos: [{at: 1s, drop: 3%, of: ann}]", "f:2:32: `of` is a list of actors, not `ann`"),
        ("chaos: [{at: 1s, drop: 3%, of: [anne]}]", "f:2:33: there is no actor `anne` (did you mean `ann`?)"),
        ("{duration: 1s, chaos: [{at: 1s, drop: 3%}], riffle: 1, actors: [{name: ann}]}", "f:2:29: the run has ended"),
        ("thresholds: gaps == 0", "f:2:13: `thresholds` is a list, not `gaps == 0`"),
        (
            "thresholds: [gaps]",
            "f:2:14: a threshold is a figure, a relation and a bound, like `deliver.p95 < 100ms`, not `gaps`"
        ),
        ("thresholds: [reply.p99 < 1s]", "f:2:14: `reply.p99` is not measured in rooms; it is for a plain `target`"),
    ])
    func script(_ line: String, _ message: String) {
        let isWhole = line.hasPrefix("{")
        let text = isWhole ? "\n\(line)" : "riffle: 1\n\(line)\nactors: [{name: ann}]"
        #expect(ScriptReader.complaints(text).contains { $0.hasPrefix(message) }, "\(ScriptReader.complaints(text))")
    }

    /// What thresholds can be, without a place.
    @Test(arguments: [
        ("deliver.p95 =< 1s", "a relation is <, <=, ==, >=, >, not `=<`"),
        ("deliver < 1s", "`deliver` has many values: deliver.p95, deliver.max and so on"),
        ("deliver.p95 < 100", "`100` needs a unit: us, ms, s or m"),
        ("deliver.p95 < 1h", "`h` is no unit of time: us, ms, s or m"),
        ("deliver.p95 < soon", "the bound of `deliver.p95` is a number, not `soon`"),
        ("skew.max < 1s", "`skew.max` is in pages, without the unit `s`"),
        ("gaps < 1s", "`gaps` is a number without the unit `s`"),
        ("gaps < 1%", "`gaps` is a number of things, not a part of them"),
        ("gaps.max < 1", "`gaps` is one number and has no parts"),
    ])
    func threshold(_ text: String, _ message: String) {
        #expect(throws: Threshold.Problem.self) { try Threshold(text) }
        do {
            _ = try Threshold(text)
        } catch {
            #expect(error.description == message)
        }
    }

    @Test(arguments: [
        ("delivr.p95 < 1s", "deliver"), ("gasp == 0", "gaps"), ("deliver.p9x < 1s", "p90"),
        ("naive.akc.p50 < 1s", "ack"), ("nave.ack.p50 < 1s", "naive"), ("rejeted.held == 0", "rejected"),
    ])
    func threshold(_ text: String, means word: String) {
        do {
            _ = try Threshold(text)
            Issue.record("read \(text)")
        } catch {
            #expect(error.suggestion == word)
        }
    }

    /// A plain endpoint's actor, its steps behind `- ` from line 6, column 9 on.
    @Test(arguments: [
        (["snd: a"], "f:6:9: a plain `target` knows no step `snd` (did you mean `send`?)"),
        (["step: forward"], "f:6:9: a plain `target` knows no step `step`; it belongs into a room"),
        (["send: {a: 1}"], "f:6:15: a message is text, not a mapping"),
        (
            ["send: 'a {{usr}}'"],
            "f:6:15: a message has the places user, id, time, seq, not `usr` (did you mean `user`?)"
        ),
        (["send: 'a {{user'"], "f:6:15: `{{user` is not closed by }}"),
        (["sendBinary: 0"], "f:6:21: a binary message is pairs of hexadecimal digits like 00ff, not `0`"),
        (["sendBinary: 0x12"], "f:6:21: a binary message is pairs of hexadecimal digits like 00ff, not `0x12`"),
        (["reply: echo"], "f:6:9: `reply` without a message before it"),
        (["send: a", "reply: echo", "reply: echo"], "f:8:9: `reply` without a message before it"),
        (["send: a", "reply: ecko"], "f:7:16: a reply is echo, next, not `ecko` (did you mean `echo`?)"),
        (["send: a", "reply: {within: 1s}"], "f:7:16: a reply is told by one of field, echo, next"),
        (["send: a", "reply: {field: id}"], "f:7:9: the message before it has no {{id}} to reply to"),
        (
            ["sendBinary: ff", "reply: {field: id}"],
            "f:7:9: a reply to a binary message has no fields: `reply: echo` or `reply: next`"
        ),
        (["push"], "f:6:9: `push` without a `push` of the target, which says what one is"),
        (["wait: {page: 3}"], "f:6:16: a wait has no key `page`"),
        (["leave", "send: a"], "f:6:9: nothing comes after `leave`"),
        (["repeat: {times: 2, steps: [leave]}"], "f:6:36: `leave` stands outside repetitions"),
        (
            ["repeat: {times: 2, steps: [{reply: echo}, {send: a}]}"],
            "f:6:37: `reply` without a message before it"
        ),
    ])
    func plainStep(_ steps: [String], _ message: String) {
        let list = steps.map { "      - \($0)\n" }.joined()
        let text = "riffle: 1\ntarget: {path: /}\nactors:\n  - name: ann\n    steps:\n" + list
        #expect(ScriptReader.complaints(text).contains(message), "\(ScriptReader.complaints(text))")
    }

    @Test(arguments: [
        ("{pth: /}", "f:2:10: a target has no key `pth` (did you mean `path`?)"),
        ("{path: ws}", "f:2:16: a path begins with / and has neither blanks nor #, not `ws`"),
        ("{path: '/a b'}", "f:2:16: a path begins with / and has neither blanks nor #, not `/a b`"),
        ("{headers: []}", "f:2:19: headers are a mapping of names to values, not a list"),
        ("{headers: {a b: c}}", "f:2:20: a header's name is a word of letters, digits and hyphens, not `a b`"),
        ("{headers: {Host: c}}", "f:2:20: the connection says `Host` itself"),
        (
            "{headers: {Sec-WebSocket-Protocol: c}}",
            "f:2:20: the connection says `Sec-WebSocket-Protocol` itself; use `subprotocols`"
        ),
        (#"{headers: {A: "b\r\nC: d"}}"#, "f:2:23: the value of a header is a line of ASCII text, not `b\r\nC: d`"),
        ("{subprotocols: [a b]}", "f:2:25: a subprotocol is a word without blanks or commas, not `a b`"),
        ("{push: {unit: ms}}", "f:2:16: a push needs the `field` that says when it was made"),
        ("{push: {field: t, unit: s}}", "f:2:33: unit is ms, us, not `s` (did you mean `ms`?)"),
        ("{push: {field: t, clock: wall}}", "f:2:34: clock is unix, monotonic, not `wall`"),
    ])
    func target(_ target: String, _ message: String) {
        let found = ScriptReader.complaints("riffle: 1\ntarget: \(target)\nactors: [{name: ann}]")
        #expect(found.contains(message), "\(found)")
    }

    @Test func whatOnlyARoomHasIsRefused() {
        let found = ScriptReader.complaints(
            "riffle: 1\ntarget: {path: /}\nroom: {preset: tabs}\nrooms: 2\nactors: [{name: ann, role: viewer}]\n"
                + "thresholds: [deliver.p99 < 1s, gaps == 0]")
        #expect(
            found == [
                "f:3:7: a plain `target` has no `room`", "f:4:8: a plain `target` has no `rooms`",
                "f:5:22: an actor has no key `role`",
                "f:6:14: `deliver.p99` is not measured at a plain endpoint",
                "f:6:32: `gaps` is not measured at a plain endpoint",
            ])
    }
}
