import PagingClient
import PagingContent
import PagingEngine
import PagingRoom
import PagingWire
import TerminalView

@testable import riffle

/// A session without a terminal and a socket: a client core that is fed by hand, and everything that the session asked
/// for.
final class SessionRoom: SessionHost {
    private(set) var core: ClientCore
    var windowSize: WindowSize? = WindowSize(columns: 80, rows: 24)
    let documents = DocumentCache()
    let assets = AssetCache()
    func needAssets(_ names: [AssetName]) { assets.need(names) }
    private(set) var requests: [Request] = []
    /// The number of the last request, when it has an answer.
    private(set) var lastRequest: RequestID?
    private(set) var fetches: [PageIndex] = []
    private(set) var lines: [String] = []
    private(set) var hasLeft = false
    private let settings: RoomSessionSettings
    private(set) lazy var controller = SessionController(
        host: self, room: "room", settings: settings, at: now)
    private(set) var now = Instant(milliseconds: 0)

    /// - Parameters:
    ///   - lines: the lines of each page's body.
    ///   - markdown: a body in their place.
    static func replica(
        _ preset: Preset = .threePage, pages: Int = 5, lines: Int = 1, markdown: String? = nil
    ) -> Replica {
        let list = (0..<pages).map { number in
            let body = Array(repeating: "word\(number)", count: lines).joined(separator: "\n")
            return Page(
                id: PageID("p\(number)"), title: "Page \(number)", body: markdown ?? body,
                format: markdown == nil ? .plain : .markdown)
        }
        var configuration = Configuration(preset)
        configuration.wrap = .finite
        let room = Room(
            name: "room", epoch: Epoch("life"), supplier: .listed(list), configuration: configuration,
            now: Instant(milliseconds: 0))
        return room.snapshot(at: Instant(milliseconds: 0))
    }

    init(
        _ preset: Preset = .threePage, role: Role = .member, lines: Int = 1, markdown: String? = nil,
        settings: RoomSessionSettings = RoomSessionSettings(), windowSize: WindowSize? = .standard
    ) {
        self.settings = settings
        self.windowSize = windowSize
        core = ClientCore(settings: ClientSettings(join: PagingWire.Join(name: "ann", role: role)), seed: 1)
        for event in [ClientEvent.start, .opened] { handle(event) }
        let replica = SessionRoom.replica(preset, lines: lines, markdown: markdown)
        let welcome = Welcome(
            id: RequestID(1), server: "test", room: "room", member: MemberID(1), session: Session("s"), role: role,
            epoch: Epoch("life"), sequence: replica.sequence, now: now, recovered: false, limits: Limits(),
            retry: Retry(minimumMilliseconds: 100, maximumMilliseconds: 1_000))
        let snapshot = Snapshot(epoch: Epoch("life"), now: now, replica: replica, digest: replica.digest)
        handle(.received([.welcome(welcome), .snapshot(snapshot)]))
        requests = []
    }

    /// The note in the status line.
    var note: String? { controller.view(at: now)?.note }
    var view: RoomViewModel? { controller.view(at: now) }

    func handle(_ event: ClientEvent) {
        var effects: [ClientEffect] = []
        core.handle(event, at: now, into: &effects)
        for effect in effects { controller.handle(effect, at: now) }
    }

    func type(_ text: String) { press(text.map(Key.character)) }

    func press(_ keys: [Key]) {
        controller.read(keys, at: now)
        controller.advance(at: now)
    }

    func wait(milliseconds: Int64) {
        now = now.advanced(byMilliseconds: milliseconds)
        controller.advance(at: now)
    }

    func request(_ request: Request) -> RequestID? {
        requests.append(request)
        var effects: [ClientEffect] = []
        lastRequest = core.request(request, into: &effects)
        return lastRequest
    }

    func fetchPages(from first: PageIndex, count: Int) -> RequestID? {
        fetches.append(first)
        var effects: [ClientEffect] = []
        return core.pages(from: first, count: count, into: &effects)
    }

    func setCut(_ isCut: Bool) {}
    func leave() { hasLeft = true }
    func suspend() {}
    func redraw() {}
    func setNeedsDisplay() {}
    func printLine(_ line: String) { lines.append(line) }
}
