import PagingContent
import PagingEngine
import PagingRoom
import TerminalView

/// One JSON object for every page that comes to rest, and for every step of it.
final class JSONDisplay: Display {
    /// The values whose change prints another object; members joining or leaving do not.
    private struct Printed: Hashable {
        let position: Position
        let page: Page?
        let shown: Int
        let count: Int
    }

    private var printed: Printed?

    func show(_ view: RoomViewModel) {
        let replica = view.asRead
        guard replica.isAtRest else { return }
        let page = replica.pageAtRest
        // The page itself may arrive a moment after the pager has come to rest.
        guard page != nil || replica.phase == .empty else { return }
        let shown = page.map { replica.stepsShown(of: $0, at: replica.settled) } ?? 0
        let now = Printed(position: replica.position, page: page, shown: shown, count: replica.count)
        guard now != printed else { return }
        printed = now
        StandardStreams.print(PageReport(room: view.name, replica: replica).json)
    }
}
