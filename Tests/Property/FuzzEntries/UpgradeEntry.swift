import Foundation
import Platform
import WebSocketLoop

/// One loop on a thread of its own, and a peer at the other end of a pair of sockets: it sends what it was given, hangs
/// up its half and reads to the end.
///
/// An odd first byte puts a good request in front of the rest, so that frames are reached as well. What comes back is
/// HTTP, after an upgrade frames that keep the rules; and TCP ends soon, as there is nobody left to wait for.
///
/// `@unchecked Sendable`: everything is set up in `init`, and the mailbox is made for several threads.
final class UpgradeEntry: @unchecked Sendable {
    static let shared = UpgradeEntry()

    private let mailbox: Mailbox<Int32>

    /// The longest a connection may outlive the end of its peer. Generous, as fuzzers keep machines busy.
    private static let endSeconds = 60

    private static let request =
        "GET /echo HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"

    private init() {
        let begun = DispatchSemaphore(value: 0)
        nonisolated(unsafe) var made: Mailbox<Int32>?
        // Safe: written before the semaphore is signalled, read after it was waited for.
        let thread = Thread {
            let echo = EchoDelegate()
            guard let loop = try? SocketLoop(options: .init(maximumMessageBytes: 65_536), delegate: echo) else {
                preconditionFailure("a loop can be made")
            }
            let mailbox = Mailbox<Int32>(waker: loop.waker)
            (echo.loop, echo.mailbox, made) = (loop, mailbox, mailbox)
            begun.signal()
            loop.run()
        }
        thread.start()
        begun.wait()
        guard let made else { preconditionFailure("the thread left its mailbox") }
        mailbox = made
    }

    func enter(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return }
        let isUpgraded = first & 1 == 1
        let sent = (isUpgraded ? Array(Self.request.utf8) : []) + bytes.dropFirst()
        var pair: [Int32] = [-1, -1]
        let status = socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &pair)
        precondition(status == 0, "there are descriptors left")
        defer { close(pair[0]) }
        mailbox.push(pair[1])
        let answer = exchange(sent, over: pair[0])
        guard isUpgraded else { return }
        let head = Array("\r\n\r\n".utf8)
        guard let end = answer.firstRange(of: head) else { preconditionFailure("a good request is answered") }
        precondition(answer.starts(with: Array("HTTP/1.1 101 ".utf8)), "a good request is granted")
        ServerFrames.check(answer[end.upperBound...])
    }

    /// Sends and reads at the same time, as the echo of much would block both otherwise.
    private func exchange(_ sent: [UInt8], over descriptor: Int32) -> [UInt8] {
        var rest = sent[...]
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        let end = MonotonicClock.milliseconds + Int64(Self.endSeconds) * 1_000
        var isWriting = true
        while true {
            if isWriting, rest.isEmpty {
                shutdown(descriptor, Int32(SHUT_WR))
                isWriting = false
            }
            var query = pollfd(fd: descriptor, events: Int16(isWriting ? POLLIN | POLLOUT : POLLIN), revents: 0)
            poll(&query, 1, 100)
            precondition(MonotonicClock.milliseconds < end, "a connection outlives its peer")
            if isWriting, query.revents & Int16(POLLOUT) != 0 {
                let count = rest.withUnsafeBytes {
                    send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
                }
                if count < 0, errno != EAGAIN { rest = [] } else { rest = rest.dropFirst(max(0, count)) }
            }
            guard query.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 else { continue }
            let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count > 0 { answer += buffer.prefix(count) }
            if count == 0 || (count < 0 && errno != EAGAIN) { return answer }
        }
    }
}

/// Echo of text and binary messages.
private final class EchoDelegate: SocketLoopDelegate {
    weak var loop: SocketLoop?
    var mailbox: Mailbox<Int32>?

    func upgradeRequested(_ request: UpgradeRequest) -> UpgradeDecision { .accept }
    func opened(_ connection: ConnectionID, request: UpgradeRequest) {}
    func closed(_ connection: ConnectionID, code: UInt16?, reason: String) {}
    func takesBinary(_ connection: ConnectionID) -> Bool { true }

    func received(_ connection: ConnectionID, text: UnsafeRawBufferPointer) {
        precondition(String(validating: text, as: UTF8.self) != nil, "text is UTF-8")
        _ = loop?.send(Packet(count: text.count) { $0.copyMemory(from: text) }, to: connection)
    }

    func received(_ connection: ConnectionID, binary: UnsafeRawBufferPointer) {
        _ = loop?.send(Packet(count: binary.count, kind: .binary) { $0.copyMemory(from: binary) }, to: connection)
    }

    func woken() {
        for descriptor in mailbox?.drain() ?? [] { loop?.adopt(descriptor: descriptor) }
    }
}
