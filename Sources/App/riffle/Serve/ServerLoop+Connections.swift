import JSONCodec
import Metrics
import PagingRoom
import PagingServer
import PagingWire
import WebSocketLoop

/// What happens to connections, from the door on.
extension ServerLoop {
    func opened(_ connection: ConnectionID, request: UpgradeRequest) {
        if echo?.opened(connection, path: request.path) == true { return sockets.handshakeCompleted(connection) }
        let room = String(request.path.dropFirst(ServerLoop.roomsPath.count))
        let peer = PeerID(connection.rawValue)
        counts.connectionOpened()
        log.opened(Address(loop: loop, peer: peer), room: room, from: request.remoteAddress)
        handle(.opened(peer, room: room, secret: Session(Secret.make(bytes: 12))))
    }

    func received(_ connection: ConnectionID, text: UnsafeRawBufferPointer) {
        if echo?.received(connection, text, isBinary: false) == true { return }
        counts.record(receivedBytes: text.count)
        var objects: [Result<ClientMessage, Malformed>] = []
        ClientMessageReader.readLines(text, limits: limits) { objects.append($0) }
        let peer = PeerID(connection.rawValue)
        guard core.isComingIn(peer) || crossings.contains(peer) else { return handle(.received(peer, objects)) }
        crossings.append(received: .received(peer, objects), from: peer)
        sockets.waker.wake()
    }

    func takesBinary(_ connection: ConnectionID) -> Bool { echo?.contains(connection) == true }

    func received(_ connection: ConnectionID, binary: UnsafeRawBufferPointer) {
        _ = echo?.received(connection, binary, isBinary: true)
    }

    func receivedPong(_ connection: ConnectionID) {
        // Nothing follows from it but that the next look at everybody's time, a second away at most, finds it.
        events.append(.pong(PeerID(connection.rawValue)))
    }

    func writable(_ connection: ConnectionID) {
        if echo?.writable(connection) == true { return }
        handle(.writable(PeerID(connection.rawValue)))
    }

    func closed(_ connection: ConnectionID, code: UInt16?, reason: String) {
        if echo?.closed(connection) == true { return }
        let peer = PeerID(connection.rawValue)
        let label = CloseLabel(code: code, by: core.isEnding(peer) ? .server : CloseLabel.side(of: code))
        counts.connectionClosed(label)
        log.closed(Address(loop: loop, peer: peer), label)
        crossings.append(closed: peer)
        sockets.waker.wake()
    }
}

extension ServerLoop {
    fileprivate static let roomsPath = "/rooms/"

    func upgradeRequested(_ request: UpgradeRequest) -> UpgradeDecision {
        if let refusal = door.refusal(of: request) { return refusal }
        if echo != nil, request.path == Echo.path { return .accept }
        guard request.path.hasPrefix(ServerLoop.roomsPath),
            RoomSpec.isValid(name: String(request.path.dropFirst(ServerLoop.roomsPath.count)))
        else { return .refuse(status: 404, reason: "rooms are at /rooms/NAME") }
        guard request.offersSubprotocol else {
            return .refuse(status: 400, reason: "the subprotocol is riffle.v1")
        }
        return .accept
    }

    func httpRequested(path: String, host: String?) -> HTTPResponse {
        switch path {
        case "/healthz": HTTPResponse(status: 200, text: "alive\n")
        case "/readyz" where stopsAt == nil: HTTPResponse(status: 200, text: "ready\n")
        case "/readyz": HTTPResponse(status: 503, text: "going away\n")
        default: HTTPResponse(status: 404, text: "not found\n")
        }
    }
}
