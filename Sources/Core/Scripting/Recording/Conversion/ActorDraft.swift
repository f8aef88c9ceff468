import PagingEngine
import PagingRoom

/// An actor whose steps are written down from a recording.
struct ActorDraft {
    /// A drag in progress: its start, and the samples since.
    struct RecordedDrag {
        var start: Position
        let began: Int64
        /// The page that counts as its start.
        var base: PageIndex
        var samples: [DragPlan.Sample] = []
        let isOnStrip: Bool

        mutating func move(to position: Position, at time: Int64) {
            samples.append(DragPlan.Sample(afterMilliseconds: time - began, translation: position - start))
        }

        /// Stays at the last position.
        mutating func hold(until time: Int64) {
            guard let last = samples.last else { return }
            samples.append(DragPlan.Sample(afterMilliseconds: time - began, translation: last.translation))
        }
    }

    let name: String
    let role: Role
    private(set) var steps: [Step] = []
    /// The time of the last step, in milliseconds of the script.
    private(set) var clock: Int64 = 0
    var presence = ActorPresence.outside
    var drag: RecordedDrag?
    /// Whether it does anything that others see.
    private(set) var acts = false

    init(name: String, role: Role) {
        self.name = name
        self.role = role
    }

    /// Acts at a time, after a pause until then.
    mutating func act(_ action: Step.Action, at time: Int64) {
        pass(to: time)
        switch action {
        case .join, .reconnect: presence = .inRoom
        case .leave: presence = .outside
        case .cut: presence = .cut
        default: acts = true
        }
        steps.append(Step(action, line: 0))
    }

    /// Joins or reconnects unless it is in the room.
    mutating func enter(at time: Int64) {
        switch presence {
        case .inRoom: break
        case .outside: act(.join, at: time)
        case .cut: act(.reconnect, at: time)
        }
    }

    private mutating func pass(to time: Int64) {
        guard time > clock else { return }
        steps.append(Step(.think(Pause(milliseconds: time - clock...time - clock)), line: 0))
        clock = time
    }

    mutating func grab(at position: Position, base: PageIndex, isOnStrip: Bool = false, at time: Int64) {
        enter(at: time)
        pass(to: time)
        drag = RecordedDrag(start: position, began: time, base: base, isOnStrip: isOnStrip)
    }

    /// Expects the pager to rest on a page, before a final `leave`.
    mutating func expectRest(on page: PageNumber) {
        let isGone = steps.last?.action == .leave
        let look = [Step(.wait(Wait(.rest)), line: 0), Step(.expect(Expectation(page: page)), line: 0)]
        steps.insert(contentsOf: look, at: isGone ? steps.count - 1 : steps.count)
    }

    /// Moves the start of the drag with the pages.
    mutating func carry(by way: Distance, base: PageIndex) {
        guard let start = drag?.start else { return }
        drag?.start = start + way
        drag?.base = base
    }

    /// Writes the drag as a step, with its duration.
    mutating func endDrag(_ ending: DragPlan.Ending) {
        guard let drag else { return }
        self.drag = nil
        let plan = DragPlan(samples: drag.samples, ending: ending)
        guard let last = plan.samples.last else { return }
        act(drag.isOnStrip ? .strip(plan.even) : .drag(plan), at: clock)
        clock = drag.began + last.afterMilliseconds
    }
}

extension DragPlan {
    /// The same distance in the same time at one speed, as the script states a strip.
    fileprivate var even: DragPlan {
        guard let last = samples.last else { return self }
        return DragPlan(
            by: last.translation, overMilliseconds: last.afterMilliseconds, samples: samples.count, ease: .linear,
            ending: ending)
    }
}
