import PagingEngine
import PagingRoom
import Scripting

/// The steps of one user. What the runner wants is asked for once after every input, because a look at a runner copies it.
struct UserScript {
    private var runner: ScriptRunner
    /// When the runner has something to do.
    private(set) var deadline: Instant?
    /// Whether the runner looks at every change of the room.
    private(set) var isWatching = true
    /// Whether the runner lacks the newest change.
    private(set) var isBehind = false
    private var barrier: String?

    init(_ runner: ScriptRunner, startsAt: LoadTime) {
        self.runner = runner
        deadline = startsAt.instant
    }

    /// Whether `handle` needs the members that are out of step.
    var looksAtOthers: Bool { runner.looksAtOthers }

    /// When the present step was to begin.
    var intendedTime: Instant { runner.intendedTime }

    /// When the request with this tag was to be made; nil when it cannot be answered.
    func intendedTime(of tag: RequestTag) -> Instant? { runner.intendedTime(of: tag) }

    /// Notes a change of the room; returns whether the runner needs it at once.
    mutating func roomChanged() -> Bool {
        isBehind = !isWatching
        return isWatching
    }

    mutating func caughtUp() {
        isBehind = false
    }

    /// - Parameter others: the members that are out of step, if the runner looks at others.
    mutating func handle(
        _ input: RunnerInput, others: [String]?, of user: Int, in run: inout RoomRun, at now: LoadTime
    ) {
        if let others { runner.othersOutOfStep = others }
        runner.handle(input, at: now.instant, into: &run.runnerEffects)
        for failure in runner.takeFailures() { run.recorder.failed(failure.description, at: now) }
        deadline = runner.nextDeadline
        isWatching = runner.isWatching
        let next = runner.barrier
        guard next != barrier else { return }
        run.barriers.moved(user, from: barrier, to: next)
        barrier = next
    }

    /// The barrier at which the user stood has opened.
    mutating func barrierOpened() {
        barrier = nil
    }

    /// Leaves the barrier, because the user has no steps left.
    mutating func leaveBarrier(_ user: Int, _ barriers: inout Barriers) {
        if let barrier { barriers.moved(user, from: barrier, to: nil) }
        barrier = nil
    }
}
