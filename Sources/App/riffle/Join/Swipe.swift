import PagingEngine
import PagingRoom
import Scripting

/// A drag a key plays, sample by sample.
struct Swipe {
    private let drag: DragID
    private let direction: Input.Direction
    private let startedAt: Instant
    private var samples: ArraySlice<DragPlan.Sample>

    init(_ drag: DragID, _ direction: Input.Direction, at now: Instant) {
        self.drag = drag
        self.direction = direction
        startedAt = now
        let distance = Distance(units: direction.rawValue * Position.unitsPerPage * 7 / 10)
        let plan = DragPlan(by: distance, overMilliseconds: 300, samples: 18, ease: .smooth, ending: .released(.zero))
        samples = plan.samples[...]
    }

    var nextDeadline: Instant? {
        samples.first.map { startedAt.advanced(byMilliseconds: $0.afterMilliseconds) }
    }

    /// The next request that is due; the last one lets go.
    mutating func next(at now: Instant) -> Request? {
        guard let due = nextDeadline, due <= now, let sample = samples.popFirst() else { return nil }
        guard samples.isEmpty else { return .dragMoved(drag, by: sample.translation) }
        return .dragEnded(drag, by: sample.translation, velocity: .zero)
    }
}
