import Foundation
import TestPeers

/// A WebSocket client that sends whatever a test wants, right or wrong, and keeps every byte it gets.
final class RawClient {
    /// The status of the answer to the upgrade; 101 when it was granted.
    let status: Int
    /// The body of an answer that grants no upgrade.
    private(set) var body = ""
    /// Everything that came after the handshake.
    private(set) var received: [UInt8] = []
    private let socket: RawSocket
    private var unread: [UInt8] = []
    private var message: [UInt8] = []
    private var objects: [RawObject] = []
    private var isOpen = true
    /// Why it ended, once it has: the code of the close frame, nil when TCP just ended.
    private(set) var closeCode: Int?
    private(set) var closeReason = ""

    /// - Parameters:
    ///   - upgrade: false asks for `path` as a plain page.
    ///   - narrow: with the smallest buffers, so that the server soon feels that nobody reads.
    ///   - host: the name it asks for, in place of the address it asks at.
    ///   - source: the address to connect from, `127.x.x.x`.
    ///   - headers: lines in addition to the handshake's own.
    ///   - preamble: pieces that it sends before the request.
    init(
        port: UInt16, path: String, subprotocol: String? = "riffle.v1", upgrade: Bool = true, narrow: Bool = false,
        host: String? = nil, from source: [UInt8]? = nil, headers: [String] = [], preamble: [[UInt8]] = []
    ) throws {
        socket = try RawSocket(port: port, narrow: narrow, from: source)
        for part in preamble {
            socket.write(part)
            usleep(20_000)
        }
        var head = "GET \(path) HTTP/1.1\r\nHost: \(host ?? "127.0.0.1"):\(port)\r\n"
        if upgrade {
            head += "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            head += "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        }
        head += headers.map { $0 + "\r\n" }.joined()
        if let subprotocol { head += "Sec-WebSocket-Protocol: \(subprotocol)\r\n" }
        socket.write(Array((head + "\r\n").utf8))
        let end = Array("\r\n\r\n".utf8)
        let deadline = WaitLimit.deadline
        while unread.firstRange(of: end) == nil {
            guard let bytes = socket.read(before: deadline), !bytes.isEmpty else { break }
            unread += bytes
        }
        let place = unread.firstRange(of: end)
        let answer = String(decoding: unread[..<(place?.lowerBound ?? unread.endIndex)], as: UTF8.self)
        let words = answer.split(separator: " ")
        guard words.count > 1, let status = Int(words[1]) else {
            throw ExpectationError("an answer to GET \(path)", instead: words.joined(separator: " "))
        }
        self.status = status
        unread.removeSubrange(..<(place?.upperBound ?? unread.endIndex))
        guard status != 101 else { return }
        while let bytes = socket.read(before: deadline), !bytes.isEmpty { unread += bytes }
        body = String(decoding: unread, as: UTF8.self)
        isOpen = false
    }

    func send(_ line: String) { send(bytes: Array(line.utf8)) }

    func send(bytes: [UInt8], as kind: WebSocketFrame.Kind = .text) {
        socket.write(WebSocketFrame(kind: kind, payload: bytes).masked)
    }

    func send(frame bytes: [UInt8]) { socket.write(bytes) }

    /// Breaks the connection without a word.
    func cut() { socket.shutDown() }

    /// Sends a join with further fields, such as `"role":"member"`, and returns the welcome.
    @discardableResult
    func join(_ fields: String = #""role":"member""#) throws -> RawObject {
        send(#"{"type":"join","id":1,\#(fields)}"#)
        return try next("welcome")
    }

    /// The next object; throws at the end of the connection.
    func next() throws -> RawObject {
        let deadline = WaitLimit.deadline
        while objects.isEmpty {
            guard isOpen else {
                throw ExpectationError("an object", instead: "an end with \(closeCode ?? 0) \(closeReason)")
            }
            try readFrame(before: deadline)
        }
        return objects.removeFirst()
    }

    /// The next object of this type; those before it are passed over.
    @discardableResult
    func next(_ type: String) throws -> RawObject {
        while true {
            let object = try next()
            if object.type == type { return object }
        }
    }

    /// Everything up to the answer to a ping, which is a sign that all before it has been dealt with.
    func everything(pingID: Int) throws -> [RawObject] {
        send(#"{"type":"ping","id":\#(pingID)}"#)
        var all: [RawObject] = []
        while true {
            let object = try next()
            if object.type == "pong", object.number("id") == pingID { return all }
            all.append(object)
        }
    }

    /// Reads to the end of the connection and returns the code it ended with.
    func end() throws -> Int? {
        let deadline = WaitLimit.deadline
        while isOpen { try readFrame(before: deadline) }
        return closeCode
    }

    /// The objects read and not yet taken.
    var leftovers: [RawObject] { objects }

    private func readFrame(before deadline: Date) throws {
        while true {
            if let (frame, length) = WebSocketFrame.first(of: unread) {
                unread.removeFirst(length)
                return try take(frame)
            }
            guard let bytes = socket.read(before: deadline) else { throw ExpectationError("a frame") }
            guard !bytes.isEmpty else { return isOpen = false }
            unread += bytes
            received += bytes
        }
    }

    private func take(_ frame: WebSocketFrame) throws {
        switch frame.kind {
        case .text, .continuation, .binary:
            message += frame.payload
            guard frame.isFinal else { return }
            let text = String(decoding: message, as: UTF8.self)
            objects += try text.split(separator: "\n").map { try RawObject(line: String($0)) }
            message = []
        case .ping: send(bytes: frame.payload, as: .pong)
        case .pong: break
        case .close:
            isOpen = false
            guard frame.payload.count >= 2 else { return }
            closeCode = Int(frame.payload[0]) << 8 | Int(frame.payload[1])
            closeReason = String(decoding: frame.payload[2...], as: UTF8.self)
            send(bytes: frame.payload, as: .close)
        }
    }
}
