import PagingRoom
import TerminalView

/// Notices when the window begins or ceases to be too small for the room's page. Pages are laid out again only when the
/// picture or the window has changed.
struct CutPage {
    private struct Picture: Hashable {
        let digest: Digest
        let size: WindowSize
        let isCounted: Bool
    }

    private var picture: Picture?

    /// Whether the page is cut, for a picture at rest other than the last one; nil otherwise.
    mutating func next(_ view: RoomViewModel, _ size: WindowSize?) -> Bool? {
        guard let size, view.replica.isAtRest else { return nil }
        let next = Picture(
            digest: view.replica.digest, size: size, isCounted: view.reader == nil && view.presenter == nil)
        guard next != picture else { return nil }
        picture = next
        return view.isCut(size)
    }
}
