import Foundation
import JSONCodec
import PagingContent
import PagingEngine
import PagingRoom
import PagingWire
import TerminalDevice

/// A deck its presenter has brought to a room: goes there where the room shows something else, and again whenever its
/// file has changed.
final class WatchedDeck {
    private let path: String
    private let watch: FolderDescriptor?
    private var reload: DeckReload
    /// The request by which the newest pages went to the room.
    private var sent: RequestID?
    /// Whether the room has not yet said that it has the newest pages, which its window need not show.
    private var isDue = false
    /// The preset the room has got from the deck.
    private var given: Preset?

    /// - Parameter isWatched: whether changes of the file are looked for.
    init(_ deck: Deck, path: String, isWatched: Bool) throws(TerminalError) {
        self.path = path
        reload = DeckReload(deck)
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        watch = isWatched ? try FolderDescriptor(path: folder) : nil
    }

    /// Readable when something in the deck's folder has changed.
    var descriptor: Int32? { watch?.descriptor }

    /// The member has a picture of the room, or has it again: brings the pages where they are not there.
    func joined(_ follower: RoomSession) {
        sent = nil
        guard let replica = follower.core.replica else { return }
        guard isDue || !isShown(in: replica) else {
            given = given ?? reload.deck.preset
            return
        }
        send(to: follower)
    }

    /// Something in the folder has changed.
    func changed(_ follower: RoomSession) {
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
        guard outcome == .changed else { return }
        isDue = true
        send(to: follower)
    }

    /// Whether a refused request was about the deck; a newer revision in between only asks for another try.
    func refused(_ request: RequestID, _ refusal: Refusal, _ follower: RoomSession) -> Bool {
        guard request == sent else { return false }
        sent = nil
        isDue = refusal.code == .stale
        if refusal.code == .stale { send(to: follower) } else { follower.tell("the deck: \(refusal.reason)") }
        return true
    }

    func accepted(_ request: RequestID, _ follower: RoomSession) {
        guard request == sent else { return }
        (sent, isDue) = (nil, false)
        follower.tell("everybody has the deck's pages")
    }

    private func send(to follower: RoomSession) {
        guard let replica = follower.core.replica else { return }
        let preset = presetToGive
        let pages = Request.content(revision: replica.revision, reload.deck.pages, wrap: wrap(preset, replica))
        if let objection = objection(to: pages, follower) {
            isDue = false
            return follower.tell(objection)
        }
        sent = follower.shell.request(pages, seat: follower.seat)
        guard sent != nil else { return follower.tell("the deck's pages go to everybody when the connection is back") }
        follower.tell("the deck's pages are on their way to everybody")
        guard let preset else { return }
        given = preset
        if replica.configuration != Configuration(preset) {
            follower.shell.request(.configure(Configuration(preset)), seat: follower.seat)
        }
    }

    /// A server ends the connection of whoever sends more than it takes, so that is not tried; quotation marks and line
    /// ends take more room on the way than in the file.
    private func objection(to pages: Request, _ follower: RoomSession) -> String? {
        guard let limit = follower.core.welcome?.limits.contentBytes else { return nil }
        var bytes: [UInt8] = []
        ClientMessageWriter.encode(.request(RequestID(1), pages), into: &bytes)
        guard bytes.count > limit - WatchedDeck.spareBytes else { return nil }
        let length = "the deck takes \(bytes.count) bytes on the way, this server at most \(limit)"
        return length + "; the pages stay as they were"
    }

    /// What may go in one message with the pages.
    private static let spareBytes = 4_096

    /// The deck's preset, unless the room has it; what presenters change of it afterwards stays as they want it.
    private var presetToGive: Preset? { reload.deck.preset == given ? nil : reload.deck.preset }

    /// How the row goes on beyond its ends: as the preset has it; a deck has no page at every number.
    private func wrap(_ preset: Preset?, _ replica: Replica) -> PageOrder.Wrap? {
        if let preset { return Configuration(preset).wrap == .loop ? .loop : .finite }
        return replica.wrap == .unbounded ? .finite : nil
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
