import PagingClient
import PagingContent
import PagingEngine
import PagingRoom

/// The surroundings of a session: the connection to the room, the window, and the process.
protocol SessionHost: AnyObject {
    var core: ClientCore { get }
    /// The size of the window; nil where there is none.
    var windowSize: WindowSize? { get }
    /// The parsed pages of the room.
    var documents: DocumentCache { get }
    /// The files of the room's pages.
    var assets: AssetCache { get }
    /// Asks the room for something; nil when not in the room or when the request has no answer.
    @discardableResult
    func request(_ request: Request) -> RequestID?
    @discardableResult
    func fetchPages(from first: PageIndex, count: Int) -> RequestID?
    /// Takes note of the files of the pages that are shown or near, the nearest first.
    func needAssets(_ names: [AssetName])
    /// Takes note whether the window is too small for the page.
    func setCut(_ isCut: Bool)
    func leave()
    func suspend()
    /// Draws the whole window again.
    func redraw()
    /// Something in the window has changed.
    func setNeedsDisplay()
    /// Prints a line on standard error.
    func printLine(_ line: String)
}

extension SessionHost {
    /// Tells the room the size of the window.
    func sendSize() {
        guard let size = windowSize else { return }
        request(.resize(width: Int64(size.columns), height: Int64(size.rows)))
    }
}
