import Scripting

extension PlainStep {
    /// Whether it, or a step inside it, waits for a reply.
    var asksReply: Bool {
        switch action {
        case .reply: true
        case .repeat(_, _, let steps): steps.contains(where: \.asksReply)
        default: false
        }
    }
}
