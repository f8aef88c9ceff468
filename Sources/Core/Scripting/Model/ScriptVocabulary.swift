/// The words of scripts, for help: every step with an example that reads as it stands.
package enum ScriptVocabulary {
    package struct Row: Hashable, Sendable {
        package let example: String
        /// A few words.
        package let meaning: String

        /// The step's own word.
        package var word: String { String(example.prefix { $0 != ":" }) }
    }

    /// A whole script, as short as can be.
    package static let example = """
        riffle: 1
        room: {preset: threePage, supplier: numbers}
        actors:
          - name: ann
            role: presenter
            steps:
              - step: forward
              - wait: rest
              - expect: {page: 1}
        """

    /// Every step there is.
    package static let steps: [Row] = [
        Row(example: "join", meaning: "comes in; without it, before the first step"),
        Row(example: "drag: {by: 0.8, over: 240ms}", meaning: "drags by so many pages and lets go"),
        Row(example: "release", meaning: "lets go of a drag with `release: false`"),
        Row(example: "cancel", meaning: "gives such a drag up"),
        Row(example: "fling: forward", meaning: "a short quick drag; or back"),
        Row(example: "step: forward", meaning: "a button; or back"),
        Row(example: "jump: 4", meaning: "to a page"),
        Row(example: "strip: {by: 1.2, over: 200ms}", meaning: "drags the strip of tabs"),
        Row(example: "tap: 3", meaning: "taps the tab of a page, or the one with this title"),
        Row(example: "resize: 80x24", meaning: "the actor's own window"),
        Row(example: "configure: {preset: tabs}", meaning: "presenters: other rules"),
        Row(example: "content: {remove: [intro]}", meaning: "presenters: other pages"),
        Row(example: "control: request", meaning: "the baton: request, release, take, {grant: ben}, {policy: baton}"),
        Row(example: "blank: on", meaning: "presenters: darkens the pages; or off"),
        Row(example: "think: 100ms..400ms", meaning: "lets time pass; or 200ms, or {exponential: 5s}"),
        Row(example: "wait: rest", meaning: "or {for: 1s}, {event: NAME}, {page: 3}, {members: 2}, {barrier: NAME}"),
        Row(example: "expect: {page: 3, step: in}", meaning: "compares, and fails the run where it differs"),
        Row(
            example: "repeat: {times: 3, steps: [{step: forward}]}",
            meaning: "again and again; {every: 1s} begins rounds at fixed times"),
        Row(example: "cut", meaning: "the connection breaks without a word"),
        Row(example: "reconnect", meaning: "and comes back"),
        Row(example: "leave", meaning: "says goodbye"),
    ]

    /// What a load run adds for an actor or at the top of the script.
    package static let load: [Row] = [
        Row(example: "users: 500", meaning: "an actor: so many play its part"),
        Row(example: "spread: 10s", meaning: "their starts, over this time"),
        Row(example: "rate: 20/s", meaning: "or: new ones come all the time, on average so many"),
        Row(example: "for: 1m", meaning: "they come for this long; otherwise to the end"),
        Row(example: "most: 200", meaning: "and so many at one time; 1000 unless it says"),
        Row(example: "rooms: 4", meaning: "spreads the users over so many rooms"),
        Row(example: "duration: 2m", meaning: "ends the run, whatever is left to do"),
        Row(example: "chaos: [{at: 30s, drop: 30%}]", meaning: "connections break, at a moment"),
        Row(
            example: "chaos: [{at: 9s, delay: 50ms..80ms, for: 10s, part: 9%}]",
            meaning: "what some users receive comes later"),
        Row(
            example: "chaos: [{at: 9s, stopReading: 20s, of: [ann], part: 1%}]",
            meaning: "some users of an actor read nothing"),
        Row(example: "thresholds: [deliver.p95 < 100ms]", meaning: "what must hold; else the run fails"),
        Row(
            example: "target: {path: /ws, push: {field: t, unit: us}}",
            meaning: "a plain WebSocket server, with steps of its own"),
    ]

    /// Steps at a plain endpoint.
    package static let plainSteps: [Row] = [
        Row(example: "send: 'n {{seq}}'", meaning: "a text with {{user}}, {{id}}, {{time}}, {{seq}}"),
        Row(example: "sendBinary: 00 ff 10", meaning: "bytes"),
        Row(example: "reply: echo", meaning: "waits for it: echo, next, or {field: id, within: 5s} of JSON"),
        Row(example: "push: {within: 5s}", meaning: "waits for the next message that says when it was made"),
        Row(example: "think: {exponential: 5s}", meaning: "lets time pass"),
        Row(example: "wait: {for: 1s}", meaning: "the same"),
        Row(
            example: "repeat: {times: 9, every: 1s, steps: [push]}",
            meaning: "a round is due every second, however late the one before"),
        Row(example: "leave", meaning: "closes; so does the end"),
    ]

    /// What thresholds speak of.
    package static let figures = [
        "measures: " + Figure.measures.joined(separator: ", "),
        "parts: " + Figure.partWords.joined(separator: ", ") + "; naive.ack.p99 counts from when it was really sent",
        "counts: " + Figure.Count.allCases.map(\.rawValue).joined(separator: ", ") + ", rejected.CODE, closed.CODE",
    ]
}
