import PagingEngine
import TerminalView

/// Where a followed room is shown, and where keys come from.
protocol Display: AnyObject {
    /// Shows `view`; called when something changed, and at every frame while the pager moves by itself.
    func show(_ view: RoomViewModel)
    /// Keys can be read; nil when there will be no more.
    func keys(at now: Instant) -> [Key]?
    /// When to look at waiting keys again, and what they are then.
    var keyDeadline: Instant? { get }
    func waitingKeys(at now: Instant) -> [Key]
    /// The window as it is now; nil where there is none.
    var size: WindowSize? { get }
    /// Takes the mouse from the terminal, or gives it back.
    func setMouse(_ on: Bool)
    /// Gives everything back until the process is continued.
    func suspend()
    /// What is shown may not be what was drawn: the next picture is drawn whole.
    func forgetPicture()
    /// Leaves everything as it was found.
    func finish()
}

extension Display {
    func keys(at now: Instant) -> [Key]? { [] }
    var keyDeadline: Instant? { nil }
    func waitingKeys(at now: Instant) -> [Key] { [] }
    var size: WindowSize? { nil }
    func setMouse(_ on: Bool) {}
    func suspend() {}
    func forgetPicture() {}
    func finish() {}
}
