import JSONCodec
import PagingClient
import PagingContent
import PagingEngine
import PagingRoom
import PagingWire
import Platform
import Support
import WebSocketLoop

/// The command that owns the clients of a loop.
protocol MemberOwner: AnyObject {
    /// An effect of a client other than sending and closing.
    func happened(_ effect: ClientEffect, client: Int)
    /// All effects of this moment have been handled; returns when to be called again at the latest.
    func settled(at now: Instant) -> Instant?
    /// A watched descriptor can be read.
    func readable(descriptor: Int32)
    /// Another thread has woken the loop.
    func woken()
}

extension MemberOwner {
    func woken() {}
}

/// Runs clients over sockets: feeds their `ClientCore`s with events and carries out the effects.
final class ClientLoop: SocketLoopDelegate {
    private struct Client {
        var addresses: RoomAddresses
        /// The client's part of the handshake; nil for the usual one.
        var handshake: ClientHandshake?
        var core: ClientCore
        var connection: ConnectionID?
        /// Encoded objects, each with its line end, that wait for the socket.
        var outbox: [UInt8] = []
    }

    /// Bytes of the largest message a server may send: a snapshot with a window of large pages.
    private static let messageBytes = 8 << 20

    let sockets: SocketLoop
    weak var owner: (any MemberOwner)?
    private var clients: [Client] = []
    /// Numbers of clients that were removed, for those to come.
    private var free: [Int] = []
    private var clientOf: [ConnectionID: Int] = [:]
    private var events: [(client: Int, event: ClientEvent)] = []
    private var isHandlingEvents = false

    /// - Parameter authorities: the authorities trusted for servers with TLS; nil trusts the system's.
    init(authorities: TLSAuthorities? = nil) throws(SocketLoopError) {
        sockets = try SocketLoop(
            options: SocketLoop.Options(maximumMessageBytes: ClientLoop.messageBytes, authorities: authorities))
        sockets.delegate = self
    }

    static var now: Instant { Instant(milliseconds: MonotonicClock.milliseconds) }

    /// Adds a client, which does nothing before `start`; returns its number.
    func add(_ addresses: RoomAddresses, _ settings: ClientSettings, handshake: ClientHandshake? = nil) -> Int {
        let seed = UInt64.random(in: .min ... .max)
        let client = Client(
            addresses: addresses, handshake: handshake, core: ClientCore(settings: settings, seed: seed))
        guard let number = free.popLast() else {
            clients.append(client)
            return clients.count - 1
        }
        clients[number] = client
        return number
    }

    /// Removes a client that has ended; its number may be given again. Call it from `settled`, when no event waits.
    func remove(_ client: Int) {
        precondition(events.isEmpty, "a client is removed between events")
        forgetConnection(of: client).map { sockets.close($0, code: 1000, reason: "") }
        free.append(client)
    }

    func core(of client: Int) -> ClientCore { clients[client].core }

    /// The address that a client is connected to, or has tried last.
    func address(of client: Int) -> Endpoint { clients[client].addresses.current }

    /// Blocks until `stop`.
    func run() {
        settle()
        sockets.run()
    }

    func stop() { sockets.stop() }

    func handle(_ event: ClientEvent, client: Int) {
        events.append((client, event))
        handleEvents()
    }

    /// Asks the room of a client for something; nil when not in the room or when the request has no answer.
    @discardableResult
    func request(_ request: Request, client: Int) -> RequestID? {
        ask(client) { $0.request(request, into: &$1) }
    }

    private func ask(
        _ client: Int, _ body: (inout ClientCore, inout [ClientEffect]) -> RequestID?
    ) -> RequestID? {
        var effects: [ClientEffect] = []
        let id = body(&clients[client].core, &effects)
        for effect in effects { run(effect, client: client) }
        return id
    }

    /// Asks the room of a client for pages outside the window; nil when not in the room.
    @discardableResult
    func pages(from first: PageIndex, count: Int, client: Int) -> RequestID? {
        ask(client) { $0.pages(from: first, count: count, into: &$1) }
    }

    /// Asks the room of a client for a file of its pages; nil when not in the room.
    func getAsset(_ name: AssetName, client: Int) -> RequestID? {
        ask(client) { $0.getAsset(name, into: &$1) }
    }

    /// Gives the room of a client a file of its pages; nil when not in the room.
    func upload(_ asset: Asset, client: Int) -> RequestID? {
        ask(client) { $0.upload(asset, into: &$1) }
    }

    /// Takes note whether the window of a client is too small for the page.
    func setCut(_ isCut: Bool, client: Int) {
        var effects: [ClientEffect] = []
        clients[client].core.setCut(isCut, into: &effects)
        for effect in effects { run(effect, client: client) }
    }

