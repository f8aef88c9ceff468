import Glibc
import PagingClient
import PagingContent
import PagingEngine
import PagingRoom
import PagingWire
import Pictures
import TerminalDevice
import TerminalView
import WebSocketLoop

/// One member's session in a room: connects its window to the sockets, the signals and the deck.
final class RoomSession: MemberOwner {
    private let loop: ClientLoop
    private let client: Int
    private let display: any Display
    private let signals: SignalDescriptor
    private let settings: RoomSessionSettings
    /// The deck that this member shows to the room, if any.
    private let deck: WatchedDeck?
    /// Records what this member sees, if it was asked for.
    private var tap: RecordingTap?
    private lazy var window = SessionWindow(
        host: self, display: display, room: room, settings: settings, at: ClientLoop.now)
    private let room: String
    let documents = DocumentCache()
    /// The files of the room's pages.
    let assets = AssetCache()
    /// The address that this member was connected to last, or is to be first.
    private var address: Endpoint
    private var isStarted = false
    private(set) var end: ClientEnd?
    /// The most members at a time, this one included.
    private(set) var mostPeople = 0
    /// The signal that ended the session.
    private(set) var signal: Int32?

    init(
        _ addresses: RoomAddresses, client settings: ClientSettings, display: any Display, signals: SignalDescriptor,
        settings sessionSettings: RoomSessionSettings, authorities: TLSAuthorities?, deck: WatchedDeck?,
        tap: RecordingTap?
    ) throws {
        loop = try ClientLoop(authorities: authorities)
        client = loop.add(addresses, settings)
        address = addresses.current
        self.display = display
        self.signals = signals
        var sessionSettings = sessionSettings
        sessionSettings.pictures = AssetPictures { [assets] in assets.data(for: $0) }
        self.settings = sessionSettings
        self.deck = deck
        self.tap = tap
        room = addresses.room
        loop.owner = self
        deck?.attach(loop.sockets.waker)
    }

    /// Runs until the person quits, a signal comes or the server ends it.
    ///
    /// - Parameter keys: the descriptor where keys are typed; nil without one.
    func run(keys: Int32?) {
        defer { tap?.finish(core, at: ClientLoop.now) }
        loop.sockets.watch(descriptor: signals.descriptor)
        if let keys { loop.sockets.watch(descriptor: keys) }
        if let descriptor = deck?.descriptor { loop.sockets.watch(descriptor: descriptor) }
        loop.run()
        window.finish(at: ClientLoop.now)
    }

    /// Shows a note in the status line; nil removes the one shown.
    func notify(_ text: String?) { window.notify(text) }

    // MARK: Loop

    func happened(_ effect: ClientEffect, client: Int) {
        let now = ClientLoop.now
        let news = assets.take(effect, at: now)
        if case .asset(let id, let asset) = effect {
            deck?.isKept(id, asset)
            // Its bytes are others than its name says.
            guard news != .refusal else { return }
        }
        record(effect, at: now)
        if case .answered(let id, .refused(_, let refusal, _)) = effect, deck?.refused(id, refusal, self) == true {
            return window.setNeedsDisplay()
        }
        switch news {
        case .arrival: assetsArrived()
        case .refusal: return
        case .other: break
        }
        window.handle(effect, at: now)
        if let replica = core.replica {
            mostPeople = max(mostPeople, replica.members.count { !$0.isAway } + replica.viewers)
        }
        switch effect {
        case .joined(let welcome):
            deck?.connected()
            if welcome.recovered { deck?.joined(self) }
            noteAddress()
        case .replaced: deck?.joined(self)
        case .answered(let id, .accepted): deck?.accepted(id, self)
        case .ended(.roomClosed) where display.size != nil && core.replica != nil:
            // The window stays, with the last page, until the person quits.
            self.end = .left
        case .ended(let end):
            self.end = end
            loop.stop()
        default: break
        }
    }

