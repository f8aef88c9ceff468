/// The words of scripts, for help: every step with an example that reads as it stands.
public enum ScriptVocabulary {
    public struct Row: Hashable, Sendable {
        public let example: String
        /// A few words.
        public let meaning: String

        /// The step's own word.
        public var word: String { String(example.prefix { $0 != ":" }) }
    }

    /// A whole script, as short as can be.
    public static let example = """
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
    public static let steps: [Row] = [
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
        Row(example: "think: 100ms..400ms", meaning: "lets time pass"),
        Row(example: "wait: rest", meaning: "or {for: 1s}, {event: NAME}, {page: 3}, {members: 2}, {barrier: NAME}"),
        Row(example: "expect: {page: 3, step: in}", meaning: "compares, and fails the run where it differs"),
        Row(example: "repeat: {times: 3, steps: [{step: forward}]}", meaning: "again and again"),
        Row(example: "cut", meaning: "the connection breaks without a word"),
        Row(example: "reconnect", meaning: "and comes back"),
        Row(example: "leave", meaning: "says goodbye"),
    ]
}
