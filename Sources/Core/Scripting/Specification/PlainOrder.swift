/// The order of the steps of a plain endpoint's user: `reply` requires a message, and `leave` is the last step. Steps of
/// `before` have no connection.
struct PlainOrder: StepOrder {
    private enum Sent: Equatable, Sendable {
        case nothing
        case text(Template)
        case binary
    }

    private var sent = Sent.nothing
    private var hasLeft = false
    /// Whether a reply or a push came before.
    private var hasMessage = false
    private var depth = 0
    /// Ways of `if` and `choose` around the present step.
    private var ways = 0

    /// Whether the connection is not open yet.
    private var isBefore = false

    init(_ steps: [PlacedStep<PlainStep.Action>]) {}

    /// The steps of `before`.
    static func beforeConnection(_ steps: [PlacedStep<PlainStep.Action>]) -> PlainOrder {
        var order = PlainOrder(steps)
        order.isBefore = true
        return order
    }

    mutating func enterRepetition() { depth += 1 }
    mutating func leaveRepetition() { depth -= 1 }
    mutating func enterWay() { ways += 1 }

    /// Ends a way. A user that left on it does not take the steps after it; others do.
    mutating func leaveWay() {
        ways -= 1
        hasLeft = false
    }

    mutating func http() -> String? {
        guard isBefore else {
            return "`http` stands in `before`, for it is done before the connection opens; move it there"
        }
        hasMessage = true
        return pass()
    }

    mutating func send(_ template: Template) -> String? {
        sent = .text(template)
        return connected("send")
    }

    mutating func sendBinary() -> String? {
        sent = .binary
        return connected("sendBinary")
    }

    mutating func call() -> String? {
        (sent, hasMessage) = (.nothing, true)
        return connected("call")
    }

    /// Follows a step that needs the connection.
    private mutating func connected(_ keyword: String) -> String? {
        guard !isBefore else {
            return "`\(keyword)` requires the connection, which opens after `before`; move it to `steps`"
        }
        return pass()
    }

    mutating func reply(_ match: PlainStep.Match) -> String? {
        defer { (sent, hasMessage) = (.nothing, true) }
        if let problem = connected("reply") { return problem }
        switch (sent, match) {
        case (.nothing, _): return "`reply` requires a message before it"
        case (.text(let template), .field) where !template.hasID:
            return "`reply: {field: …}` requires {{id}} in the message before it"
        case (.binary, .field): return "a binary message has no fields; use `reply: echo` or `reply: next`"
        case (.text, _), (.binary, _): return nil
        }
    }

    mutating func push() -> String? {
        hasMessage = true
        return connected("push")
    }

    mutating func barrier() -> String? { connected("wait: {barrier: …}") }

    mutating func capture(isHeader: Bool) -> String? {
        if isHeader, !isBefore { return "`header` requires `http` before it; messages have no headers" }
        return look("capture")
    }

    /// Looks at the last message.
    mutating func look(_ keyword: String) -> String? {
        if let problem = pass() { return problem }
        return hasMessage
            ? nil
            : "`\(keyword)` requires \(isBefore ? "an `http`" : "a `reply`, a `call` or a `push`") before it, whose message it looks at"
    }

    mutating func leave() -> String? {
        if let problem = connected("leave") { return problem }
        guard depth == 0 || ways > 0 else { return "`leave` cannot stand inside `repeat`" }
        hasLeft = true
        return nil
    }

    /// Follows any other step. Returns the error of a step after `leave`, once.
    mutating func pass() -> String? {
        defer { hasLeft = false }
        return hasLeft ? "this step comes after `leave`; remove it" : nil
    }
}
