import PagingContent
import PagingEngine
import PagingRoom
import TerminalView

/// One JSON object for every page that comes to rest, and for every step of it.
final class JSONDisplay: Display {
    /// What tells one announcement from the next; who comes and goes does not.
    private struct Told: Hashable {
        let place: Position
        let page: Page?
        let shown: Int
        let count: Int
    }

    private var told: Told?

    func show(_ view: RoomViewModel) {
        let replica = view.asRead
        guard replica.isAtRest else { return }
        let page = replica.pageAtRest
        // The page itself may come a moment after the pager has.
        guard page != nil || replica.phase == .empty else { return }
        let shown = page.map { replica.stepsShown(of: $0, at: replica.settled) } ?? 0
        let now = Told(place: replica.position, page: page, shown: shown, count: replica.count)
        guard now != told else { return }
        told = now
        StandardStreams.print(PageReport(room: view.name, replica: replica).json)
    }
}
