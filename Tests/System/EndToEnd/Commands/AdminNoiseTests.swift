import Foundation
import Glibc
import TestPeers
import Testing

extension CommandScenes {
    /// Garbage, incomplete requests and clients that never read, at the admin port: rooms stay responsive, and the next
    /// correct request is answered.
    @Suite struct AdminNoiseTests {
        private static let noise: [[UInt8]] = [
            [], [0], [0xFF, 0xFE, 0x00, 0x01], Array(repeating: 0, count: 10_000),
            Array(repeating: 0xFF, count: 100_000),
            Array("GET".utf8), Array("GET /metrics".utf8), Array("GET /metrics HTTP/1.1\r\n".utf8),
            Array("GET /metrics HTTP/1.1\r\nHost: localhost\r\nX: ".utf8)
                + Array(repeating: UInt8(ascii: "x"), count: 100_000),
            Array("POST /metrics HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n".utf8),
            Array("CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\nabc".utf8), Array("DELETE / HTTP/9.9\r\n\r\n".utf8),
            Array("GET /%00%ff%zz/../..// HTTP/1.1\r\nHost: a\r\n\r\n".utf8), Array("\r\n\r\n\r\n\r\n".utf8),
            Array(
                "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\nGET /rooms HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8),
            [0x16, 0x03, 0x01, 0x00, 0xA5, 0x01, 0x00, 0x00, 0xA1, 0x03, 0x03],
            Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8), [0x81, 0x85, 1, 2, 3, 4, 5, 6, 7, 8, 9],
        ]

        /// A step and its prompt answer.
        private func turn(_ member: RawClient, _ number: Int) throws {
            member.send(#"{"type":"jump","id":\#(number),"page":\#(number),"animated":false}"#)
            #expect(try member.next("ack").number("id") == number)
        }

        @Test func garbageIsIgnored() throws {
            let server = try WatchedServer(loops: 2)
            defer { server.program.end() }
            let ann = try server.raw()
            try ann.join()
            for (index, bytes) in Self.noise.enumerated() {
                let stays = try RawSocket(port: server.adminPort)
                stays.write(bytes)
                let leaves = try RawSocket(port: server.adminPort)
                leaves.write(bytes)
                leaves.shutDown()
                try turn(ann, index + 2)
                #expect(try server.ask("/healthz").status == 200, "after \(bytes.prefix(40))")
            }
            #expect(try server.metrics().value("riffle_connections") == 1)
        }

        @Test func incompleteRequestsTimeOut() throws {
            let server = try WatchedServer()
            defer { server.program.end() }
            let ann = try server.raw()
            try ann.join()
            let silent = try (0..<100).map { _ in try RawSocket(port: server.adminPort) }
            for socket in silent { socket.write(Array("GET /metrics HT".utf8)) }
            try turn(ann, 2)
            let watch = Stopwatch()
            try eventually("room again when their time is up") { (try? server.ask("/healthz"))?.status == 200 }
            #expect(watch.milliseconds < 10_000)
            try turn(ann, 3)
            withExtendedLifetime(silent) {}
        }

        @Test func aClientThatNeverReadsBlocksNoOther() throws {
            let rooms = (0..<900).map { "a-room-with-a-rather-long-name-so-that-the-list-is-long-\($0)=threePage" }
            let server = try WatchedServer(rooms: rooms + [EndToEndFixture.numbers])
            defer { server.program.end() }
            let ann = try server.raw()
            try ann.join()
            let deaf = try (0..<20).map { _ in try RawSocket(port: server.adminPort, narrow: true) }
            for socket in deaf { socket.write(Array("GET /rooms HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)) }
            try turn(ann, 2)
            let page = try server.ask("/rooms")
            #expect(page.status == 200 && page.body.utf8.count > 80_000, "the list is whole: \(page.body.utf8.count)")
            #expect(try JSONSerialization.jsonObject(with: Data(page.body.utf8)) is [String: Any])
            withExtendedLifetime(deaf) {}
        }
    }
}
