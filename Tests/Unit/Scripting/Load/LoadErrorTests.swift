import Scripting
import Testing

/// Errors in the load section, each with its place and the nearest known word.
@Suite struct LoadErrorTests {
    /// Keys of an actor, from line 2, column 22 on.
    @Test(arguments: [
        ("user: 5", "f:2:22: `actor`: unknown key `user` (did you mean `users`?)"),
        ("users: 0", "f:2:29: `users`: expected an integer from 1 to 1000000, got `0`"),
        ("users: many", "f:2:29: `users`: expected an integer from 1 to 1000000, got `many`"),
        (
            "users: 5, rate: 1/s, for: 1s",
            "f:2:38: `actor`: expected only one of users, rate or stages, got users and rate"
        ),
        ("spread: 5s", "f:2:30: `spread` requires `users`"),
        ("users: 5, spread: 5", "f:2:40: `spread`: expected a time such as 200ms, 1.5s or 2m, got `5`"),
        ("for: 5s", "f:2:27: `for` requires `rate`"),
        ("users: 2, most: 5", "f:2:38: `most` requires `rate` or `stages`"),
        ("rate: 20, for: 1s", "f:2:28: `rate`: expected a rate such as 20/s or 90/m, at most 100000/s, got `20`"),
        ("rate: 0/s, for: 1s", "f:2:28: `rate`: expected a rate such as 20/s or 90/m, at most 100000/s, got `0/s`"),
        ("rate: 20/h, for: 1s", "f:2:28: `rate`: expected a rate such as 20/s or 90/m, at most 100000/s, got `20/h`"),
        (
            "rate: 200000/s, for: 1s",
            "f:2:28: `rate`: expected a rate such as 20/s or 90/m, at most 100000/s, got `200000/s`"
        ),
        ("rate: 20/s, for: 0s", "f:2:39: `for`: expected a time of at least 1ms, got `0s`"),
        ("rate: 20/s, for: 1s, most: 0", "f:2:49: `most`: expected an integer from 1 to 1000000, got `0`"),
        ("rate: 20/s", "f:2:28: `rate` requires `for`, or a `duration` of the script"),
        (
            "users: 2, steps: [{wait: {member: ann}}]",
            "f:2:56: `member`: expected an actor of one user, got `ann`; wait for `members` instead"
        ),
        (
            "steps: [{think: {exponental: 5s}}]",
            "f:2:39: `think`: unknown key `exponental` (did you mean `exponential`?)"
        ),
        ("steps: [{think: {}}]", "f:2:38: `think`: `exponential` is required"),
        (
            "steps: [{repeat: {times: 2, every: 0ms, steps: []}}]",
            "f:2:57: `every`: expected a time of at least 1ms, got `0ms`"
        ),
    ])
    func actor(_ keys: String, _ message: String) {
        #expect(ScriptReader.complaints("riffle: 1\nactors: [{name: ann, \(keys)}]").contains(message))
    }

