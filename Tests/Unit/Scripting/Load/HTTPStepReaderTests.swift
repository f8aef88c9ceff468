import Testing

@testable import Scripting

/// The step `http` and where it stands.
@Suite struct HTTPStepReaderTests {
    private static func complaints(_ actor: String, head: String = "target: {path: /}\n") -> [String] {
        do {
            _ = try ScriptReader.read("riffle: 1\n\(head)actors: [{name: a, \(actor)}]", file: "f")
            return []
        } catch {
            return error.errors.map(\.description)
        }
    }

    @Test(arguments: [
        ("get: /a", HTTPCall.Method.get, "/a"), ("head: 'https://x.org'", .head, "https://x.org"),
        ("post: 'HTTP://x:1/a?b'", .post, "HTTP://x:1/a?b"), ("put: /", .put, "/"), ("patch: /a", .patch, "/a"),
        ("delete: /a", .delete, "/a"),
    ])
    func methodsAndURLsAreRead(fields: String, method: HTTPCall.Method, url: String) throws {
        let script = try ScriptReader.read(
            "riffle: 1\ntarget: {path: /}\nactors: [{name: a, before: [{http: {\(fields)}}], steps: []}]", file: "f")
        let step = try #require(script.actors[0].before.first)
        #expect(step.action == .http(HTTPCall(method, url)))
        #expect(script.loadWord == "target")
        // The table writes what it reads.
        let again = try ScriptReader.read(
            "riffle: 1\ntarget: {path: /}\nactors: [{name: a, before: [\(step.action.yamlStep)], steps: []}]", file: "f"
        )
        #expect(again.actors[0].before.map(\.action) == [step.action])
    }

    @Test func aBodyIsWrittenAsItWasRead() throws {
        let call =
            "{post: /a, headers: {X: '1'}, json: {n: 5, t: '5', d: 1.5, l: [true, null, x y]}, "
            + "expect: [200, 302], redirects: 2, within: 3s}"
        func read(_ step: String) throws -> PlainStep.Action {
            try ScriptReader.read(
                "riffle: 1\nactors: [{name: a, before: [\(step)], steps: []}]", file: "f"
            ).actors[0].before[0].action
        }
        let action = try read("{http: \(call)}")
        guard case .http(let request) = action else {
            Issue.record("expected a request")
            return
        }
        #expect(request.content == .json(#"{"n": 5, "t": "5", "d": 1.5, "l": [true, null, "x y"]}"#))
        #expect(request.expected == [200, 302] && request.redirects == 2 && request.withinMilliseconds == 3_000)
        #expect(try read(action.yamlStep) == action)
        let form = HTTPContent.form([KeyedValue(key: "a b", value: "ä&=1")])
        #expect(form.body == "a%20b=%C3%A4%26%3D1")
    }

    @Test(arguments: [
        ("before: [{http: {}}]", "expected one of get, head, post, put, patch or delete"),
        ("before: [{http: {get: /, post: /}}]", "expected one of"),
        ("before: [{http: {get: ftp://x/}}]", "a URL of http or https"),
        ("before: [{http: {get: 'file:///etc/passwd'}}]", "a URL of http or https"),
        ("before: [{http: {get: '//x.org/'}}]", "a URL of http or https"),
        ("before: [{http: {get: 'http://x/a b'}}]", "a URL of http or https"),
        ("before: [{http: {get: 'https://ann:secret@x.org/'}}]", "a URL of http or https"),
        ("before: [{http: {get: 'https:///a'}}]", "a URL of http or https"),
        ("before: [{http: {get: /, json: {}}}]", "`json` cannot stand beside `get`"),
        ("before: [{http: {post: /, json: {}, body: x}}]", "expected only one of json, form or body"),
        ("before: [{http: {get: /, within: 31s}}]", "a time of at most 30000ms"),
        ("before: [{http: {get: /, expect: 700}}]", "an integer from 100 to 599"),
        ("before: [{http: {get: /, redirects: 11}}]", "an integer from 0 to 10"),
        ("before: [{send: x}]", "`send` requires the connection, which opens after `before`"),
        ("before: [{wait: {barrier: a}}]", "`wait: {barrier: …}` requires the connection"),
        ("before: [{wait: {within: 1s}}]", "expected one of for or barrier"),
        ("before: [{wait: {for: 1s, within: 1s}}]", "`within` requires `barrier`"),
        ("before: [{capture: {name: x}}]", "`capture` requires an `http` before it"),
        ("steps: [{http: {get: /}}]", "`http` stands in `before`"),
        ("before: [{http: {get: '/${who}'}}], steps: []", "unknown value ${who}"),
    ])
    func mistakesAreNamed(actor: String, expected: String) {
        let text = actor.contains("steps") ? actor : actor + ", steps: []"
        let found = Self.complaints(text)
        #expect(found.contains { $0.contains(expected) }, "\(found)")
    }

    @Test func roomsHaveThemToo() {
        let loop = "{while: {pointer: /more, equals: 'true', most: 3, steps: [{http: {get: /}}]}}"
        let before = "before: [{http: {get: /}}, \(loop)]"
        #expect(Self.complaints("\(before), token: '${user}', steps: [{step: forward}]", head: "") == [])
        let found = Self.complaints("steps: [{http: {get: /}}]", head: "")
        #expect(found.contains { $0.contains("unknown step `http`; it stands in `before`") }, "\(found)")
    }

    @Test(arguments: ["http.p95 < 1s", "httpErrors == 0", "httpErrors.tls == 0 over 10s"])
    func thresholdsNeedRequests(threshold: String) {
        let head = "thresholds: ['\(threshold)']\n"
        #expect(Self.complaints("before: [{http: {get: /}}], steps: []", head: head) == [])
        #expect(Self.complaints("steps: []", head: head).contains { $0.contains("requires `before` at an actor") })
        #expect(throws: Threshold.Problem.self) { try Figure("httpErrors.slow") }
    }
}

extension PlainStep.Action {
    /// The step as the table writes it, in braces.
    fileprivate var yamlStep: String { yamlValue.line }
}
