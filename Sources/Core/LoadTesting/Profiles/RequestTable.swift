import Scripting

/// Requests of one connection that wait for their replies, in the order in which they were sent.
struct RequestTable: Sendable {
    struct OpenRequest: Sendable {
        /// The number of the call over all users.
        let call: Int
        /// The place of its message in the profile.
        let message: Int
        /// The text that its reply holds.
        let key: String
    }

    private var requests: [OpenRequest] = []
    private var lastNumber = 0

    /// The next number of a frame: from 1, and 1 again after the largest.
    mutating func nextNumber() -> Int {
        lastNumber = lastNumber % ProfileLimits.requestNumber + 1
        return lastNumber
    }

    /// Adds a request; the oldest one goes when there are too many, and one with the same key has no reply to expect.
    mutating func add(_ request: OpenRequest) {
        requests.removeAll { $0.message == request.message && $0.key == request.key }
        if requests.count == ProfileLimits.outstanding { requests.removeFirst() }
        requests.append(request)
    }

    /// The request to which the frame is the reply, and the part of the frame that its script sees.
    mutating func takeReply(in view: inout FrameView, of profile: Profile) -> (call: Int, body: FramePath?)? {
        // Requests with the same message have the same rule.
        var isReply: [Int: Bool] = [:]
        for (place, request) in requests.enumerated() {
            guard let reply = profile.messages[request.message].value.reply else { continue }
            let holds = isReply[request.message] ?? view.satisfies(reply.rule)
            isReply[request.message] = holds
            guard holds else { continue }
            if let number = reply.number, view.value(at: number) != request.key { continue }
            requests.remove(at: place)
            return (request.call, reply.body)
        }
        return nil
    }

    /// The call of the request with this key, which gets no other reply.
    mutating func take(key: String) -> Int? {
        guard let place = requests.firstIndex(where: { $0.key == key }) else { return nil }
        return requests.remove(at: place).call
    }
}

/// The newest sequence number of each topic on one connection.
struct PushSequences: Sendable {
    enum SequenceStep: Hashable, Sendable {
        /// A new number, and how many were left out before it.
        case next(missing: Int)
        /// A number that is not above the newest.
        case repeated
    }

    /// Numbers counted as left out by one push, so that a wrong number does not drown the others.
    private static let missingAtMost: Int64 = 1_000_000

    private var newest: [String: Int64] = [:]

    mutating func take(_ number: Int64, of topic: String) -> SequenceStep {
        guard let last = newest[topic] else {
            if newest.count < ProfileLimits.topics { newest[topic] = number }
            return .next(missing: 0)
        }
        guard number > last else { return .repeated }
        newest[topic] = number
        let (step, isTooLarge) = number.subtractingReportingOverflow(last)
        return .next(
            missing: Int(isTooLarge ? PushSequences.missingAtMost : min(step - 1, PushSequences.missingAtMost)))
    }
}
