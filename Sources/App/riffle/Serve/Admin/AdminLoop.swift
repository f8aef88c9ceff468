import WebSocketLoop

/// The event loop of the admin listener: plain requests only, answered one after the other.
///
/// It has a thread of its own, so it may wait for the server's loops, and nothing a stranger does here holds them up.
final class AdminLoop: SocketLoopDelegate {
    enum Order: Sendable {
        case adopt(Int32)
        case stop
    }

    let mailbox: Mailbox<Order>
    private let sockets: SocketLoop
    private let loops: [Mailbox<LoopCommand>]
    private let turnstile: ConnectionLimiter
    private let hosts: HostRule

    /// Connections at one time: a scraper, a health check, a person, and some who never say anything.
    private static let connections = 64
    /// From the connection to the end of the answer.
    private static let answerSeconds = 5
    /// What a busy loop may take to answer; one that takes longer is as good as stuck.
    private static let reportMilliseconds = 1_000

    /// - Parameter host: of the address it listens on.
    init(host: String, loops: [Mailbox<LoopCommand>], turnstile: ConnectionLimiter) throws(SocketLoopError) {
        sockets = try SocketLoop(
            options: SocketLoop.Options(
                maximumMessageBytes: 256, maximumConnections: Self.connections,
                handshakeTimeoutSeconds: Self.answerSeconds))
        mailbox = Mailbox(waker: sockets.waker)
        self.loops = loops
        self.turnstile = turnstile
        hosts = HostRule(configured: host)
        sockets.delegate = self
    }

    /// Blocks until it is told to stop.
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
        let reports = LoopReportRequest.ask(
            loops, withRooms: AdminPages.needsRooms(path), withinMilliseconds: Self.reportMilliseconds)
        let refused = turnstile.refusals.values.reduce(0, +)
        return AdminPages.page(path, reports.map { $0 + [LoopReport(refused: refused)] })
    }

    func woken() {
        for order in mailbox.drain() {
            switch order {
            case .adopt(let descriptor): sockets.adopt(descriptor: descriptor)
            case .stop: sockets.stop()
            }
        }
    }
}
