import Foundation
import WebSocketLoop

/// Where operators and their programs watch the server from: an address and a thread of its own.
final class AdminListener {
    private typealias Begun = OneShot<Result<Mailbox<AdminLoop.Order>, SocketLoopError>>

    private let acceptor: Acceptor
    private let mailbox: Mailbox<AdminLoop.Order>
    private let ended = OneShot<Void>()
    /// HOST:PORT as bound.
    let address: String

    /// - Parameters:
    ///   - loops: of the server that is watched.
    ///   - turnstile: in front of them.
    init(listen: ListenAddress, loops: [Mailbox<LoopCommand>], turnstile: ConnectionLimiter) throws {
        let begun = Begun()
        let thread = Thread { [ended] in
            AdminListener.run(listen.host, loops, turnstile, begun)
            ended.give(())
        }
        thread.name = "admin"
        thread.start()
        let mailbox = try begun.wait().get()
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
        _ host: String, _ loops: [Mailbox<LoopCommand>], _ turnstile: ConnectionLimiter, _ begun: Begun
    ) {
        do {
            let loop = try AdminLoop(host: host, loops: loops, turnstile: turnstile)
            begun.give(.success(loop.mailbox))
            loop.run()
        } catch {
            begun.give(.failure(error))
        }
    }

    /// Frees the address and ends the thread.
    func stop() {
        acceptor.stop()
        mailbox.push(.stop)
        ended.wait()
    }
}
