import PagingEngine
import TerminalView

/// Where a followed room is shown.
protocol Display: AnyObject {
    /// Shows `view`; called when something changed, and at every frame while the pager moves by itself.
    func show(_ view: FollowedRoom)
    /// Keys can be read; returns what they want, nil when there will be no more.
    func intents(at now: Instant) -> [Intent]?
    /// When to look at waiting keys again, and what they are then.
    var keyDeadline: Instant? { get }
    func waitingIntents(at now: Instant) -> [Intent]
    /// The window as it is now; nil where there is none.
    var size: WindowSize? { get }
    /// Leaves everything as it was found.
    func finish()
}

extension Display {
    func intents(at now: Instant) -> [Intent]? { [] }
    var keyDeadline: Instant? { nil }
    func waitingIntents(at now: Instant) -> [Intent] { [] }
    var size: WindowSize? { nil }
    func finish() {}
}
