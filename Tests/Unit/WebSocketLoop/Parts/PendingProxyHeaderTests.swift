import Glibc
import TestPeers
import Testing

@testable import WebSocketLoop

extension SocketLoopTests {
    /// Sockets of proxies that wait for their PROXY header, without an acceptor around them.
    @Suite struct PendingProxyHeaderTests {
        /// An accepted TCP socket and its peer.
        private static func accepted() throws -> (ours: Int32, peer: RawPeer) {
            let listener = try ListeningSocket.open(host: "127.0.0.1", port: 0)
            defer { close(listener.descriptor) }
            let peer = try RawPeer(port: listener.port)
            #expect(isReadable(listener.descriptor, withinMilliseconds: Int32(WaitLimit.milliseconds)))
            return (accept(listener.descriptor, nil, nil), peer)
        }

        private static func isReadable(_ descriptor: Int32, withinMilliseconds milliseconds: Int32) -> Bool {
            var query = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            return poll(&query, 1, milliseconds) == 1
        }

        private static let proxyHeader = "PROXY TCP4 198.51.100.7 10.0.0.1 56324 443\r\n"

        /// Such a socket stays readable: to wait for the rest of the header would spin.
        @Test(arguments: ["", "P", "PROXY TCP"])
        func aProxyThatEndsBeforeItsHeaderIsClosedAtOnce(beginning: String) throws {
            let (ours, peer) = try Self.accepted()
            var headers = PendingProxyHeaders()
            headers.add(ours, from: try #require(IPAddress("127.0.0.1")), atMilliseconds: 0)
            try peer.send(beginning)
            if !beginning.isEmpty {
                #expect(Self.isReadable(ours, withinMilliseconds: Int32(WaitLimit.milliseconds)))
                #expect(headers.takeReady(atMilliseconds: 0).isEmpty && !headers.isEmpty)
            }
            shutdown(peer.descriptor, Int32(SHUT_WR))
            #expect(Self.isReadable(ours, withinMilliseconds: Int32(WaitLimit.milliseconds)))
            #expect(headers.takeReady(atMilliseconds: 0).isEmpty && headers.isEmpty)
            if headers.isEmpty { #expect(try peer.readToEnd() == []) }
            headers.end()
        }

        @Test func aProxyThatEndsAfterItsHeaderIsTaken() throws {
            let (ours, peer) = try Self.accepted()
            defer { close(ours) }
            var headers = PendingProxyHeaders()
            headers.add(ours, from: try #require(IPAddress("127.0.0.1")), atMilliseconds: 0)
            try peer.send(Self.proxyHeader)
            shutdown(peer.descriptor, Int32(SHUT_WR))
            #expect(Self.isReadable(ours, withinMilliseconds: Int32(WaitLimit.milliseconds)))
            #expect(headers.takeReady(atMilliseconds: 0).map(\.client) == [IPAddress("198.51.100.7")])
        }

        @Test func aHeaderThatComesByteByByteWakesOnceForEach() throws {
            let (ours, peer) = try Self.accepted()
            defer { close(ours) }
            var headers = PendingProxyHeaders()
            headers.add(ours, from: try #require(IPAddress("127.0.0.1")), atMilliseconds: 0)
            var clients: [IPAddress?] = []
            for byte in Self.proxyHeader.utf8 {
                #expect(clients.isEmpty)
                try peer.send([byte])
                #expect(Self.isReadable(ours, withinMilliseconds: Int32(WaitLimit.milliseconds)))
                clients += headers.takeReady(atMilliseconds: 0).map(\.client)
                #expect(!Self.isReadable(ours, withinMilliseconds: 0))
            }
            #expect(clients == [IPAddress("198.51.100.7")] && headers.isEmpty)
        }
    }
}
