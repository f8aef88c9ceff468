import Foundation
import Glibc

/// A proxy before a WebSocket server that tampers with what the server says, message by message, or says something else.
///
/// `@unchecked Sendable`: everything mutable is touched only under `lock`.
package final class TamperingProxy: @unchecked Sendable {
    /// Replaces the lines of a message by others; no lines, no message. It may block, and the proxy then does not read.
    package typealias Editor = ([String]) -> [String]

    /// The bytes that a client gets instead of the server's.
    package enum Attack: Sendable {
        /// In place of the answer to the handshake.
        case head([UInt8])
        /// After the handshake.
        case frame(WebSocketFrame)
        /// After the first message of the server.
        case lateFrame(WebSocketFrame)
    }

    package let port: UInt16
    private let server: UInt16
    private let listener: Int32
    private let editor: @Sendable (Int) -> Editor
    private let attack: Attack?
    private let isNarrow: Bool
    private let lock = NSLock()
    private var descriptors: Set<Int32> = []
    private var isEnded = false

    /// - Parameters:
    ///   - narrow: with small buffers toward the server, so that it soon feels that nobody reads.
    ///   - editor: makes what edits the messages of one connection; connections are numbered from 0 as they come.
    package init(
        before server: UInt16, attack: Attack? = nil, narrow: Bool = false,
        editor: @escaping @Sendable (Int) -> Editor = { _ in { $0 } }
    ) throws {
        self.server = server
        self.attack = attack
        isNarrow = narrow
        self.editor = editor
        (listener, port) = try Loopback.listener()
        Thread.detachNewThread { [self] in serve() }
    }

    package func end() {
        lock.withLock {
            isEnded = true
            for descriptor in descriptors { shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private func serve() {
        var number = 0
        while true {
            let client = accept(listener, nil, nil)
            guard client >= 0 else { break }
            let upstream = Loopback.socket()
            if isNarrow { Loopback.narrow(upstream) }
            let isConnected = (try? Loopback.connect(upstream, port: server)) != nil
            let isWanted = lock.withLock {
                descriptors.formUnion([client, upstream])
                return !isEnded
            }
            guard isConnected, isWanted else {
                shutdown(client, Int32(SHUT_RDWR))
                continue
            }
            let mine = number
            number += 1
            Thread.detachNewThread { [self] in pump(from: client, to: upstream) }
            Thread.detachNewThread { [self] in tamper(from: upstream, to: client, number: mine) }
        }
        close(listener)
    }

    /// Reads a client to its end, also when the server takes no more: bytes that nobody reads would reset the connection,
    /// and the client could lose what it has not read.
    private func pump(from client: Int32, to upstream: Int32) {
        while let bytes = Self.read(client) { _ = Self.write(bytes, upstream) }
        finish(client, upstream)
    }

    /// Whole messages once the handshake is through; the server does not break them up.
    private func tamper(from upstream: Int32, to client: Int32, number: Int) {
        let edit = editor(number)
        var unread: [UInt8] = []
        var isShaken = false
        while let bytes = Self.read(upstream) {
            unread += bytes
            if !isShaken {
                guard let head = unread.firstRange(of: Array("\r\n\r\n".utf8)) else { continue }
                if case .head(let bytes) = attack {
                    return strike(bytes, upstream, client)
                }
                guard Self.write(Array(unread[..<head.upperBound]), client) else { break }
                if case .frame(let frame) = attack { return strike(frame.unmasked, upstream, client) }
                unread.removeSubrange(..<head.upperBound)
                isShaken = true
            }
            while let (frame, length) = WebSocketFrame.first(of: unread) {
                var whole = Array(unread[..<length])
                unread.removeFirst(length)
                if frame.kind == .text, frame.isFinal {
                    let lines = edit(frame.text.split(separator: "\n").map(String.init))
                    guard !lines.isEmpty else { continue }
                    whole = WebSocketFrame(text: lines.joined(separator: "\n")).unmasked
                }
                guard Self.write(whole, client) else { break }
                if case .lateFrame(let frame) = attack { return strike(frame.unmasked, upstream, client) }
            }
        }
        finish(upstream, client)
    }

    /// Sends the last bytes to a client and ends this half of the connection; the client ends the other.
    private func strike(_ bytes: [UInt8], _ upstream: Int32, _ client: Int32) {
        _ = Self.write(bytes, client)
        shutdown(client, Int32(SHUT_WR))
        shutdown(upstream, Int32(SHUT_RDWR))
    }

    /// Both ends are told; the descriptors stay open until the process ends, so that no number comes to mean another.
    private func finish(_ one: Int32, _ other: Int32) {
        shutdown(one, Int32(SHUT_RDWR))
        shutdown(other, Int32(SHUT_RDWR))
    }

    private static func read(_ descriptor: Int32) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return count > 0 ? Array(bytes[..<count]) : nil
    }

    private static func write(_ bytes: [UInt8], _ descriptor: Int32) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }
}