    /// Handles all queued events. Events that arise while effects are run wait until those are done.
    private func handleEvents() {
        guard !isHandlingEvents else { return }
        isHandlingEvents = true
        var next = 0
        while next < events.count {
            let (client, event) = events[next]
            next += 1
            var effects: [ClientEffect] = []
            clients[client].core.handle(event, at: ClientLoop.now, into: &effects)
            for effect in effects { run(effect, client: client) }
        }
        events.removeAll(keepingCapacity: true)
        isHandlingEvents = false
        settle()
    }

    private func settle() {
        var deadline = owner?.settled(at: ClientLoop.now)
        // Clients that were removed have ended, and have no deadline.
        for client in clients {
            guard let next = client.core.nextDeadline else { continue }
            deadline = deadline.map { min($0, next) } ?? next
        }
        sockets.schedule(atMilliseconds: deadline?.milliseconds)
    }

    private func run(_ effect: ClientEffect, client: Int) {
        switch effect {
        case .connect:
            let attempt = clients[client].addresses.advance()
            clients[client].core.addresses = clients[client].addresses.count
            // Looking up a host may have taken long.
            clients[client].core.restartAttempt(at: Instant(milliseconds: MonotonicClock.milliseconds))
            if let failure = attempt.failure {
                return events.append((client, .failed(ConnectionFailure(failure).description)))
            }
            let connection = sockets.connect(attempt.endpoint, handshake: clients[client].handshake)
            clients[client].connection = connection
            clientOf[connection] = client
        case .send(let message):
            ClientMessageWriter.encode(message, into: &clients[client].outbox)
            clients[client].outbox.append(UInt8(ascii: "\n"))
            flush(client)
        case .close:
            forgetConnection(of: client).map { sockets.close($0, code: 1000, reason: "") }
        case .drop:
            forgetConnection(of: client).map { sockets.abort($0) }
        default:
            owner?.happened(effect, client: client)
        }
    }

    /// Sends the outbox, unless the connection still has output to write.
    private func flush(_ client: Int) {
        guard let connection = clients[client].connection, !clients[client].outbox.isEmpty,
            !sockets.isChoked(connection)
        else { return }
        _ = sockets.send(Packet(clients[client].outbox.dropLast()), to: connection)
        clients[client].outbox.removeAll(keepingCapacity: true)
    }

    /// Forgets a connection whose end the core knows already, and returns it.
    private func forgetConnection(of client: Int) -> ConnectionID? {
        guard let connection = clients[client].connection else { return nil }
        clients[client].connection = nil
        clients[client].outbox = []
        clientOf[connection] = nil
        return connection
    }

    private func ended(_ connection: ConnectionID, _ event: ClientEvent) {
        guard let client = clientOf[connection] else { return }
        _ = forgetConnection(of: client)
        handle(event, client: client)
    }

    // MARK: SocketLoopDelegate

    func writable(_ connection: ConnectionID) {
        if let client = clientOf[connection] { flush(client) }
    }

    func opened(_ connection: ConnectionID, request: UpgradeRequest) {
        guard let client = clientOf[connection] else { return }
        handle(.opened, client: client)
    }

    func received(_ connection: ConnectionID, text: UnsafeRawBufferPointer) {
        guard let client = clientOf[connection] else { return }
        var messages: [ServerMessage] = []
        var failure: Malformed?
        ServerMessageReader.readLines(text) { result in
            switch result {
            case .success(let message): if failure == nil { messages.append(message) }
            case .failure(let malformed): failure = failure ?? malformed
            }
        }
        handle(.received(messages), client: client)
        if let failure { handle(.unreadable(failure.refusal.reason), client: client) }
    }

    func closed(_ connection: ConnectionID, code: UInt16?, reason: String) {
        // The reason is the one text of the network that no reader of messages has checked.
        ended(connection, .closed(code: code, reason: reason.printableLine))
    }

    func connectFailed(_ connection: ConnectionID, reason: String) {
        guard let client = clientOf[connection] else { return }
        let addresses = clients[client].addresses
        let failure = ConnectionFailure(reason, of: addresses.current, isOneOfMany: addresses.count > 1)
        ended(connection, failure.isNotFound ? .notFound(failure.description) : .failed(failure.description))
    }

    func certificateRejected(_ connection: ConnectionID, reason: String) {
        ended(connection, .certificateRejected(reason.printableLine))
    }

    func timerFired() {
        let now = ClientLoop.now
        for client in clients.indices {
            guard let deadline = clients[client].core.nextDeadline, deadline <= now else { continue }
            events.append((client, .tick))
        }
        handleEvents()
    }

    func readable(descriptor: Int32) {
        owner?.readable(descriptor: descriptor)
        settle()
    }

    func woken() {
        owner?.woken()
        settle()
    }
}
