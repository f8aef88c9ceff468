import PagingEngine
import PagingRoom
import Scripting

/// A drag that a key plays, sample by sample.
struct PlayedDrag {
    /// The request that began the drag; its refusal ends the drag.
    let request: RequestID?
    private let drag: DragID
    private let startedAt: Instant
    private var samples: ArraySlice<DragPlan.Sample>

    init(_ drag: DragID, request: RequestID?, _ direction: Input.Direction, at now: Instant) {
        self.drag = drag
        self.request = request
        startedAt = now
        let distance = Distance(units: direction.rawValue * Position.unitsPerPage * 7 / 10)
        let plan = DragPlan(by: distance, overMilliseconds: 300, samples: 18, ease: .smooth, ending: .released(.zero))
        samples = plan.samples[...]
    }

    var nextDeadline: Instant? {
        samples.first.map { startedAt.advanced(byMilliseconds: $0.afterMilliseconds) }
    }

    /// The next request whose time has come; the last one ends the drag.
    mutating func next(at now: Instant) -> (request: Request, translation: Distance, isLast: Bool)? {
        guard let nextDeadline, nextDeadline <= now, let sample = samples.popFirst() else { return nil }
        let translation = sample.translation
        guard samples.isEmpty else { return (.dragMoved(drag, by: translation), translation, false) }
        return (.dragEnded(drag, by: translation, velocity: .zero), translation, true)
    }
}
