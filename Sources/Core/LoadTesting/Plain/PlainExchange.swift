import Scripting

/// The last message that a plain user sent, and the messages received since then, among which the reply is.
struct PlainExchange: Sendable {
    private struct Request: Sendable {
        let id: Int
        let message: PlainMessage
        let intended: LoadTime
        let made: LoadTime
    }

    /// A message received before its reply was waited for.
    private struct Received: Sendable {
        let message: PlainMessage
        let at: LoadTime
        let isPush: Bool
    }

    /// Messages kept until a reply is waited for, and their bytes; the oldest are dropped.
    static let messagesKept = 64
    private static let bytesKept = 1 << 20

    private var request: Request?
    private var received: [Received] = []
    private var receivedBytes = 0
    /// Messages received since the last one was sent that are not its reply.
    private(set) var others = 0

    /// Begins with a new message of the user: messages received before are not replies to it.
    mutating func begin(_ message: PlainMessage, id: Int, intended: LoadTime, at now: LoadTime) {
        request = Request(id: id, message: message, intended: intended, made: now)
        others = 0
        forgetReceived()
    }

    /// Keeps a message that may be the reply.
    mutating func receive(_ message: PlainMessage, isPush: Bool, at now: LoadTime) {
        guard let request else { return }
        // By the profile, a push answers no call.
        if case .call = request.message, isPush { return }
        received.append(Received(message: message, at: now, isPush: isPush))
        receivedBytes += message.byteCount
        while received.count > PlainExchange.messagesKept || receivedBytes > PlainExchange.bytesKept, received.count > 1
        {
            receivedBytes -= received.removeFirst().message.byteCount
        }
    }

    private mutating func forgetReceived() { (received, receivedBytes) = ([], 0) }

    /// Records the latency of the reply among the messages received, and ends the exchange. Messages that do not match
    /// are dropped.
    ///
    /// - Returns: the reply and when it was received; nil if it was not.
    mutating func takeReply(
        by match: PlainStep.Match, _ content: ContentReader, of actor: Int, recorder: inout LoadRecorder
    ) -> (message: PlainMessage, at: LoadTime)? {
        defer { forgetReceived() }
        guard let request,
            let reply = received.first(where: { PlainExchange.isReply($0, to: request, by: match, content) })
        else {
            others += received.count
            return nil
        }
        recorder.record(
            .reply, reply.at.microseconds(since: request.intended), naive: reply.at.microseconds(since: request.made),
            of: actor, at: reply.at)
        self.request = nil
        return (reply.message, reply.at)
    }

    /// Ends the exchange without a reply.
    ///
    /// - Parameter leaves: whether the user leaves, and so might have had its reply later.
    mutating func giveUp(leaves: Bool, _ recorder: inout LoadRecorder, of actor: Int, at now: LoadTime) {
        guard let request else { return }
        self.request = nil
        guard !leaves || now.microseconds(since: request.made) >= LoadRecorder.waitThatCounts else { return }
        recorder.unanswered(.reply, intended: request.intended, made: request.made, of: actor, at: now)
    }

    private static func isReply(
        _ received: Received, to request: Request, by match: PlainStep.Match, _ content: ContentReader
    ) -> Bool {
        switch match {
        case .echo: received.message == request.message
        case .next: !received.isPush
        case .field(let name):
            received.message.text.flatMap { content.field(name, of: $0) } == String(request.id)
        case .call: received.message.repliesTo == request.id
        }
    }
}