    /// A line of the script, line 2.
    @Test(arguments: [
        ("romos: 4", "f:2:1: `script`: unknown key `romos` (did you mean `rooms`?)"),
        ("rooms: 0", "f:2:8: `rooms`: expected an integer from 1 to 100000, got `0`"),
        ("duration: 0s", "f:2:11: `duration`: expected a time of at least 1ms, got `0s`"),
        ("chaos: {at: 1s}", "f:2:8: `chaos`: expected a list of faults, got a mapping"),
        ("chaos: [{drop: 3%}]", "f:2:9: `chaos`: `at` is required"),
        ("chaos: [{at: 1s}]", "f:2:9: `chaos`: expected one of drop, delay, stopReading or run, got none"),
        (
            "chaos: [{at: 1s, drop: 1%, stopReading: 1s}]",
            "f:2:9: `chaos`: expected one of drop, delay, stopReading or run, got drop and stopReading"
        ),
        ("chaos: [{at: 1s, dropp: 1%}]", "f:2:18: `chaos`: unknown key `dropp` (did you mean `drop`?)"),
        ("chaos: [{at: 1s, drop: 30}]", "f:2:24: `drop`: expected a share up to 100% such as 30%, got `30`"),
        ("chaos: [{at: 1s, drop: 101%}]", "f:2:24: `drop`: expected a share up to 100% such as 30%, got `101%`"),
        ("chaos: [{at: 1s, drop: 3%, part: 4%}]", "f:2:34: `part` cannot stand beside `drop`"),
        ("chaos: [{at: 1s, drop: 3%, for: 4s}]", "f:2:33: `for` cannot stand beside `drop`"),
        ("chaos: [{at: 1s, delay: 3s}]", "f:2:25: `delay` requires `for`"),
        (
            "chaos: [{at: 1s, delay: 3%, for: 1s}]",
            "f:2:25: `delay`: expected a time such as 200ms, 1.5s or 2m, got `3%`"
        ),
        ("chaos: [{at: 1s, stopReading: 3s, for: 1s}]", "f:2:40: `for` cannot stand beside `stopReading`"),
        ("chaos: [{at: 1s, drop: 3%, of: ann}]", "f:2:32: `of`: expected a list of actors, at least 1, got `ann`"),
        ("chaos: [{at: 1s, drop: 3%, of: [anne]}]", "f:2:33: `of`: unknown actor `anne` (did you mean `ann`?)"),
        (
            "{duration: 1s, chaos: [{at: 1s, drop: 3%}], riffle: 1, actors: [{name: ann}]}",
            "f:2:29: `at`: expected a time before the end of the run at 1000ms"
        ),
        ("warmup: 10", "f:2:9: `warmup`: expected a time such as 200ms, 1.5s or 2m, got `10`"),
        ("warmup: 1.5s", "f:2:9: `warmup`: expected whole seconds such as 10s, got `1.5s`"),
        (
            "{duration: 5s, warmup: 5s, riffle: 1, actors: [{name: ann}]}",
            "f:2:24: `warmup`: expected a time before the end of the run at 5000ms"
        ),
        ("thresholds: [{threshold: gap == 0, abort: true}]", "f:2:26: unknown figure `gap`"),
        ("thresholds: [{threshold: started > 5, abort: true}]", "f:2:26: `started > 5` may hold until the end"),
        ("thresholds: [{threshold: gaps == 0, after: 5s}]", "f:2:44: `after` requires `abort`"),
        ("thresholds: [{abort: true}]", "f:2:14: `thresholds`: `threshold` is required"),
        ("thresholds: gaps == 0", "f:2:13: `thresholds`: expected a list of thresholds, got `gaps == 0`"),
        (
            "thresholds: [gaps]",
            "f:2:14: expected a figure, a relation and a bound such as `deliver.p95 < 100ms`, got `gaps`"
        ),
        ("thresholds: [reply.p99 < 1s]", "f:2:14: `reply.p99` is not measured in rooms; it requires a plain `target`"),
    ])
    func script(_ line: String, _ message: String) {
        let isWhole = line.hasPrefix("{")
        let text = isWhole ? "\n\(line)" : "riffle: 1\n\(line)\nactors: [{name: ann}]"
        #expect(ScriptReader.complaints(text).contains { $0.hasPrefix(message) }, "\(ScriptReader.complaints(text))")
    }

    /// Errors in thresholds, without a place.
    @Test(arguments: [
        ("deliver.p95 =< 1s", "expected <, <=, ==, >= or >, got `=<`"),
        ("deliver < 1s", "expected a part of `deliver` such as deliver.p95 or deliver.max, got `deliver`"),
        ("deliver.p95 < 100", "`deliver.p95`: expected a time in us, ms, s or m, got `100`"),
        ("deliver.p95 < 1h", "`deliver.p95`: expected a time in us, ms, s or m, got `1h`"),
        ("deliver.p95 < soon", "`deliver.p95`: expected a number as bound, got `soon`"),
        ("skew.max < 1s", "`skew.max`: expected a number of pages without unit, got `1s`"),
        ("gaps < 1s", "`gaps`: expected a number without unit, got `1s`"),
        ("gaps < 1%", "`gaps`: expected a count, got the share `1%`"),
        ("gaps.max < 1", "expected `gaps` without a part, got `gaps.max`; remove the part"),
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
        (["snd: a"], "f:6:9: unknown step `snd` (did you mean `send`?)"),
        (["step: forward"], "f:6:9: unknown step `step`; it requires a room, not a plain `target`"),
        (["send: {a: 1}"], "f:6:15: `send`: expected a text, got a mapping"),
        (
            ["send: 'a {{usr}}'"],
            "f:6:15: `send`: expected {{user}}, {{id}}, {{time}} or {{seq}}, got {{usr}} (did you mean `user`?)"
        ),
        (["send: 'a {{user'"], "f:6:15: `send`: expected }} after `{{user`"),
        (
            ["sendBinary: 0"],
            "f:6:21: `sendBinary`: expected up to 65536 bytes as pairs of hexadecimal digits such as 00ff, got `0`"
        ),
        (
            ["sendBinary: 0x12"],
            "f:6:21: `sendBinary`: expected up to 65536 bytes as pairs of hexadecimal digits such as 00ff, got `0x12`"
        ),
        (["reply: echo"], "f:6:9: `reply` requires a message before it"),
        (["send: a", "reply: echo", "reply: echo"], "f:8:9: `reply` requires a message before it"),
        (["send: a", "reply: ecko"], "f:7:16: `reply`: expected echo or next, got `ecko` (did you mean `echo`?)"),
        (["send: a", "reply: {within: 1s}"], "f:7:16: `reply`: expected one of field, echo or next, got none"),
        (["send: a", "reply: {field: id}"], "f:7:9: `reply: {field: …}` requires {{id}} in the message before it"),
        (
            ["sendBinary: ff", "reply: {field: id}"],
            "f:7:9: a binary message has no fields; use `reply: echo` or `reply: next`"
        ),
        (["push"], "f:6:9: `push` requires a `push` or a `profile` in `target`, which describes pushes"),
        (["wait: {page: 3}"], "f:6:16: `wait`: unknown key `page`"),
        (["leave", "send: a"], "f:7:9: this step comes after `leave`; remove it"),
        (["repeat: {times: 2, steps: [leave]}"], "f:6:36: `leave` cannot stand inside `repeat`"),
        (["repeat: {times: 2, steps: [{reply: echo}, {send: a}]}"], "f:6:37: `reply` requires a message before it"),
    ])
    func plainStep(_ steps: [String], _ message: String) {
        let list = steps.map { "      - \($0)\n" }.joined()
        let text = "riffle: 1\ntarget: {path: /}\nactors:\n  - name: ann\n    steps:\n" + list
        #expect(ScriptReader.complaints(text).contains(message), "\(ScriptReader.complaints(text))")
    }

