import Foundation
import PagingContent
import PagingEngine
import PagingRoom
import TerminalDevice

/// A deck its presenter has brought to a room: goes there where the room shows something else, and again whenever its
/// file has changed.
final class DeckOnShow {
    private let path: String
    private let watch: FolderDescriptor?
    private var reload: DeckReload
    /// The request by which the newest pages went to the room.
    private var sent: RequestID?

    /// - Parameter isWatched: whether changes of the file are looked for.
    init(_ deck: Deck, path: String, isWatched: Bool) throws(TerminalError) {
        self.path = path
        reload = DeckReload(deck)
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        watch = isWatched ? try FolderDescriptor(path: folder) : nil
    }

    /// Readable when something in the deck's folder has changed.
    var descriptor: Int32? { watch?.descriptor }

    /// The member has a whole picture of the room: brings the pages where they are not there.
    func joined(_ follower: Follower) {
        sent = nil
        guard let replica = follower.core.replica, !isShown(in: replica) else { return }
        send(to: follower)
    }

    /// Something in the folder has changed.
    func changed(_ follower: Follower) {
        let name = URL(fileURLWithPath: path).lastPathComponent
        guard let names = try? watch?.read(), names.contains(name) else { return }
        let bytes: [UInt8]
        do {
            bytes = try TextFile.bytes(of: path)
        } catch {
            return follower.tell("\(error); the pages stay as they were")
        }
        let outcome = reload.read(utf8: bytes)
        if let complaint = outcome.complaint(file: name) { return follower.tell(complaint) }
        if outcome == .changed { send(to: follower) }
    }

    /// Whether a refused request was about the deck; a newer revision in between only asks for another try.
    func refused(_ request: RequestID, _ refusal: Refusal, _ follower: Follower) -> Bool {
        guard request == sent else { return false }
        sent = nil
        if refusal.code == .stale { send(to: follower) } else { follower.tell("the deck: \(refusal.reason)") }
        return true
    }

    func accepted(_ request: RequestID) {
        if request == sent { sent = nil }
    }

    private func send(to follower: Follower) {
        guard let replica = follower.core.replica else { return }
        let wrap: PageOrder.Wrap? = replica.wrap == .unbounded ? .finite : nil
        sent = follower.shell.request(
            .content(revision: replica.revision, reload.deck.pages, wrap: wrap), seat: follower.seat)
        if sent != nil { follower.tell("the deck's pages are on their way to everybody") }
    }

    /// Whether the room's list is this deck, as far as its window tells.
    private func isShown(in replica: Replica) -> Bool {
        let pages = reload.deck.pages
        return replica.wrap != .unbounded && replica.count == pages.count
            && replica.window.allSatisfy { place in
                guard let item = place.item, pages.indices.contains(item) else { return false }
                var page = pages[item]
                page.notes = place.page.notes
                return page == place.page
            }
    }
}
