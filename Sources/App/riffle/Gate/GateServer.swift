import Glibc
import PagingClient
import PagingEngine
import SSHGate
import SSHTransport
import TerminalDevice
import WebSocketLoop

/// Serves terminals over SSH: sockets in, sessions on one loop, clients of rooms out.
final class GateServer: MemberOwner {
    private struct AcceptedSocket: Sendable {
        let descriptor: Int32
        let permit: ConnectionPermit
    }

    private let loop: ClientLoop
    private let server: SSHServer
    private let settings: GateSettings
    private let rooms: GateRooms
    private let signals: SignalDescriptor
    private let accepted: Mailbox<AcceptedSocket>
    private let acceptor: Acceptor
    private var failures = FailedLogins<PeerAddress>()
    private var sessions: [Int32: GateSession] = [:]
    /// Whether a session's descriptor is also watched for writing.
    private var isWatchedForWriting: [Int32: Bool] = [:]
    private var isSettling = false
    /// Whether a socket was read since the loop was settled last.
    private var hasRead = false

    init(
        _ server: SSHServer, at address: ListenAddress, limits: ConnectionLimiter.Limits, settings: GateSettings,
        authorities: TLSAuthorities?, signals: SignalDescriptor
    ) throws {
        loop = try ClientLoop(authorities: authorities)
        self.server = server
        self.settings = settings
        self.signals = signals
        rooms = GateRooms(loop, settings)
        let accepted = Mailbox<AcceptedSocket>(waker: loop.sockets.waker)
        self.accepted = accepted
        // A refused client gets no answer: it waits for one of SSH.
        acceptor = try Acceptor(
            host: address.host, port: address.port, limiter: ConnectionLimiter(limits), isSecure: true
        ) { descriptor, permit in
            _ = accepted.push(AcceptedSocket(descriptor: descriptor, permit: permit))
        }
        loop.owner = self
    }

    /// The port in use.
    var port: UInt16 { acceptor.port }

    /// Serves until a signal comes.
    func run() {
        loop.sockets.watch(descriptor: signals.descriptor)
        loop.run()
        acceptor.stop()
        for session in sessions.values { session.free() }
        for socket in accepted.drain() { close(socket.descriptor) }
    }

    // MARK: Loop

    func woken() {
        let now = ClientLoop.now
        for socket in accepted.drain() { begin(socket, at: now) }
    }

    private func begin(_ socket: AcceptedSocket, at now: Instant) {
        let address = socket.permit.address
        let login = GateLoginCheck(keys: settings.keys) { [weak self] in
            guard let self, let address else { return false }
            return failures.isBlocked(address, at: ClientLoop.now)
        }
        guard let ssh = server.begin(descriptor: socket.descriptor, decide: { login.decide($0) }) else { return }
        sessions[socket.descriptor] = GateSession(ssh, login, socket.permit, rooms, settings, at: now)
        watch(socket.descriptor, alsoWritable: ssh.wantsWrite)
    }

    private func noteFailure(of address: PeerAddress?) {
        if let address { failures.note(address, at: ClientLoop.now) }
    }

    func readable(descriptor: Int32) {
        if descriptor == signals.descriptor { return receiveSignals() }
        sessions[descriptor]?.pump()
        hasRead = true
    }

    func happened(_ effect: ClientEffect, client: Int) {
        let now = ClientLoop.now
        if case .ended(.refused(let code, _)) = effect, code == .unauthorized {
            // A wrong token is a guess; a room that is closed to viewers is none.
            for session in sessions.values where session.client == client && session.hasToken {
                noteFailure(of: session.address)
            }
        }
        rooms.happened(effect, client: client, at: now)
    }

    func settled(at now: Instant) -> Instant? {
        // Starting and leaving rooms settles the loop again.
        guard !isSettling else { return nil }
        // All sockets that are ready are read before sessions draw, in the next turn of the loop. Otherwise each would let
        // all sessions draw whose next picture is due, and 500 clients that open their windows together would take seconds.
        guard !hasRead else {
            hasRead = false
            return now
        }
        isSettling = true
        defer { isSettling = false }
        var next: Instant?
        for (descriptor, session) in sessions {
            let isDue = session.needsSettling || session.deadline.map { $0 <= now } == true
            if isDue {
                session.settle(at: now)
                if session.isOver {
                    end(descriptor)
                    continue
                }
                watch(descriptor, alsoWritable: session.ssh.wantsWrite)
            }
            next = earliest(next, session.needsSettling ? now : session.deadline)
        }
        rooms.settle(at: now)
        // Rooms that were joined have something to show.
        if sessions.values.contains(where: \.needsSettling) { return now }
        return earliest(next, rooms.nextDeadline)
    }

    private func end(_ descriptor: Int32) {
        guard let session = sessions.removeValue(forKey: descriptor) else { return }
        loop.sockets.unwatch(descriptor: descriptor)
        isWatchedForWriting[descriptor] = nil
        rooms.leave(session)
        session.free()
    }

    private func watch(_ descriptor: Int32, alsoWritable: Bool) {
        guard isWatchedForWriting[descriptor] != alsoWritable else { return }
        isWatchedForWriting[descriptor] = alsoWritable
        loop.sockets.watch(descriptor: descriptor, alsoWritable: alsoWritable)
    }

    private func receiveSignals() {
        guard (try? signals.read())?.isEmpty == false else { return }
        for session in sessions.values { session.end("the gate was stopped", status: ExitStatus.failure.rawValue) }
        loop.stop()
    }
}
