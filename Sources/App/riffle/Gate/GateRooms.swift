import PagingClient
import PagingContent
import PagingEngine
import PagingRoom
import PagingWire
import Pictures
import SSHGate
import WebSocketLoop

/// The clients of a gate: one for all viewers of a room, and one for each member and presenter.
final class GateRooms {
    /// A client with the sessions that look at its room.
    private struct Audience {
        let room: String
        let isShared: Bool
        let documents = DocumentCache()
        let assets = AssetCache(byteLimit: AssetCache.sharedBytes)
        /// The files that each session needs.
        var needs = SharedNeeds<ObjectIdentifier, AssetName>()
        var sessions: [ObjectIdentifier: GateSession] = [:]
        /// The sessions that wait for answers. Answers are for those that asked.
        var asking: [RequestID: Set<ObjectIdentifier>] = [:]
        /// The requests for pages that wait for answers.
        var fetches: [PageBatch: RequestID] = [:]
        var pace = PagePace()
        /// Sessions that want pages and have to wait before they ask.
        var waiting: Set<ObjectIdentifier> = []
        var hasEnded = false
    }

    private struct PageBatch: Hashable {
        let first: PageIndex
        let count: Int
    }

    private let loop: ClientLoop
    private let settings: GateSettings
    private var audiences: [Int: Audience] = [:]
    /// The shared client of each room with viewers.
    private var shared: [String: Int] = [:]
    /// Clients that are to connect.
    private var starting: [Int] = []
    /// A core that is in no room, for sessions that are in none.
    private let nowhere: ClientCore

    init(_ loop: ClientLoop, _ settings: GateSettings) {
        self.loop = loop
        self.settings = settings
        nowhere = ClientCore(settings: ClientSettings(join: PagingWire.Join(name: nil, role: .viewer)), seed: 0)
    }

    /// Drawings of all windows.
    let drawings = PictureCache(isShared: true)
    /// The pictures of the pages of all rooms, by the contents of their files: each is decoded once for all windows.
    private(set) lazy var pictures = AssetPictures { [unowned self] name in
        audiences.values.lazy.compactMap { $0.assets.data(for: name) }.first
    }
    private let noDocuments = DocumentCache()
    private let noAssets = AssetCache(byteLimit: 0)

    /// The parsed pages of a client's room.
    func documents(of client: Int?) -> DocumentCache { client.flatMap { audiences[$0]?.documents } ?? noDocuments }

    /// The files of the pages of a client's room.
    func assets(of client: Int?) -> AssetCache { client.flatMap { audiences[$0]?.assets } ?? noAssets }

    func core(of client: Int?) -> ClientCore { client.map(loop.core) ?? nowhere }

    /// The number of connections to rooms.
    var count: Int { audiences.count }

    // MARK: Joining

    /// Adds a session to the client of its membership; returns the client.
    func join(_ session: GateSession, _ membership: GateMembership) -> Int {
        if membership.kind == .viewer, let client = shared[membership.room] {
            audiences[client]?.sessions[ObjectIdentifier(session)] = session
            catchUp.append((session, client))
            return client
        }
        var settings = ClientSettings(join: join(of: membership), attempts: 3, attemptsToReturn: nil)
        settings.saysDrawn = membership.kind != .viewer
        let client = loop.add(
            RoomAddresses(self.settings.endpoints(of: membership.room)), settings, handshake: handshake(of: membership))
        audiences[client] = Audience(
            room: membership.room, isShared: membership.kind == .viewer,
            sessions: [ObjectIdentifier(session): session])
        if membership.kind == .viewer { shared[membership.room] = client }
        starting.append(client)
        return client
    }

    /// Sessions that join a client which is in the room already.
    private var catchUp: [(session: GateSession, client: Int)] = []

    /// A server on this machine trusts connections of this machine, where it has no secrets. People who come through a
    /// gate are elsewhere; a key that the operator has listed is as good as being here.
    private func handshake(of membership: GateMembership) -> ClientHandshake? {
        guard membership.kind != .listedKey else { return nil }
        return ClientHandshake(
            subprotocols: [loop.sockets.options.subprotocol], headers: [(name: "Via", value: "1.1 riffle-gate")])
    }

    private func join(of membership: GateMembership) -> PagingWire.Join {
        let token: String? =
            switch membership.kind {
            case .viewer: settings.viewerToken
            case .token(let token): token
            case .listedKey: settings.token
            }
        return PagingWire.Join(name: nil, role: membership.role, token: token)
    }

