import Foundation
import Glibc
import Platform
import TestPeers
import Testing

@testable import WebSocketLoop

extension SocketLoopTests {
    /// Headers, subprotocols and source address of a client.
    @Suite struct Handshakes {
        /// Listens on loopback and keeps the first request that comes, and its sender's address.
        private func firstRequest(_ connect: (UInt16) -> Void) throws -> (head: String, from: String) {
            let (listener, port) = try Loopback.listener()
            defer { close(listener) }
            connect(port)
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            var sender = sockaddr_in()
            let descriptor = withUnsafeMutablePointer(to: &sender) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { accept(listener, $0, &length) }
            }
            defer { close(descriptor) }
            var head: [UInt8] = []
            var bytes = [UInt8](repeating: 0, count: 4_096)
            while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
                let count = read(descriptor, &bytes, bytes.count)
                guard count > 0 else { break }
                head += bytes[..<count]
            }
            return (String(decoding: head, as: UTF8.self), String(cString: inet_ntoa(sender.sin_addr)))
        }

        @Test func headersSubprotocolsAndTheSourceAreItsOwn() throws {
            let client = try LoopThread()
            defer { client.stop() }
            let handshake = ClientHandshake(
                subprotocols: ["chat.v2", "chat.v1"], headers: [("X-Key", "a b"), ("X-Other", "2")],
                source: "127.0.0.2")
            let request = try firstRequest { port in
                let endpoint = Endpoint(host: "127.0.0.1", port: port, path: "/ws")
                client.post { _ = $0.connect(endpoint, handshake: handshake) }
            }
            #expect(request.head.contains("\r\nX-Key: a b\r\nX-Other: 2\r\n"))
            #expect(request.head.contains("Sec-WebSocket-Protocol: chat.v2, chat.v1\r\n"))
            #expect(request.from == "127.0.0.2")
        }

        @Test func withoutSubprotocolsNoneIsOffered() throws {
            let client = try LoopThread()
            defer { client.stop() }
            let handshake = ClientHandshake(subprotocols: [])
            let request = try firstRequest { port in
                let endpoint = Endpoint(host: "127.0.0.1", port: port, path: "/ws")
                client.post { _ = $0.connect(endpoint, handshake: handshake) }
            }
            #expect(request.head.hasPrefix("GET /ws HTTP/1.1\r\n") && !request.head.contains("Protocol"))
        }

        @Test func withoutSubprotocolsItOpensAllTheSame() throws {
            let server = try Server(.init(upgrade: { _ in .accept }))
            defer { server.stop() }
            let client = try LoopThread()
            defer { client.stop() }
            let endpoint = server.endpoint()
            let connection = client.perform { $0.connect(endpoint, handshake: ClientHandshake(subprotocols: [])) }
            #expect(try client.recorder.opened() == connection)
        }

        @Test func headersThatDoNotFitFailTheConnection() throws {
            let server = try Server()
            defer { server.stop() }
            let client = try LoopThread()
            defer { client.stop() }
            let endpoint = server.endpoint()
            let long = [(name: "X-Long", value: String(repeating: "x", count: 20_000))]
            let connection = client.perform {
                $0.connect(endpoint, handshake: ClientHandshake(subprotocols: ["riffle.v1"], headers: long))
            }
            let reason = try client.recorder.wait("failure") { events -> String? in
                for case .failed(connection, let reason) in events { return reason }
                return nil
            }
            #expect(reason == "the headers are too long")
        }
    }

    @Suite struct Precision {
        @Test func theTimerIsReadableFromItsMomentOn() throws {
            let timer = try PreciseTimer()
            let due = MonotonicClock.microseconds + 20_300
            timer.set(atMicroseconds: due + 10_000_000)
            timer.set(atMicroseconds: due)
            #expect(timer.dueMicroseconds == due)
            var query = pollfd(fd: timer.descriptor, events: Int16(POLLIN), revents: 0)
            #expect(poll(&query, 1, Int32(WaitLimit.milliseconds)) == 1)
            #expect(MonotonicClock.microseconds >= due)
            timer.silence()
            #expect(timer.dueMicroseconds == nil && poll(&query, 1, 0) == 0)
            timer.set(atMicroseconds: 5)
            #expect(poll(&query, 1, Int32(WaitLimit.milliseconds)) == 1, "a time that is past is due at once")
            timer.set(atMicroseconds: nil)
            #expect(poll(&query, 1, 0) == 0)
        }
    }
}
