import Foundation
import Platform
import TestPeers
import Testing

@testable import WebSocketLoop

extension SocketLoopTests {
    /// Every way in which a connection can end, seen from both sides.
    @Suite struct Closing {
        @Test func ourCodeReachesThePeerAndUs() throws {
            let server = try Server()
            defer { server.stop() }
            let peer = try RawPeer.upgraded(port: server.port)
            let connection = try server.recorder.opened()
            server.loop.post { $0.close(connection, code: 4_000, reason: "going away") }
            let frame = try peer.readFrame()
            #expect(frame.opcode == 8 && frame.closeCode == 4_000)
            #expect(String(decoding: frame.payload.dropFirst(2), as: UTF8.self) == "going away")
            try peer.send(.close, Array(frame.payload.prefix(2)))
            #expect(try peer.readToEnd() == [])
            let end = try server.recorder.closed(connection)
            #expect(end.code == 4_000 && end.reason == "going away")
        }

        /// The library keeps the payloads of a received ping and of its own close frame in one place.
        @Test func aPingAtTheCloseLeavesTheCodeAsItIs() throws {
            let server = try Server()
            defer { server.stop() }
            let peer = try RawPeer.upgraded(port: server.port)
            let connection = try server.recorder.opened()
            let pinged = DispatchSemaphore(value: 0)
            server.loop.post { loop in
                pinged.wait()
                loop.close(connection, code: 4_106, reason: "removed")
            }
            try peer.send(.ping, Array("????".utf8))
            pinged.signal()
            let frame = try peer.readFrame()
            #expect(frame.opcode == 8 && frame.closeCode == 4_106)
            #expect(String(decoding: frame.payload.dropFirst(2), as: UTF8.self) == "removed")
            try peer.send(.close, Array(frame.payload.prefix(2)))
            #expect(try server.recorder.closed(connection).code == 4_106)
        }

        @Test func aPeerThatDoesNotAnswerIsDroppedInTime() throws {
            let server = try Server()
            defer { server.stop() }
            let peer = try RawPeer.upgraded(port: server.port)
            let connection = try server.recorder.opened()
            let (start, watch) = (MonotonicClock.milliseconds, Stopwatch())
            server.loop.post { $0.close(connection, code: 4_003, reason: String(repeating: "é", count: 100)) }
            let frame = try peer.readFrame()
            #expect(frame.payload.count == 2 + 122, "the reason is cut at a character")
            #expect(try peer.readToEnd() == [])
            #expect(MonotonicClock.milliseconds - start >= 900 && watch.milliseconds <= 4_500)
            #expect(try server.recorder.closed(connection).code == 4_003)
        }

        @Test func closesFromInsideACallbackAfterWhatWasSent() throws {
            let server = try Server(
                .init(onReceived: { loop, connection in
                    _ = loop.send(Packet(Array("last".utf8)), to: connection)
                    loop.close(connection, code: 4_100, reason: "enough")
                    loop.close(connection, code: 4_101, reason: "too late")
                }))
            defer { server.stop() }
            let peer = try RawPeer.upgraded(port: server.port)
            try peer.send(.text, [97])
            try peer.send(.text, [98])
            #expect(try peer.readFrame().text == "last")
            #expect(try peer.readFrame().closeCode == 4_100)
            let connection = try server.recorder.opened()
            try peer.send(.close, [0x10, 0x04])
            #expect(try server.recorder.closed(connection).code == 4_100)
            #expect(try server.recorder.received(by: connection, count: 1).count == 1)
        }

        @Test func thePeersCodeIsReported() throws {
            let server = try Server()
            defer { server.stop() }
            let peer = try RawPeer.upgraded(port: server.port)
            let connection = try server.recorder.opened()
            try peer.send(.close, [0x0f, 0xa7] + Array("bye".utf8))
            #expect(try peer.readFrame().closeCode == 4_007)
            #expect(try peer.readToEnd() == [])
            let end = try server.recorder.closed(connection)
            #expect(end.code == 4_007 && end.reason == "bye")
            let silent = try RawPeer.upgraded(port: server.port)
            try silent.send(.close, [])
            #expect(try silent.readFrame().opcode == 8)
            #expect(try server.recorder.closed(server.recorder.opened(skip: 1)).code == 1_005)
        }

