import Scripting

/// The parts of a run that the users of a plain endpoint share.
struct PlainRun: Sendable {
    let script: Script
    let endpoint: PlainEndpoint
    /// Users of all workers.
    let userCount: Int
    /// Microseconds to add to a `LoadTime` for the time since 1970.
    let unixOffset: Int64
    let content: ContentReader
    let feeds: DataFeeds
    var recorder: LoadRecorder
    var faults: FaultSchedule
    var barriers: Barriers
    /// By actor: whether it waits for replies.
    private let asksReplies: [Bool]
    /// By actor: whether a step looks at messages.
    private let looksAtMessages: [Bool]

    init(
        script: Script, endpoint: PlainEndpoint, userCount: Int, unixOffset: Int64,
        content: ContentReader, feeds: DataFeeds, recorder: LoadRecorder, faults: FaultSchedule,
        barriers: Barriers
    ) {
        self.script = script
        self.endpoint = endpoint
        self.userCount = userCount
        self.unixOffset = unixOffset
        (self.content, self.feeds) = (content, feeds)
        self.recorder = recorder
        self.faults = faults
        self.barriers = barriers
        let steps = script.actors.map { $0.plainSteps.flatMap(\.flattened) }
        asksReplies = steps.map { $0.contains(where: \.asksReply) }
        looksAtMessages = steps.map { $0.contains(where: \.looksAtMessage) }
    }

    /// Whether a message of the profile has a reply.
    func hasReply(_ message: String) -> Bool { endpoint.profile?.message(message)?.reply != nil }

    func asksReplies(_ part: LoadPlan.Part) -> Bool { asksReplies[part.actor] }

    func looksAtMessages(_ part: LoadPlan.Part) -> Bool { looksAtMessages[part.actor] }

    /// A moment as messages write it.
    func written(_ moment: LoadTime) -> Int64 { endpoint.stamp.written(moment, unixOffset: unixOffset) }

    /// Records the age of a push that carries its time; returns whether the message is a push, by its field or by the profile.
    mutating func timePush(_ message: PlainMessage, of actor: Int, at now: LoadTime) -> Bool {
        if case .frame(let frame) = message, frame.meaning != .push { return false }
        guard let push = endpoint.push, let text = message.text.flatMap({ content.field(push.field, of: $0) }),
            let span = push.stamp.microseconds(from: text, to: now, unixOffset: unixOffset)
        else { return message.isProfiledPush }
        recorder.record(.push, span, of: actor, at: now)
        return true
    }
}

extension PlainStep {
    var asksReply: Bool {
        switch action {
        case .reply, .call: true
        default: false
        }
    }

    /// Whether it looks at the last message.
    var looksAtMessage: Bool {
        switch action {
        case .capture: true
        case .check(_, let condition), .flow(.branch(let condition, _, _)), .flow(.loop(let condition, _, _)):
            if case .value = condition.subject { false } else { true }
        default: false
        }
    }
}

extension PlainEndpoint.Stamp {
    /// A moment as messages write it.
    func written(_ moment: LoadTime, unixOffset: Int64) -> Int64 {
        let microseconds = clock == .unix ? moment.microseconds + unixOffset : moment.microseconds
        return unit == .milliseconds ? microseconds / 1_000 : microseconds
    }

    /// Microseconds from a written moment to `now`; nil when the text is no moment.
    func microseconds(from text: String, to now: LoadTime, unixOffset: Int64) -> Int64? {
        guard let number = Double(text), number.isFinite, number.magnitude < 1e17 else { return nil }
        let made = unit == .milliseconds ? number * 1_000 : number
        let present = clock == .unix ? now.microseconds + unixOffset : now.microseconds
        let span = Double(present) - made
        return span.magnitude < 1e15 ? Int64(span) : nil
    }
}
