/// The last answers to a member's requests, for ids that are sent again.
struct RequestLog: Sendable {
    static let answersKept = 16

    /// The last id; 0 before the first.
    private(set) var last = RequestID(0)
    private var answers: [(id: RequestID, answer: Answer)] = []

    func answer(to id: RequestID) -> Answer? { answers.first { $0.id == id }?.answer }

    mutating func record(_ answer: Answer, to id: RequestID) {
        last = id
        if answers.count == RequestLog.answersKept { answers.removeFirst() }
        answers.append((id, answer))
    }
}
