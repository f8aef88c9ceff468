import FoundationEssentials
import Platform
import WebSocketLoop

/// The server that the admin listener reports on and acts upon.
struct AdminSubject: Sendable {
    /// The start of the process.
    let start: Date
    /// The limiter in front of the loops.
    let limiter: ConnectionLimiter
    let operations: AdminOperator
}

/// The HTTP endpoint for operators and their programs, with its own address and thread.
final class AdminListener {
    private typealias Started = OneShot<Result<Mailbox<AdminLoop.Command>, SocketLoopError>>

    private let acceptor: Acceptor
    private let mailbox: Mailbox<AdminLoop.Command>
    private let ended = OneShot<Void>()
    /// HOST:PORT as bound.
    let address: String

    init(listen: ListenAddress, subject: AdminSubject) throws {
        let started = Started()
        NamedThread.start("admin") { [ended] in
            AdminListener.run(listen.host, subject, started)
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

    private static func run(_ host: String, _ subject: AdminSubject, _ started: Started) {
        do {
            let loop = try AdminLoop(host: host, subject: subject)
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
    private let subject: AdminSubject
    private let hosts: HostRule

    /// - Parameter host: the host of the address it listens on.
    init(host: String, subject: AdminSubject) throws(SocketLoopError) {
        sockets = try SocketLoop(
            options: SocketLoop.Options(
                maximumMessageBytes: 256, maximumConnections: Self.connections,
                replacesOldestHandshake: true,
                handshakeTimeoutSeconds: Self.answerSeconds))
        mailbox = Mailbox(waker: sockets.waker)
        self.subject = subject
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
            to: subject.operations.loops, withRooms: AdminPages.needsRooms(path),
            withinMilliseconds: Self.reportMilliseconds)
        let refusals = LoopReport(refusals: subject.limiter.refusals)
        guard let cluster = subject.operations.cluster else {
            return AdminPages.page(path, reports.map { $0 + [refusals] }, .now(startedAt: subject.start))
        }
        // The cluster loop is a loop, too.
        let report = cluster.report(withinMilliseconds: Self.reportMilliseconds)
        return AdminPages.page(
            path, report == nil ? nil : reports.map { $0 + [refusals] }, .now(startedAt: subject.start),
            cluster: report?.metrics)
    }

    func httpPosted(_ request: HTTPPost) -> HTTPResponse? {
        guard hosts.allows(request.host) else { return AdminPages.wrongHost }
        guard request.path.hasPrefix("/admin/") else { return nil }
        return subject.operations.answer(request)
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
