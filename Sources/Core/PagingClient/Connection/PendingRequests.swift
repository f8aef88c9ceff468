import PagingEngine
import PagingRoom

/// The requests of one connection that wait for their answers, and where the own steps among them lead.
struct PendingRequests: Sendable {
    private var lastID: Int64 = 0
    /// Requests without an answer, in order.
    private var waiting: [RequestID] = []
    private var steps: Set<RequestID> = []
    /// Where the own unanswered steps lead; nil while there are none.
    private(set) var stepPlace: StepPlace?
    /// Whether `stepPlace` was worked out without its page: the steps shown there are not known before the answer, even if
    /// the page comes first.
    private(set) var isStepPlaceGuessed = false

    mutating func nextID() -> RequestID {
        lastID += 1
        return RequestID(lastID)
    }

    /// A number for a request that is answered.
    mutating func add() -> RequestID {
        let id = nextID()
        waiting.append(id)
        return id
    }

    /// A number for a step that leads to `place`.
    ///
    /// - Parameter isGuessed: whether the page there is not known.
    mutating func addStep(to place: StepPlace?, isGuessed: Bool = false) -> RequestID {
        let id = add()
        (stepPlace, isStepPlaceGuessed) = (place, isGuessed)
        steps.insert(id)
        return id
    }

    mutating func accept(_ id: RequestID) {
        waiting.removeAll { $0 == id }
        if steps.remove(id) != nil, steps.isEmpty { stepPlace = nil }
    }

    /// A refused step leads nowhere, and neither do the ones after it.
    mutating func refuse(_ id: RequestID) {
        if steps.contains(id) { stepPlace = nil }
        accept(id)
    }

    /// The connection is gone; returns the requests that will not be answered.
    mutating func abandon() -> [RequestID] {
        defer { (waiting, steps, stepPlace) = ([], [], nil) }
        return waiting
    }

    /// Numbers of a new connection begin with 1.
    mutating func restart() { lastID = 0 }
}