    /// Starts clients that were added, and shows the room to sessions that came later.
    func settle(at now: Instant) {
        while let client = starting.popLast() { loop.handle(.start, client: client) }
        for (session, client) in catchUp {
            let core = loop.core(of: client)
            guard let welcome = core.welcome, core.replica != nil else { continue }
            session.handle(.joined(welcome), at: now)
            session.handle(.replaced, at: now)
        }
        catchUp = []
        for client in audiences.keys where audiences[client].map({ $0.pace.next <= now }) == true { wake(client) }
        for (client, audience) in audiences { audience.assets.ask(at: now) { loop.getAsset($0, client: client) } }
    }

    /// When sessions that wait may ask for pages, or files are to be asked for.
    var nextDeadline: Instant? {
        let pages = audiences.values.filter { !$0.waiting.isEmpty && $0.fetches.count < PagePace.mostUnanswered }
        return (pages.map(\.pace.next) + audiences.values.compactMap(\.assets.nextDeadline)).min()
    }

    /// Lets the sessions ask again that wait for pages.
    private func wake(_ client: Int) {
        guard let audience = audiences[client], !audience.waiting.isEmpty,
            audience.fetches.count < PagePace.mostUnanswered
        else { return }
        audiences[client]?.waiting = []
        for session in audience.waiting { audience.sessions[session]?.needsSettling = true }
    }

    /// Removes a session; a client without sessions leaves its room.
    func leave(_ session: GateSession) {
        guard let client = session.client else { return }
        audiences[client]?.sessions[ObjectIdentifier(session)] = nil
        audiences[client]?.needs.remove(ObjectIdentifier(session))
        guard let audience = audiences[client], audience.sessions.isEmpty else { return }
        forget(client)
        loop.handle(.leave, client: client)
        loop.remove(client)
    }

    private func forget(_ client: Int) {
        guard let audience = audiences.removeValue(forKey: client) else { return }
        if shared[audience.room] == client { shared[audience.room] = nil }
    }

    // MARK: Events

    func happened(_ effect: ClientEffect, client: Int, at now: Instant) {
        guard let audience = audiences[client] else { return }
        if case .ended = effect, shared[audience.room] == client {
            // The next viewer begins again; the sessions of this one end.
            shared[audience.room] = nil
        }
        switch audience.assets.take(effect, at: now) {
        case .arrival:
            pictures.assetsChanged()
            for session in audience.sessions.values { session.setNeedsDisplay() }
        case .refusal: return
        case .other: break
        }
        if let id = effect.answeredRequest {
            let asking = audiences[client]?.asking.removeValue(forKey: id) ?? []
            audiences[client]?.fetches = audience.fetches.filter { $0.value != id }
            for session in asking { audience.sessions[session]?.handle(effect, at: now) }
            return
        }
        for session in audience.sessions.values { session.handle(effect, at: now) }
    }

    // MARK: Requests

    /// Sends a request of a member; viewers share a connection and ask for nothing that others would see.
    func request(_ request: Request, from session: GateSession) -> RequestID? {
        guard let client = session.client, audiences[client]?.isShared == false else { return nil }
        let id = loop.request(request, client: client)
        if let id { audiences[client]?.asking[id] = [ObjectIdentifier(session)] }
        return id
    }

    /// Asks for pages; nil when the session has to wait. Sessions that want the same pages share a request.
    func fetchPages(from first: PageIndex, count: Int, for session: GateSession) -> RequestID? {
        guard let client = session.client, let audience = audiences[client] else { return nil }
        let batch = PageBatch(first: first, count: count)
        if let id = audience.fetches[batch] {
            audiences[client]?.asking[id]?.insert(ObjectIdentifier(session))
            return id
        }
        let now = ClientLoop.now
        guard !audience.isShared || audience.pace.allows(unanswered: audience.fetches.count, at: now) else {
            audiences[client]?.waiting.insert(ObjectIdentifier(session))
            return nil
        }
        guard let id = loop.pages(from: first, count: count, client: client) else { return nil }
        audiences[client]?.asking[id] = [ObjectIdentifier(session)]
        audiences[client]?.fetches[batch] = id
        audiences[client]?.pace.asked(at: now)
        return id
    }

    /// Takes note of the files that a session needs, the nearest first.
    func needAssets(_ names: [AssetName], for session: GateSession) {
        guard let client = session.client,
            let all = audiences[client]?.needs.set(names, for: ObjectIdentifier(session))
        else { return }
        // Most sessions look at the room's page, so that any order is near theirs.
        audiences[client]?.assets.need(all)
    }

    /// Tells the room whether a member sees the whole page; a shared connection has no single window.
    func setCut(_ isCut: Bool, of session: GateSession) {
        guard let client = session.client, audiences[client]?.isShared == false else { return }
        loop.setCut(isCut, client: client)
    }
}

extension ClientEffect {
    /// The request that this effect answers.
    fileprivate var answeredRequest: RequestID? {
        switch self {
        case .answered(let id, _), .unanswered(let id), .pages(let id, _): id
        default: nil
        }
    }
}
