import PagingClient
import PagingContent
import PagingEngine
import PagingRoom
import SSHGate
import SSHTransport
import Support
import TerminalView
import WebSocketLoop

/// One SSH connection: its login, its window on a room, and its end.
final class GateSession {
    let ssh: SSHSession
    private unowned let rooms: GateRooms
    private let login: GateLoginCheck
    private let permit: ConnectionPermit
    private let settings: GateSettings
    private let stream: SSHStream
    private var times: SessionTimes
    private var terminal: SSHTerminal?
    private var window: SessionWindow?
    /// The client of the room that this session looks at, or through which it moves pages.
    private(set) var client: Int?
    private var hasEnded = false
    /// The status to send once the client has taken the last bytes.
    private var exitStatus: Int32?
    /// When `settle` is to be called again.
    private(set) var deadline: Instant?
    /// Whether something has happened since `settle`.
    var needsSettling = true

    init(
        _ ssh: SSHSession, _ login: GateLoginCheck, _ permit: ConnectionPermit, _ rooms: GateRooms,
        _ settings: GateSettings, at now: Instant
    ) {
        self.ssh = ssh
        self.login = login
        self.permit = permit
        self.rooms = rooms
        self.settings = settings
        stream = SSHStream(ssh)
        times = SessionTimes(idleMilliseconds: settings.idleMilliseconds, at: now)
    }

    /// Whether the connection is over and the session is to be freed.
    private(set) var isOver = false

    /// The membership of the login, once there is one.
    private var membership: GateMembership? { login.membership }

    /// Whether the login came with a token, which only the server can judge.
    var hasToken: Bool {
        if case .token = membership?.kind { true } else { false }
    }

    var address: PeerAddress? { permit.address }

    // MARK: Loop

    /// Handles what the socket has.
    func pump() {
        ssh.pump()
        needsSettling = true
    }

    /// Handles all events, draws, and sets when to come again.
    func settle(at now: Instant) {
        needsSettling = false
        if login.hasBegun { times.loginBegan() }
        for event in ssh.takeEvents() { handle(event, at: now) }
        if stream.flush() { window?.setNeedsDisplay() }
        var next = hasEnded ? nil : window?.settle(at: now)
        _ = stream.flush()
        finishWhenSent()
        times.setUnread(window != nil && stream.isWaiting, at: now)
        if let reason = times.ended(at: now) { timedOut(reason) }
        if ssh.isBroken || login.isOver { isOver = true }
        // A write may have read events.
        if ssh.hasEvents { next = now }
        deadline = [next, times.next?.at].compactMap(\.self).min()
    }

    private func handle(_ event: SSHEvent, at now: Instant) {
        switch event {
        case .shell(let request): begin(request, at: now)
        case .resized(let columns, let rows):
            terminal?.resize(columns: columns, rows: rows)
            if !hasEnded { window?.resized(at: now) }
        case .bytes(let bytes):
            times.touched(at: now)
            stream.receive(bytes)
            readKeys(at: now)
        case .endOfInput:
            stream.endInput()
            readKeys(at: now)
        case .refused: break
        }
    }

    private func readKeys(at now: Instant) {
        guard !hasEnded, let window else { return }
        if !window.readKeys(at: now) { leave() }
    }

    private func begin(_ request: SSHTerminalRequest?, at now: Instant) {
        guard let membership, window == nil else { return }
        permit.handshakeCompleted()
        times.touched(at: now)
        var sessionSettings = settings.session
        sessionSettings.role = membership.role
        let colours = GateSession.colours(request)
        sessionSettings.pictures = rooms.pictures
        if let colours {
            sessionSettings.pictureStyle = colours == .none || settings.borders == .ascii ? .letters : .blocks
        }
        let window = SessionWindow(
            host: self, display: display(request, colours), room: membership.room, settings: sessionSettings, at: now)
        self.window = window
        client = rooms.join(self, membership)
    }

    /// The colours of the client's terminal; nil where it gets text. DEC's terminals have none.
    private static func colours(_ request: SSHTerminalRequest?) -> ColourDepth? {
        guard let request, request.type != "dumb" else { return nil }
        return request.type.hasPrefix("vt") ? ColourDepth.none : .indexed
    }

    private func display(_ request: SSHTerminalRequest?, _ colours: ColourDepth?) -> any Display {
        guard let request, let colours else {
            return LinearDisplay(isQuiet: false, output: SSHText(stream, isTerminal: request != nil))
        }
        let terminal = SSHTerminal(stream, columns: request.columns, rows: request.rows)
        self.terminal = terminal
        return TerminalDisplay(
            device: terminal, borders: settings.borders, colours: colours, size: nil, pictures: rooms.drawings)
    }

    private func timedOut(_ reason: SessionTimes.ExceededLimit) {
        switch reason {
        case .idle: end("no key for a long time; come again", status: ExitStatus.failure.rawValue)
        case .handshake, .unread, .finished: isOver = true
        }
    }

    // MARK: Room

    func handle(_ effect: ClientEffect, at now: Instant) {
        guard !hasEnded else { return }
        needsSettling = true
        window?.handle(effect, at: now)
        guard case .ended(let end) = effect else { return }
        self.end(sentence(end), status: end.isInOrder ? 0 : end.exitCode.rawValue)
    }

    private func sentence(_ end: ClientEnd) -> String {
        guard case .refused(.unauthorized, let reason) = end, let room = membership?.room else { return end.sentence }
        return "this room needs a valid token: log in as \(room)+member or \(room)+presenter with one (\(reason))"
    }

    /// Restores the terminal, prints why, and ends the connection.
    func end(_ sentence: String?, status: Int32) {
        guard !hasEnded else { return }
        hasEnded = true
        needsSettling = true
        let now = ClientLoop.now
        times.finished(at: now)
        window?.finish(at: now)
        if let sentence {
            let lineEnd = terminal == nil ? "\n" : "\r\n"
            let line = Array("riffle gate: \(sentence.printableLine)\(lineEnd)".utf8)
            if terminal == nil { stream.writeError(line) } else { stream.add(line) }
        }
        exitStatus = status
        _ = stream.flush()
        finishWhenSent()
    }

    private func finishWhenSent() {
        guard let status = exitStatus, stream.isSent else { return }
        exitStatus = nil
        ssh.finish(status: status)
    }

    /// Frees the connection; nothing may be called afterwards.
    func free() {
        hasEnded = true
        ssh.free()
    }
}

extension GateSession: SessionHost {
    var core: ClientCore { rooms.core(of: client) }
    var documents: DocumentCache { rooms.documents(of: client) }
    var assets: AssetCache { rooms.assets(of: client) }
    var windowSize: WindowSize? { window?.size }

    @discardableResult
    func request(_ request: Request) -> RequestID? { rooms.request(request, from: self) }

    @discardableResult
    func fetchPages(from first: PageIndex, count: Int) -> RequestID? {
        rooms.fetchPages(from: first, count: count, for: self)
    }

    func needAssets(_ names: [AssetName]) {
        if windowSize != nil { rooms.needAssets(names, for: self) }
    }

    func setCut(_ isCut: Bool) { rooms.setCut(isCut, of: self) }

    func leave() { end(nil, status: 0) }

    func suspend() { window?.notify("Enter ~ Ctrl-Z suspends ssh") }

    func redraw() { window?.forgetPicture() }

    func setNeedsDisplay() {
        window?.setNeedsDisplay()
        needsSettling = true
    }

    func printLine(_ line: String) {
        guard terminal?.isEntered != true else { return }
        stream.writeError(Array("riffle gate: \(line.printableLine)\r\n".utf8))
    }
}
