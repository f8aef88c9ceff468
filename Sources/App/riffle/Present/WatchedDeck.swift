import FoundationEssentials
import JSONCodec
import PagingContent
import PagingEngine
import PagingRoom
import PagingWire
import TerminalDevice

/// The deck file of a presenter: sends its pages to the room when the room shows others, and whenever the file changes.
final class WatchedDeck {
    private let path: String
    private let watch: FolderDescriptor?
    private let loader: DeckLoader
    /// The file as it was read last, with the files that it includes.
    private var file: DeckFile
    /// The names of these files and of its pictures, also of those that it does not have now.
    private var names: Set<String> = []
    private var reload: DeckReload
    private let mostPictureBytes: Int
    /// The deck as rooms get it.
    private var ready: DeckPages
    private var upload = AssetUpload()
    /// The event stream of the room that has the deck's files, or gets them.
    private var filesEpoch: Epoch?
    /// The request that carries the newest pages.
    private var pending: RequestID?
    /// Whether the room has not confirmed the newest pages yet. Its window alone does not show that.
    private var hasUnconfirmedPages = false
    /// The preset that the deck has set in the room.
    private var appliedPreset: Preset?

    /// The file with the place of the talk.
    private let place: TalkPlace
    /// The page on which the talk stands.
    private var page: PageID?
    /// The event stream of the room that the talk was in.
    private var epoch: Epoch?
    /// Whether the newest pages are others than those that people have seen.
    private var isWorthANote = true
    /// Whether the room has to go to `page` once it shows the deck.
    private var isReturning = false

    /// - Parameters:
    ///   - isWatched: whether changes of the file are sent, too.
    ///   - mostPictureBytes: of each picture as it is sent.
    init(
        _ deck: Deck, _ file: DeckFile, _ ready: DeckPages, path: String, isWatched: Bool, place: TalkPlace,
        loader: DeckLoader, mostPictureBytes: Int
    ) throws(TerminalError) {
        self.path = path
        self.file = file
        self.ready = ready
        self.loader = loader
        self.mostPictureBytes = mostPictureBytes
        self.place = place
        page = place.takeOver()
        reload = DeckReload(deck)
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        watch = isWatched ? try FolderDescriptor(path: folder) : nil
        // A room has the colours of the built-in tables.
        hasUnconfirmedPages = loader.highlighting.isExternal
        watchFiles()
    }

    /// Watches all files of which the deck is made, also those of its pictures.
    private func watchFiles() {
        for path in [path] + file.files + ready.pictureFiles.sorted() {
            let url = URL(fileURLWithPath: path)
            names.insert(url.lastPathComponent)
            // A folder that cannot be watched is one whose changes are not seen.
            try? watch?.add(path: url.deletingLastPathComponent().path)
        }
    }

    /// The number of pages of the deck as it was read last.
    var pages: Int { reload.deck.pages.count }

    /// The note about the warnings of a deck; nil without any.
    static func warningNote(_ warnings: Int, path: String) -> String? {
        guard warnings > 0 else { return nil }
        return "\(warnings == 1 ? "1 warning" : "\(warnings) warnings"): riffle check \(path)"
    }

    /// Readable when something in the deck's folder has changed.
    var descriptor: Int32? { watch?.descriptor }

    /// The member knows the room, or knows it again: sends the pages unless the room shows them.
    func joined(_ session: RoomSession) {
        pending = nil
        guard let replica = session.core.replica else { return }
        // A room whose event stream is new here, on its first page, has lost the place of the talk. One that stands
        // elsewhere has gone on.
        let hasLostPlace = epoch != session.core.epoch && replica.settled == PageIndex(0)
        isReturning = isReturning || (hasLostPlace && page != nil)
        epoch = session.core.epoch
        if filesEpoch != epoch { beginFiles(session) }
        let isAnother = hasUnconfirmedPages || !isShown(in: replica)
        guard isAnother || isPlainer(replica) else {
            appliedPreset = appliedPreset ?? reload.deck.preset
            return goBack(session)
        }
        isWorthANote = isAnother
        send(to: session)
    }

    /// The room has changed: keeps the page on which the talk stands.
    func roomChanged(_ session: RoomSession) {
        guard pending == nil, !hasUnconfirmedPages, !isReturning, let replica = session.core.replica,
            let shown = replica.pageAtRest?.id, shown != page, isShown(in: replica)
        else { return }
        page = shown
        place.save(shown)
    }

    /// The talk has ended properly.
    func forgetPlace() { place.remove() }

    /// Goes to the page on which the talk stood before the room lost it.
    private func goBack(_ session: RoomSession) {
        guard isReturning else { return }
        isReturning = false
        guard let item = reload.deck.pages.firstIndex(where: { $0.id == page }), item > 0 else { return }
        session.request(.jumpToItem(item, animated: false))
        session.notify("back on page \(item + 1), where the talk broke off; gg goes to the first page")
    }

