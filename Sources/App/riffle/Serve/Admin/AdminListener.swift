import Foundation
import WebSocketLoop

/// The HTTP endpoint for operators and their programs, with its own address and thread.
final class AdminListener {
    private typealias Started = OneShot<Result<Mailbox<AdminLoop.Command>, SocketLoopError>>

    private let acceptor: Acceptor
    private let mailbox: Mailbox<AdminLoop.Command>
    private let ended = OneShot<Void>()
    /// HOST:PORT as bound.
    let address: String

    /// - Parameters:
    ///   - loops: the loops of the server.
    ///   - limiter: the limiter in front of them.
    init(listen: ListenAddress, loops: [Mailbox<LoopCommand>], limiter: ConnectionLimiter) throws {
        let started = Started()
        let thread = Thread { [ended] in
            AdminListener.run(listen.host, loops, limiter, started)
            ended.give(())
        }
        thread.name = "admin"
        thread.start()
        let mailbox = try started.wait().get()
        self.mailbox = mailbox
        do {
            acceptor = try Acceptor(host: listen.host, port: listen.port) { mailbox.push(.adopt($0)) }
        } catch {
            mailbox.push(.stop)
            ended.wait()
            throw error
        }
        address = ListenAddress(host: listen.host, port: acceptor.port).description
    }

    private static func run(
        _ host: String, _ loops: [Mailbox<LoopCommand>], _ limiter: ConnectionLimiter, _ started: Started
    ) {
        do {
            let loop = try AdminLoop(host: host, loops: loops, limiter: limiter)
            started.give(.success(loop.mailbox))
            loop.run()
        } catch {
            started.give(.failure(error))
        }
    }

    /// Frees the address and ends the thread.
    func stop() {
        acceptor.stop()
        mailbox.push(.stop)
        ended.wait()
    }
}

/// The event loop of the admin listener. It answers plain requests one after the other.
///
/// It has its own thread, so it may wait for the server's loops, and no request here delays them.
private final class AdminLoop: SocketLoopDelegate {
    enum Command: Sendable {
        case adopt(Int32)
        case stop
    }

    /// Open connections: a scraper, a health check, a person, and some that never send anything.
    private static let connections = 64
    /// Time from the connection to the end of the answer.
    private static let answerSeconds = 5
    /// Time for all loops to answer; a loop that takes longer is considered stuck.
    private static let reportMilliseconds: Int64 = 1_000

    let mailbox: Mailbox<Command>
    private let sockets: SocketLoop
    private let loops: [Mailbox<LoopCommand>]
    private let limiter: ConnectionLimiter
    private let hosts: HostRule

    /// - Parameter host: the host of the address it listens on.
    init(host: String, loops: [Mailbox<LoopCommand>], limiter: ConnectionLimiter) throws(SocketLoopError) {
        sockets = try SocketLoop(
            options: SocketLoop.Options(
                maximumMessageBytes: 256, maximumConnections: Self.connections,
                handshakeTimeoutSeconds: Self.answerSeconds))
        mailbox = Mailbox(waker: sockets.waker)
        self.loops = loops
        self.limiter = limiter
        hosts = HostRule(configured: host)
        sockets.delegate = self
    }

    /// Blocks until the command to stop.
    func run() {
        sockets.run()
    }

    func upgradeRequested(_ request: UpgradeRequest) -> UpgradeDecision {
        .refuse(status: 404, reason: "no rooms here")
    }

    func opened(_ connection: ConnectionID, request: UpgradeRequest) {}

    func received(_ connection: ConnectionID, text: UnsafeRawBufferPointer) {}

    func closed(_ connection: ConnectionID, code: UInt16?, reason: String) {}

    func httpRequested(path: String, host: String?) -> HTTPResponse {
        guard hosts.allows(host) else { return AdminPages.wrongHost }
        guard AdminPages.paths.contains(path) else { return AdminPages.notFound }
        let reports = LoopReportRequest.send(
            to: loops, withRooms: AdminPages.needsRooms(path), withinMilliseconds: Self.reportMilliseconds)
        let refused = limiter.refusals.values.reduce(0, +)
        return AdminPages.page(path, reports.map { $0 + [LoopReport(refused: refused)] })
    }

    func woken() {
        for command in mailbox.drain() {
            switch command {
            case .adopt(let descriptor): sockets.adopt(descriptor: descriptor)
            case .stop: sockets.stop()
            }
        }
    }
}
