import Platform
import WebSocketLoop

/// The answers of a small HTTP endpoint.
protocol HTTPSite: Sendable {
    /// The answer to a `GET`. It may wait: a request delays only those behind it.
    func answer(_ path: String) -> HTTPResponse
    /// The answer to a `POST`; nil when there is nothing at its path.
    func answer(_ post: HTTPPost) -> HTTPResponse?
}

/// An HTTP endpoint for operators and their programs, with its own address and thread.
final class HTTPListener {
    private typealias Started = OneShot<Result<Mailbox<HTTPLoop.Command>, SocketLoopError>>

    private let acceptor: Acceptor
    private let mailbox: Mailbox<HTTPLoop.Command>
    private let ended = OneShot<Void>()
    /// HOST:PORT as bound.
    let address: String

    /// - Parameter name: of the thread.
    init(_ name: String, listen: ListenAddress, site: any HTTPSite) throws {
        let started = Started()
        NamedThread.start(name) { [ended] in
            HTTPListener.run(listen.host, site, started)
            ended.give(())
        }
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

    private static func run(_ host: String, _ site: any HTTPSite, _ started: Started) {
        do {
            let loop = try HTTPLoop(host: host, site: site)
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

/// The event loop of an HTTP endpoint. It answers plain requests one after the other.
///
/// It has its own thread, so it may wait for other loops, and no request here delays them.
private final class HTTPLoop: SocketLoopDelegate {
    enum Command: Sendable {
        case adopt(Int32)
        case stop
    }

    /// Open connections: a scraper, a health check, a person, and some that never send anything.
    private static let connections = 64
    /// Time from the connection to the end of the answer.
    private static let answerSeconds = 5

    let mailbox: Mailbox<Command>
    private let sockets: SocketLoop
    private let site: any HTTPSite
    private let hosts: HostRule

    /// - Parameter host: the host of the address it listens on.
    init(host: String, site: any HTTPSite) throws(SocketLoopError) {
        sockets = try SocketLoop(
            options: SocketLoop.Options(
                maximumMessageBytes: 256, maximumConnections: Self.connections,
                replacesOldestHandshake: true,
                handshakeTimeoutSeconds: Self.answerSeconds))
        mailbox = Mailbox(waker: sockets.waker)
        self.site = site
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
        hosts.allows(host) ? site.answer(path) : HostRule.refusal
    }

    func httpPosted(_ request: HTTPPost) -> HTTPResponse? {
        hosts.allows(request.host) ? site.answer(request) : HostRule.refusal
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