    @Test(arguments: [
        ("{pth: /}", "f:2:10: `target`: unknown key `pth` (did you mean `path`?)"),
        ("{path: ws}", "f:2:16: `path`: expected a path that begins with / and has no blanks and no #, got `ws`"),
        ("{path: '/a b'}", "f:2:16: `path`: expected a path that begins with / and has no blanks and no #, got `/a b`"),
        ("{headers: []}", "f:2:19: `headers`: expected a mapping of names to values, got an empty list"),
        ("{headers: {a b: c}}", "f:2:20: `headers`: expected a name of letters, digits and hyphens, got `a b`"),
        ("{headers: {Host: c}}", "f:2:20: `headers`: the connection sets `Host` itself; remove it"),
        (
            "{headers: {Sec-WebSocket-Protocol: c}}",
            "f:2:20: `headers`: the connection sets `Sec-WebSocket-Protocol` itself; use `subprotocols`"
        ),
        (
            "{headers: {A: \"b\\r\\nC: d\"}}",
            "f:2:23: `headers`: expected a line of ASCII text, got `b\\u000D\\u000AC: d`"
        ),
        ("{subprotocols: [a b]}", "f:2:25: `subprotocols`: expected a word without blanks and commas, got `a b`"),
        ("{push: {unit: ms}}", "f:2:16: `push`: `field` is required"),
        ("{push: {field: t, unit: s}}", "f:2:33: `unit`: expected ms or us, got `s` (did you mean `ms`?)"),
        ("{push: {field: t, clock: wall}}", "f:2:34: `clock`: expected unix or monotonic, got `wall`"),
    ])
    func target(_ target: String, _ message: String) {
        let found = ScriptReader.complaints("riffle: 1\ntarget: \(target)\nactors: [{name: ann}]")
        #expect(found.contains(message), "\(found)")
    }

    @Test func roomKeysAreRefusedForPlainTargets() {
        let found = ScriptReader.complaints(
            "riffle: 1\ntarget: {path: /}\nroom: {preset: tabs}\nrooms: 2\nactors: [{name: ann, role: viewer}]\n"
                + "thresholds: [deliver.p99 < 1s, gaps == 0]")
        #expect(
            found == [
                "f:3:7: `room` cannot stand beside a plain `target`",
                "f:4:8: `rooms` cannot stand beside a plain `target`",
                "f:5:22: `actor`: unknown key `role`",
                "f:6:14: `deliver.p99` is not measured at a plain endpoint",
                "f:6:32: `gaps` is not measured at a plain endpoint without a `profile`",
            ])
    }

    /// Users of a profile have the counts of numbered pushes and of refusals.
    @Test func profilesHaveSomeCountsOfRooms() {
        let found = ScriptReader.complaints(
            "riffle: 1\ntarget: {profile: nats}\nactors: [{name: ann}]\n"
                + "thresholds: [gaps == 0, reach >= 99%, rejected == 0, diverged == 0]")
        #expect(found == ["f:4:54: `diverged` is not measured at a plain endpoint"])
    }
}