    /// Something in the folder has changed.
    func changed(_ session: RoomSession) {
        let name = URL(fileURLWithPath: path).lastPathComponent
        guard let changed = try? watch?.read(), !changed.isDisjoint(with: names) else { return }
        let deck: Deck
        do {
            let newFile = try loader.load(path)
            deck = try newFile.deck()
            file = newFile
        } catch {
            // The folder is left out: the window has one line for it.
            let text = "\(error)".replacing(path, with: name)
            return session.notify("\(text); the pages stay as they were")
        }
        let hasChanged = reload.take(deck) == .changed
        let known = ready.pages
        ready = DeckPages(
            reload.deck, path: path, highlighting: loader.highlighting, mostPictureBytes: mostPictureBytes)
        watchFiles()
        // A picture may have changed alone.
        guard hasChanged || ready.pages != known else { return }
        (hasUnconfirmedPages, isWorthANote) = (true, true)
        send(to: session)
        beginFiles(session)
    }

    /// Whether a refused request was the deck's; one that only lost against a newer revision is sent again.
    func refused(_ request: RequestID, _ refusal: Refusal, _ session: RoomSession) -> Bool {
        var note: String?
        if upload.refused(request, refusal, at: ClientLoop.now, note: &note) {
            if let note { session.notify(note) }
            return true
        }
        guard request == pending else { return false }
        pending = nil
        hasUnconfirmedPages = refusal.code == .stale
        if refusal.code == .stale {
            send(to: session)
            // The room may have refused files that no page names yet.
            beginFiles(session)
        } else {
            session.notify("the deck: \(refusal.reason)")
        }
        return true
    }

    func accepted(_ request: RequestID, _ session: RoomSession) {
        if upload.accepted(request) { return }
        guard request == pending else { return }
        (pending, hasUnconfirmedPages) = (nil, false)
        let warning =
            WatchedDeck.warningNote(file.warnings.count + ready.warnings.count, path: path).map { "; \($0)" }
            ?? ""
        if isWorthANote { session.notify("deck reloaded for everybody\(warning)") }
        goBack(session)
    }

    // MARK: Files

    /// Gives the room all files: it may be another one, or may have dropped some.
    private func beginFiles(_ session: RoomSession) {
        filesEpoch = session.core.epoch
        session.supply(ready.assets)
        upload.begin(ready.assets)
    }

    /// The connection is another one.
    func connected() { upload.resume() }

    /// The server has a file of the name that it was asked for.
    func isKept(_ request: RequestID, _ asset: Asset) { upload.found(request, isWhole: asset.bytes != nil) }

    /// Sends the next file, if it is time; returns when to come again.
    func sendFiles(_ session: RoomSession, at now: Instant) -> Instant? {
        let note = upload.settle(limit: session.core.welcome?.limits.contentBytes, at: now) { session.send($0) }
        if let note { session.notify(note) }
        return upload.nextDeadline
    }

    private func send(to session: RoomSession) {
        guard let replica = session.core.replica else { return }
        let preset = nextPreset
        let pages = Request.content(
            revision: replica.revision, ready.pages, wrap: wrap(preset, replica))
        if let objection = pages.objection(limit: session.core.welcome?.limits.contentBytes) {
            hasUnconfirmedPages = false
            return session.notify(objection)
        }
        pending = session.request(pages)
        guard pending != nil else { return session.notify("the deck is reloaded for everybody after the reconnect") }
        if isWorthANote { session.notify("reloading the deck for everybody") }
        guard let preset else { return }
        appliedPreset = preset
        if replica.configuration != Configuration(preset) {
            session.request(.configure(Configuration(preset)))
        }
    }

    /// The deck's preset, unless it was set before; later changes by presenters stay.
    private var nextPreset: Preset? { reload.deck.preset == appliedPreset ? nil : reload.deck.preset }

    /// The wrap of the row: that of the preset, and never unbounded, since a deck has a fixed list of pages.
    private func wrap(_ preset: Preset?, _ replica: Replica) -> PageOrder.Wrap? {
        if let preset { return Configuration(preset).wrap == .loop ? .loop : .finite }
        return replica.wrap == .unbounded ? .finite : nil
    }

    /// Whether pages of the room lack pictures or colours of the deck: an own server reads a copy of the deck, beside
    /// which there are no files.
    private func isPlainer(_ replica: Replica) -> Bool {
        replica.window.contains { place in
            guard let item = place.item, ready.pages.indices.contains(item) else { return false }
            let page = ready.pages[item]
            return page.pictures != place.page.pictures || page.colours != place.page.colours
        }
    }

    /// Whether the room's list is this deck, as far as its window shows.
    private func isShown(in replica: Replica) -> Bool {
        let pages = reload.deck.pages
        return replica.wrap != .unbounded && replica.count == pages.count
            && replica.window.allSatisfy { place in
                guard let item = place.item, pages.indices.contains(item) else { return false }
                var page = pages[item]
                // A server of another version may not know colours, themes and pictures.
                (page.notes, page.colours, page.theme) = (place.page.notes, place.page.colours, place.page.theme)
                page.pictures = place.page.pictures
                return page == place.page
            }
    }
}
