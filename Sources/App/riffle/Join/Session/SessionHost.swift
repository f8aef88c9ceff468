import PagingClient
import PagingEngine
import PagingRoom

/// The surroundings of a session: the connection to the room, the window, and the process.
protocol SessionHost: AnyObject {
    var core: ClientCore { get }
    /// The size of the window; nil where there is none.
    var windowSize: WindowSize? { get }
    /// Asks the room for something; nil when not in the room or when the request has no answer.
    @discardableResult
    func request(_ request: Request) -> RequestID?
    @discardableResult
    func fetchPages(from first: PageIndex, count: Int) -> RequestID?
    func leave()
    func suspend()
    /// Draws the whole window again.
    func redraw()
    func setNeedsDisplay()
    /// Prints a line on standard error.
    func printLine(_ line: String)
}
