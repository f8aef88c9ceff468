import PagingEngine
import TerminalView

/// The output for a room and the source of keys.
protocol Display: AnyObject {
    /// Shows `view`; called after changes, and at every frame of a movement.
    func show(_ view: RoomViewModel)
    /// The keys that can be read; nil at the end of the input.
    func keys(at now: Instant) -> [Key]?
    /// The time at which an incomplete key sequence is read by `waitingKeys`; nil without one.
    var keyDeadline: Instant? { get }
    func waitingKeys(at now: Instant) -> [Key]
    /// The current size of the window; nil where there is none.
    var size: WindowSize? { get }
    /// Asks the terminal for mouse reports, or stops them.
    func setMouse(_ on: Bool)
    /// Restores the terminal and stops the process until it is continued.
    func suspend()
    /// The terminal may show something else; the next picture is drawn whole.
    func forgetPicture()
    /// Restores the terminal at the end.
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
