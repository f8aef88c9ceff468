import JSONCodec
import PagingContent
import PagingEngine
import PagingRoom
import PagingServer
import PagingWire

/// A server with one loop and one room, without sockets and without a clock: texts of clients go in as in `ServerLoop`, and the
/// encoded messages to them are counted and dropped.
struct QuietServer {
    static let room = "talk"

    private var core: ServerCore
    private var effects: [ServerEffect] = []
    private var milliseconds: Int64 = 0
    /// Messages to connections so far.
    private(set) var deliveries = 0

    init() {
        let pages = (0..<200).map { number in
            Page(id: PageID("\(number)"), title: "Page \(number)", body: "- one line of many\n- and a second one")
        }
        let settings = ServerSettings(
            server: "paths", epoch: Epoch("once"), retry: Retry(minimumMilliseconds: 1, maximumMilliseconds: 2))
        let spec = RoomSpec(
            name: QuietServer.room, supplier: .listed(pages), configuration: Configuration(.threePage))
        core = ServerCore(
            loop: 0, loops: 1, settings: settings, rooms: [spec], now: Instant(milliseconds: 0)
        ) { message in
            var bytes: [UInt8] = []
            ServerMessageWriter.encode(message, into: &bytes)
            return bytes
        }
    }

    /// Opens the connection with that number, and joins.
    mutating func join(_ member: Int) {
        handle(.opened(PeerID(UInt64(member)), room: QuietServer.room, secret: Session("secret \(member)")))
        receive(#"{"type":"join","id":1,"name":"Member \#(member)","role":"member","offsets":"frames"}"#, from: member)
    }

    mutating func leave(_ member: Int) {
        receive(#"{"type":"leave","id":2}"#, from: member)
        handle(.closed(PeerID(UInt64(member))))
    }

    mutating func receive(_ text: String, from member: Int) {
        var objects: [Result<ClientMessage, Malformed>] = []
        var text = text
        text.withUTF8 { bytes in ClientMessageReader.readLines(UnsafeRawBufferPointer(bytes)) { objects.append($0) } }
        handle(.received(PeerID(UInt64(member)), objects))
    }

    /// Lets time pass: the loop is woken at each moment that it asks for.
    mutating func wait(_ duration: Int64) {
        let end = milliseconds + duration
        while let next = core.nextDeadline, next <= Instant(milliseconds: end) {
            milliseconds = max(milliseconds, next.milliseconds)
            handle(.tick)
        }
        milliseconds = end
    }

    private mutating func handle(_ event: ServerEvent) {
        var events = [event]
        while !events.isEmpty {
            core.handle(events, at: Instant(milliseconds: milliseconds), into: &effects)
            events.removeAll()
            for effect in effects {
                switch effect {
                case .send(_, let peers): deliveries += peers.count
                case .ping(let peers): events += peers.map { .pong($0) }
                case .close(let peer, let code, let reason):
                    PathsProgram.stop(
                        "expected connection \(peer.number) to stay, got its end with \(code.rawValue): \(reason)")
                default: break
                }
            }
            effects.removeAll(keepingCapacity: true)
        }
    }
}