    func settled(at now: Instant) -> Instant? {
        if !isStarted {
            isStarted = true
            loop.handle(.start, client: client)
        }
        // Writes a file, so not between the events of one message: a recording would keep them apart.
        deck?.roomChanged(self)
        let next = [window.settle(at: now), deck?.sendFiles(self, at: now)]
        assets.ask(at: now) { loop.getAsset($0, client: client) }
        return (next + [assets.nextDeadline]).compactMap(\.self).min()
    }

    /// Draws pages with pictures again.
    private func assetsArrived() {
        settings.pictures?.assetsChanged()
        window.setNeedsDisplay()
    }

    /// Takes the files of the own deck, which nobody has to send here.
    func supply(_ files: [Asset]) {
        for file in files {
            assets.keep(file)
            // As if the server had answered.
            record(.asset(RequestID(1), file), at: ClientLoop.now)
        }
        assetsArrived()
    }

    /// Sends a message about a file of the own deck.
    func send(_ step: AssetUpload.UploadMessage) -> RequestID? {
        switch step {
        case .question(let name): loop.getAsset(name, client: client)
        case .file(let asset): loop.upload(asset, client: client)
        }
    }

    func readable(descriptor: Int32) {
        if descriptor == signals.descriptor { return receiveSignals() }
        if descriptor == deck?.descriptor {
            deck?.changed()
            return
        }
        guard !window.readKeys(at: ClientLoop.now) else { return }
        loop.sockets.unwatch(descriptor: descriptor)
        leave()
    }

    func woken() { deck?.woken(self) }

    /// Tells the person which of the room's addresses this is, when it is another than before.
    private func noteAddress() {
        let now = loop.address(of: client)
        defer { address = now }
        guard now.isElsewhere(than: address) else { return }
        let text = "connected to \(now)"
        if display.size == nil { printLine(text) } else { notify(text) }
    }

    /// A full disk ends the recording, not the session.
    private func record(_ effect: ClientEffect, at now: Instant) {
        do {
            try tap?.note(effect, of: core, at: now)
        } catch {
            tap = nil
            notify("recording stopped: \(error)")
        }
    }

    // MARK: Signals

    private func receiveSignals() {
        let now = ClientLoop.now
        for signal in (try? signals.read()) ?? [] {
            switch signal {
            case SIGWINCH: window.resized(at: now)
            case SIGTSTP: suspend()
            case SIGCONT:
                window.forgetPicture()
                window.retouched(at: now)
            default: end(by: signal)
            }
        }
    }

    private func end(by signal: Int32) {
        self.signal = signal
        leave()
    }
}

extension RoomSession: SessionHost {
    var core: ClientCore { loop.core(of: client) }
    var windowSize: WindowSize? { display.size }

    @discardableResult
    func request(_ request: Request) -> RequestID? { loop.request(request, client: client) }

    @discardableResult
    func fetchPages(from first: PageIndex, count: Int) -> RequestID? {
        loop.pages(from: first, count: count, client: client)
    }

    func leave() {
        // A session that has ended only shows its last page.
        if end != nil { loop.stop() } else { loop.handle(.leave, client: client) }
    }

    /// Stops the process as Ctrl-Z does, and resumes where the room is by then.
    func suspend() {
        window.cancelGesture(at: ClientLoop.now)
        display.suspend()
        // The signal that continued the process is still to be read; it has no further meaning.
        let waiting = ((try? signals.read()) ?? []).filter { $0 != SIGCONT && $0 != SIGTSTP }
        if let signal = waiting.first(where: { $0 != SIGWINCH }) { return end(by: signal) }
        window.resized(at: ClientLoop.now)
    }

    /// Words and objects show no pictures.
    func needAssets(_ names: [AssetName]) {
        if settings.pictureStyle != .words || tap != nil { assets.need(names) }
    }

    func setCut(_ isCut: Bool) { loop.setCut(isCut, client: client) }

    func redraw() { window.forgetPicture() }

    func setNeedsDisplay() { window.setNeedsDisplay() }

    func printLine(_ line: String) {
        if !settings.isQuiet { StandardStreams.printError("\(settings.command): \(line)") }
    }
}
