import JSONCodec
import PagingClient
import PagingEngine
import PagingRoom
import PagingWire
import WebSocketLoop

/// What a command does with its members.
protocol MemberOwner: AnyObject {
    /// Something the member at `seat` did or saw.
    func happened(_ effect: ClientEffect, seat: Int)
    /// Everything that came up at this moment has been told; returns when to be called again at the latest.
    func settled(at now: Instant) -> Instant?
    /// A watched descriptor can be read.
    func readable(descriptor: Int32)
}

/// Runs members of rooms over sockets: the shell around their `ClientCore`s.
final class ClientLoop: SocketLoopDelegate {
    let sockets: SocketLoop
    weak var owner: (any MemberOwner)?
    private(set) var seats: [ClientConnection] = []
    private var seatOf: [ConnectionID: Int] = [:]
    private var todo: [(seat: Int, event: ClientEvent)] = []
    private var isRunning = false

    /// Bytes of the largest message a server may send: a snapshot with a window of large pages.
    private static let messageBytes = 8 << 20

    /// - Parameter authorities: who may vouch for servers that speak TLS; nil: whom the system trusts.
    init(authorities: TLSAuthorities? = nil) throws(SocketLoopError) {
        sockets = try SocketLoop(
            options: SocketLoop.Options(
                maximumMessageBytes: ClientLoop.messageBytes, authorities: authorities))
        sockets.delegate = self
    }

    static var now: Instant { Instant(milliseconds: SocketLoop.now()) }

    /// Adds a member; it does nothing before `start` is handed to it.
    func add(_ endpoint: Endpoint, _ settings: ClientSettings) -> Int {
        let seed = UInt64.random(in: .min ... .max)
        seats.append(ClientConnection(endpoint: endpoint, core: ClientCore(settings: settings, seed: seed)))
        return seats.count - 1
    }

    /// Blocks until `stop`.
    func run() {
        settle()
        sockets.run()
    }

    func stop() {
        sockets.stop()
    }

    func handle(_ event: ClientEvent, seat: Int) {
        todo.append((seat, event))
        work()
    }

    /// Asks the room for something on behalf of the member at `seat`.
    @discardableResult
    func request(_ request: Request, seat: Int) -> RequestID? {
        var effects: [ClientEffect] = []
        let id = seats[seat].core.request(request, into: &effects)
        for effect in effects { run(effect, seat: seat) }
        return id
    }

    /// Asks for pages outside the window on behalf of the member at `seat`.
    @discardableResult
    func pages(from first: PageIndex, count: Int, seat: Int) -> RequestID? {
        var effects: [ClientEffect] = []
        let id = seats[seat].core.pages(from: first, count: count, into: &effects)
        for effect in effects { run(effect, seat: seat) }
        return id
    }

    /// What comes up while effects are run waits until they are done.
    private func work() {
        guard !isRunning else { return }
        isRunning = true
        var next = 0
        while next < todo.count {
            let (seat, event) = todo[next]
            next += 1
            var effects: [ClientEffect] = []
            seats[seat].core.handle(event, at: ClientLoop.now, into: &effects)
            for effect in effects { run(effect, seat: seat) }
        }
        todo.removeAll(keepingCapacity: true)
        isRunning = false
        settle()
    }

    private func settle() {
        var deadline = owner?.settled(at: ClientLoop.now)
        for seat in seats {
            guard let due = seat.core.nextDeadline else { continue }
            deadline = deadline.map { min($0, due) } ?? due
        }
        sockets.schedule(atMilliseconds: deadline?.milliseconds)
    }

    private func run(_ effect: ClientEffect, seat: Int) {
        switch effect {
        case .connect:
            let connection = sockets.connect(seats[seat].endpoint)
            seats[seat].connection = connection
            seatOf[connection] = seat
        case .send(let message):
            ClientMessageWriter.encode(message, into: &seats[seat].outbox)
            seats[seat].outbox.append(UInt8(ascii: "\n"))
            flush(seat)
        case .close:
            release(seat).map { sockets.close($0, code: 1000, reason: "") }
        case .drop:
            release(seat).map { sockets.cut($0) }
        default:
            owner?.happened(effect, seat: seat)
        }
    }

    /// Sends what waits, unless the connection must first get rid of what it has.
    private func flush(_ seat: Int) {
        guard let connection = seats[seat].connection, !seats[seat].outbox.isEmpty, !sockets.isChoked(connection)
        else { return }
        _ = sockets.send(Packet(seats[seat].outbox.dropLast()), to: connection)
        seats[seat].outbox.removeAll(keepingCapacity: true)
    }

    func writable(_ connection: ConnectionID) {
        if let seat = seatOf[connection] { flush(seat) }
    }

    /// Lets go of a connection whose end the core already knows.
    private func release(_ seat: Int) -> ConnectionID? {
        guard let connection = seats[seat].connection else { return nil }
        seats[seat].connection = nil
        seats[seat].outbox = []
        seatOf[connection] = nil
        return connection
    }

    func opened(_ connection: ConnectionID, request: UpgradeRequest) {
        guard let seat = seatOf[connection] else { return }
        handle(.opened, seat: seat)
    }

    func received(_ connection: ConnectionID, text: UnsafeRawBufferPointer) {
        guard let seat = seatOf[connection] else { return }
        var messages: [ServerMessage] = []
        var fault: Malformed?
        ServerMessageReader.readLines(text) { result in
            switch result {
            case .success(let message): if fault == nil { messages.append(message) }
            case .failure(let malformed): fault = fault ?? malformed
            }
        }
        handle(.received(messages), seat: seat)
        if let fault { handle(.unreadable(fault.refusal.reason), seat: seat) }
    }

    func closed(_ connection: ConnectionID, code: UInt16?, reason: String) {
        guard let seat = seatOf[connection] else { return }
        _ = release(seat)
        handle(.closed(code: code, reason: reason), seat: seat)
    }

    func connectFailed(_ connection: ConnectionID, reason: String) {
        guard let seat = seatOf[connection] else { return }
        _ = release(seat)
        handle(.failed(reason), seat: seat)
    }

    func distrusted(_ connection: ConnectionID, reason: String) {
        guard let seat = seatOf[connection] else { return }
        _ = release(seat)
        handle(.distrusted(reason), seat: seat)
    }

    func timerFired() {
        for seat in seats.indices {
            guard let due = seats[seat].core.nextDeadline, due <= ClientLoop.now else { continue }
            todo.append((seat, .tick))
        }
        work()
    }

    func readable(descriptor: Int32) {
        owner?.readable(descriptor: descriptor)
        settle()
    }
}
