import Glibc

/// A blocking WebSocket client made of bytes, able to misbehave.
package final class RawPeer {
    package let descriptor: Int32
    private var unread: [UInt8] = []

    package typealias Opcode = WebSocketFrame.Kind

    package struct Failure: Error {
        package let what: String

        package init(what: String) {
            self.what = what
        }
    }

    /// - Parameters:
    ///   - receiveBufferBytes: a small one makes a slow reader choke its peer soon.
    ///   - host: the address to connect from, `127.x.x.x`.
    ///   - socket: a socket that is not connected; the peer closes it.
    package init(
        port: UInt16, receiveBufferBytes: Int32? = nil, from host: [UInt8]? = nil, socket: Int32 = Loopback.socket()
    ) throws {
        descriptor = socket
        if let host { try Loopback.bind(descriptor, to: host) }
        if var bytes = receiveBufferBytes {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &bytes, socklen_t(MemoryLayout<Int32>.size))
        }
        var timeout = timeval(tv_sec: Int(WaitLimit.seconds), tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        try Loopback.connect(descriptor, port: port)
    }

    deinit {
        close(descriptor)
    }

    package static func upgraded(port: UInt16, receiveBufferBytes: Int32? = nil, path: String = "/") throws -> RawPeer {
        let peer = try RawPeer(port: port, receiveBufferBytes: receiveBufferBytes)
        try peer.send(handshake(path: path))
        let head = try peer.readHead()
        guard head.hasPrefix("HTTP/1.1 101"), head.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=") else {
            throw Failure(what: "handshake: \(head)")
        }
        return peer
    }

    /// The request with the key of RFC 6455, whose answer is known.
    package static func handshake(path: String = "/", subprotocol: String? = "riffle.v1", extra: String = "") -> String
    {
        let offer = subprotocol.map { "Sec-WebSocket-Protocol: \($0)\r\n" } ?? ""
        return "GET \(path) HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\(offer)\(extra)\r\n"
    }

    package func send(_ text: String) throws { try send(Array(text.utf8)) }

    package func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Failure(what: "send: \(errno)") }
            sent += count
        }
    }

    package func send(_ opcode: Opcode, _ payload: [UInt8], isFinal: Bool = true) throws {
        try send(Self.frame(opcode.rawValue, payload, isFinal: isFinal))
    }

    /// How many bytes say how long a frame is.
    package enum LengthForm {
        /// As few as do, which is what the RFC demands.
        case shortest
        case sixteenBits
        case sixtyFourBits
    }

    /// A frame, masked as a client's must be. `opcode` may have reserved bits above it.
    package static func frame(
        _ opcode: UInt8, _ payload: [UInt8], isFinal: Bool = true, isMasked: Bool = true, length: LengthForm = .shortest
    ) -> [UInt8] {
        var bytes = [opcode | (isFinal ? 0x80 : 0)]
        let flag: UInt8 = isMasked ? 0x80 : 0
        switch (length, payload.count) {
        case (.shortest, ..<126): bytes.append(flag | UInt8(payload.count))
        case (.shortest, ..<65_536), (.sixteenBits, _):
            bytes += [flag | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
        default: bytes += [flag | 127] + (0..<8).map { UInt8(truncatingIfNeeded: payload.count >> (56 - $0 * 8)) }
        }
        guard isMasked else { return bytes + payload }
        let mask: [UInt8] = [0x11, 0x7f, 0xa0, 0x05]
        return bytes + mask + payload.enumerated().map { $1 ^ mask[$0 & 3] }
    }

    /// Ends our half of TCP and keeps the other.
    package func hangUp() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    package func readFrame() throws -> WebSocketFrame {
        while true {
            if let (frame, length) = WebSocketFrame.first(of: unread) {
                unread.removeFirst(length)
                return frame
            }
            if let first = unread.first, Opcode(rawValue: first & 15) == nil {
                throw Failure(what: "expected a frame of RFC 6455, got the opcode \(first & 15)")
            }
            guard try receiveMore() else { throw Failure(what: "the connection ended") }
        }
    }

    /// Everything up to the empty line.
    package func readHead() throws -> String {
        var head: [UInt8] = []
        while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) { head += try take(1) }
        return String(decoding: head, as: UTF8.self)
    }

    /// Reads until the other side ends TCP; throws when it does not.
    package func readToEnd() throws -> [UInt8] {
        while try receiveMore() {}
        defer { unread = [] }
        return unread
    }

    /// Whether the other side has ended TCP, or has something to say, by now.
    package var hasNews: Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return !unread.isEmpty || poll(&entry, 1, 0) > 0
    }

    private func take(_ count: Int) throws -> [UInt8] {
        while unread.count < count {
            guard try receiveMore() else { throw Failure(what: "the connection ended") }
        }
        defer { unread.removeFirst(count) }
        return Array(unread.prefix(count))
    }

    private func receiveMore() throws -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count < 0, errno == ECONNRESET { return false }
        guard count >= 0 else { throw Failure(what: "nothing came for \(WaitLimit.seconds) s: \(errno)") }
        unread += buffer.prefix(count)
        return count > 0
    }
}
