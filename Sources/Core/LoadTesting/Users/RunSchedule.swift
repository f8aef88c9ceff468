import PagingEngine
import Scripting

/// The course of one worker's run: which user begins next, which is dropped, and when all users leave.
struct RunSchedule: Sendable {
    /// A user that begins now.
    struct StartingUser: Sendable {
        let user: Int
        let part: LoadPlan.Part
        var startsAt: LoadTime
        /// When it leaves even if it has steps left.
        let leavesAt: LoadTime?
    }

    let start: LoadTime
    private let plan: LoadPlan
    private let share: LoadShare
    private let starts: [LoadPlan.Start]
    private var nextStart = 0
    /// Users of each actor that are part of the run now.
    private var present: [Int]
    private var isEnding = false

    init(_ plan: LoadPlan, share: LoadShare, start: LoadTime) {
        self.plan = plan
        self.share = share
        self.start = start
        starts = plan.starts(of: share)
        present = Array(repeating: 0, count: plan.crowds.count)
    }

    /// When the next user begins or all users leave; nil when the run is ending.
    var nextDeadline: LoadTime? {
        guard !isEnding else { return nil }
        return earliest(nextStart < starts.count ? moment(starts[nextStart]) : nil, endsAt)
    }

    /// Whether no user begins later.
    var isComplete: Bool { isEnding || nextStart == starts.count }

    /// Whether no user is part of the run.
    var isEmpty: Bool { present.allSatisfy { $0 == 0 } }

    /// The next user whose start has come. Users of an open population that is full are counted as dropped.
    mutating func takeArrival(at now: LoadTime, recorder: inout LoadRecorder) -> StartingUser? {
        while nextStart < starts.count, !isEnding, moment(starts[nextStart]) <= now {
            let planned = starts[nextStart]
            nextStart += 1
            let part = plan.part(of: planned.user)
            if let most = plan.most(ofActor: part.actor, share: share), present[part.actor] >= most {
                recorder.startDropped()
                continue
            }
            present[part.actor] += 1
            recorder.userBegan()
            return StartingUser(
                user: planned.user, part: part, startsAt: moment(planned),
                leavesAt: planned.untilMicroseconds.map { start.advanced(byMicroseconds: $0) })
        }
        return nil
    }

    /// A user of this actor is no longer part of the run.
    mutating func left(actor: Int, recorder: inout LoadRecorder) {
        present[actor] -= 1
        recorder.userEnded()
    }

    /// Whether the run's duration is over.
    func isOver(at now: LoadTime) -> Bool { endsAt.map { $0 <= now } ?? false }

    /// Lets no further user begin; false when this was so before.
    mutating func end() -> Bool {
        defer { isEnding = true }
        return !isEnding
    }

    private var endsAt: LoadTime? { plan.durationMilliseconds.map { start.advanced(byMicroseconds: $0 * 1_000) } }

    private func moment(_ planned: LoadPlan.Start) -> LoadTime {
        start.advanced(byMicroseconds: planned.afterMicroseconds)
    }
}
