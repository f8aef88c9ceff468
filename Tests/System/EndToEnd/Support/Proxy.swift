import Foundation
import Glibc
import TestPeers

/// A TCP proxy before a server that can lose one message or hold everything back, which no real network would tell.
///
/// `@unchecked Sendable`: everything mutable is touched only while `condition` is locked.
final class Proxy: @unchecked Sendable {
    let port: UInt16
    private let server: UInt16
    private let isNarrow: Bool
    private let listener: Int32
    private let condition = NSCondition()
    private var sockets: [RawSocket] = []
    private var loss: String?
    private var lost = 0
    private var isPaused = false
    private var isEnded = false

    /// - Parameter narrow: with small buffers toward the server, so that it soon feels that nobody reads.
    init(before server: UInt16, narrow: Bool = false) throws {
        self.server = server
        isNarrow = narrow
        (listener, port) = try Loopback.listener()
        Thread { [self] in serve() }.start()
    }

    /// Loses the next message of the server that contains `text`.
    func loseMessage(with text: String) {
        condition.withLock { loss = text }
    }

    /// Messages lost.
    var losses: Int { condition.withLock { lost } }

    /// Stops reading what the server says, or goes on.
    func pause(_ on: Bool) {
        condition.withLock {
            isPaused = on
            condition.broadcast()
        }
    }

    func end() {
        condition.withLock {
            isEnded = true
            isPaused = false
            condition.broadcast()
            for socket in sockets { socket.shutDown() }
        }
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private func serve() {
        while true {
            let descriptor = accept(listener, nil, nil)
            guard descriptor >= 0 else { break }
            let client = RawSocket(descriptor: descriptor)
            guard let upstream = try? RawSocket(port: server, narrow: isNarrow), keep(client, upstream) else {
                continue
            }
            Thread { [self] in pumpToServer(client, upstream) }.start()
            Thread { [self] in pumpToClient(client, upstream) }.start()
        }
        _ = Glibc.close(listener)
    }

    private func keep(_ client: RawSocket, _ upstream: RawSocket) -> Bool {
        condition.withLock {
            sockets += [client, upstream]
            return !isEnded
        }
    }

    private func pumpToServer(_ client: RawSocket, _ upstream: RawSocket) {
        while let bytes = client.read(), !bytes.isEmpty, upstream.write(bytes) {}
        client.shutDown()
        upstream.shutDown()
    }

    /// Frame by frame once the handshake is through.
    private func pumpToClient(_ client: RawSocket, _ upstream: RawSocket) {
        var unread: [UInt8] = []
        var isShaken = false
        while let bytes = upstream.read(), !bytes.isEmpty {
            unread += bytes
            if !isShaken {
                guard let head = unread.firstRange(of: Array("\r\n\r\n".utf8)) else { continue }
                client.write(Array(unread[..<head.upperBound]))
                unread.removeSubrange(..<head.upperBound)
                isShaken = true
            }
            while let (frame, length) = WebSocketFrame.first(of: unread) {
                if !isLost(frame) { client.write(Array(unread[..<length])) }
                unread.removeFirst(length)
            }
            waitWhilePaused()
        }
        client.shutDown()
        upstream.shutDown()
    }

    private func isLost(_ frame: WebSocketFrame) -> Bool {
        condition.withLock {
            guard let loss, frame.text.contains(loss) else { return false }
            self.loss = nil
            lost += 1
            return true
        }
    }

    private func waitWhilePaused() {
        condition.withLock {
            while isPaused, !isEnded { condition.wait() }
        }
    }
}