        @Test func theEndOfTCPHasNoCode() throws {
            let server = try Server()
            defer { server.stop() }
            let connection = try {
                let peer = try RawPeer.upgraded(port: server.port)
                defer { withExtendedLifetime(peer) {} }
                return try server.recorder.opened()
            }()
            #expect(try server.recorder.closed(connection).code == nil)
        }

        @Test func anAbortSendsNoCloseFrame() throws {
            let server = try Server()
            defer { server.stop() }
            let peer = try RawPeer.upgraded(port: server.port)
            let connection = try server.recorder.opened()
            server.loop.post { loop in
                loop.abort(connection)
                loop.abort(connection)
            }
            #expect(try peer.readToEnd() == [])
            #expect(try server.recorder.closed(connection).code == nil)
        }

        @Test func bothRolesOfOneCloseAgree() throws {
            let (server, client) = (try Server(), try LoopThread())
            defer { server.stop() }
            defer { client.stop() }
            let (here, there) = try client.connect(to: server)
            client.post { $0.close(here, code: 4_108, reason: "done") }
            #expect(try server.recorder.closed(there).code == 4_108)
            #expect(try client.recorder.closed(here).code == 4_108)
            let (again, other) = try client.connect(to: server, skip: 1)
            server.loop.post { $0.close(other, code: 4_002, reason: "no join") }
            let end = try client.recorder.closed(again)
            #expect(end.code == 4_002 && end.reason == "no join")
        }

        @Test func stoppingTheLoopClosesEveryConnectionOnce() throws {
            let server = try Server()
            let peers = try (0..<5).map { _ in try RawPeer.upgraded(port: server.port) }
            let connections = try peers.indices.map { try server.recorder.opened(skip: $0) }
            server.loop.post { $0.close(connections[0], code: 4_000, reason: "") }
            server.stop()
            for connection in connections { #expect(server.recorder.closedCount(connection) == 1) }
            server.loop.waker.wake()
        }

        /// A message to a peer that has hung up fails before the kernel has reported the end.
        @Test func aPeerFoundGoneBySendingEndsOnce() throws {
            let server = try Server()
            var peer: RawPeer? = try .upgraded(port: server.port)
            let connection = try server.recorder.opened()
            #expect(peer != nil && server.loop.perform { $0.send(Packet([97]), to: connection) } == .sent)
            let (hungUp, done, outcomes) = (
                DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), Box<[SendOutcome]>()
            )
            server.loop.post { loop in
                hungUp.wait()
                outcomes.value = (0..<2).map { _ in loop.send(Packet([98]), to: connection) }
                done.signal()
            }
            // Closed with something unread, it resets the connection.
            peer = nil
            hungUp.signal()
            done.wait()
            #expect(outcomes.value == [.gone, .gone])
            #expect(try server.recorder.closed(connection).code == nil)
            server.stop()
            #expect(server.recorder.closedCount(connection) == 1)
        }

        @Test func aStaleIDIsGone() throws {
            let server = try Server()
            defer { server.stop() }
            let first = try RawPeer.upgraded(port: server.port)
            let stale = try server.recorder.opened()
            server.loop.post { $0.abort(stale) }
            #expect(try first.readToEnd() == [])
            _ = try server.recorder.closed(stale)
            let second = try RawPeer.upgraded(port: server.port)
            let fresh = try server.recorder.opened(skip: 1)
            #expect(fresh.slot == stale.slot && fresh != stale)
            let outcomes = server.loop.perform { loop in
                loop.close(stale, code: 4_000, reason: "")
                loop.abort(stale)
                loop.ping(stale)
                return [loop.send(Packet([97]), to: stale), loop.send(Packet([98]), to: fresh)]
            }
            #expect(outcomes == [.gone, .sent])
            #expect(try second.readFrame().text == "b")
        }
    }
}
