import FoundationEssentials
import JSONCodec
import PagingContent
import PagingEngine
import PagingRoom
import PagingWire
import TerminalDevice
import WebSocketLoop

/// The deck file of a presenter: sends its pages to the room when the room shows others, and whenever the file changes.
final class WatchedDeck {
    private let path: String
    private var files: WatchedFiles
    private let loader: DeckLoader
    private let mostPictureBytes: Int
    /// Reads the deck again; nil before there is a loop.
    private var reader: DeckReader?
    private var readings = Mailbox<DeckReader.ReaderEvent>()
    /// The file as it was read last, with the files that it includes.
    private var file: DeckFile
    private var deck: Deck
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
        (self.path, self.deck, self.file, self.ready) = (path, deck, file, ready)
        (self.loader, self.mostPictureBytes) = (loader, mostPictureBytes)
        self.place = place
        page = place.takeOver()
        files = try WatchedFiles(path, isWatched: isWatched)
        // A room has the colours of the built-in tables.
        hasUnconfirmedPages = loader.highlighting.isExternal
        files.add(file.files + ready.pictureFiles.sorted())
    }

    /// Wakes the loop when the deck is read.
    func attach(_ waker: Waker) {
        readings = Mailbox(waker: waker)
        reader = DeckReader(
            deck, pages: ready.pages, path: path, loader: loader, mostPictureBytes: mostPictureBytes
        ) { [readings] event in
            readings.push(event)
        }
    }

    /// Ends programs that run for the deck.
    func end() { reader?.end() }

    /// The number of pages of the deck as it was read last.
    var pages: Int { deck.pages.count }

    /// Readable when something in the deck's folder has changed.
    var descriptor: Int32? { files.descriptor }

    /// The member knows the room, or knows it again: sends the pages unless the room shows them.
    func joined(_ session: RoomSession) {
        pending = nil
        guard let replica = session.core.replica else { return }
        // A room whose event stream is new here, on its first page, has lost the place of the talk. One that stands
        // elsewhere has gone on.
        let hasLostPlace = epoch != session.core.epoch && replica.settled == PageIndex(0)
        isReturning = isReturning || (hasLostPlace && page != nil)
        epoch = session.core.epoch
        let isNew = filesEpoch != epoch
        if isNew { beginFiles(session) }
        let isAnother = hasUnconfirmedPages || !isShown(in: replica)
        guard isAnother || ready.areRicher(than: replica, isNew: isNew) else {
            appliedPreset = appliedPreset ?? deck.preset
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
        guard let item = deck.pages.firstIndex(where: { $0.id == page }), item > 0 else { return }
        session.request(.jumpToItem(item, animated: false))
        session.notify("back on page \(item + 1), where the talk broke off; gg goes to the first page")
    }

    /// Something in the folder has changed.
    func changed() {
        if files.haveChanged() { reader?.changed() }
    }

    /// The deck may have been read.
    func woken(_ session: RoomSession) {
        for event in readings.drain() {
            switch event {
            case .running(let text): session.notify("reading the deck: \(bare(text))")
            case .failed(let text): session.notify("\(bare(text)); the pages stay as they were")
            case .read(let reading): take(reading, session)
            }
        }
    }

    /// The text without the folder: the window has one line for it.
    private func bare(_ text: String) -> String {
        text.replacing(path, with: URL(fileURLWithPath: path).lastPathComponent)
    }

    private func take(_ reading: DeckReader.DeckReading, _ session: RoomSession) {
        (file, deck) = (reading.file, reading.deck)
        files.add(file.files)
        guard let pages = reading.ready else { return session.notify(nil) }
        ready = pages
        files.add(ready.pictureFiles.sorted())
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
            DeckFile.warningNote(file.warnings.count + ready.warnings.count, path: path).map { "; \($0)" }
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
    private var nextPreset: Preset? { deck.preset == appliedPreset ? nil : deck.preset }

    /// The wrap of the row: that of the preset, and never unbounded, since a deck has a fixed list of pages.
    private func wrap(_ preset: Preset?, _ replica: Replica) -> PageOrder.Wrap? {
        if let preset { return Configuration(preset).wrap == .loop ? .loop : .finite }
        return replica.wrap == .unbounded ? .finite : nil
    }

    /// Whether the room's list is this deck, as far as its window shows.
    private func isShown(in replica: Replica) -> Bool {
        let pages = deck.pages
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
