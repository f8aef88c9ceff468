// Declares the flags of `send` and `recv`, which Glibc alone shows to some builds only.
import CWebSockets
import Glibc

/// Accepted sockets of trusted proxies whose PROXY header has not arrived as a whole.
struct PendingProxyHeaders {
    private struct Waiting {
        let descriptor: Int32
        let peer: IPAddress
        let untilMilliseconds: Int64
    }

    /// A socket whose header was read and removed.
    struct Ready {
        let descriptor: Int32
        let peer: IPAddress
        /// Nil when the proxy speaks for itself.
        let client: IPAddress?
    }

    private var waiting: [Waiting] = []

    /// Sockets kept at one time; a further one closes the oldest.
    private static let most = 128
    private static let timeoutMilliseconds: Int64 = 5_000

    var isEmpty: Bool { waiting.isEmpty }

    var descriptors: [Int32] { waiting.map(\.descriptor) }

    mutating func add(_ descriptor: Int32, from peer: IPAddress, atMilliseconds now: Int64) {
        if waiting.count == Self.most { _ = close(waiting.removeFirst().descriptor) }
        waiting.append(
            Waiting(descriptor: descriptor, peer: peer, untilMilliseconds: now + Self.timeoutMilliseconds))
    }

    /// Takes the sockets with a whole header. Closes those with another beginning, and those that took too long.
    mutating func takeReady(atMilliseconds now: Int64) -> [Ready] {
        var ready: [Ready] = []
        waiting.removeAll { socket in
            switch Self.readHeader(of: socket.descriptor) {
            case .complete(let client, _):
                ready.append(Ready(descriptor: socket.descriptor, peer: socket.peer, client: client))
            case .incomplete where now < socket.untilMilliseconds: return false
            case .incomplete, .malformed: _ = close(socket.descriptor)
            }
            return true
        }
        return ready
    }

    mutating func end() {
        for socket in waiting { _ = close(socket.descriptor) }
        waiting = []
    }

    /// Removes a whole header from the socket's input; the bytes after it stay. As long as it is not whole, the socket
    /// becomes readable again only with more bytes. A socket that has ended stays readable, so it must not wait.
    private static func readHeader(of descriptor: Int32) -> ProxyHeader {
        // Asked first: all bytes before the end are then in the input.
        let hasEnded = TCPSocket.hasHungUp(descriptor)
        var buffer = [UInt8](repeating: 0, count: ProxyHeader.mostBytes)
        let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
        guard count > 0 else {
            return count < 0 && errno == EAGAIN ? .incomplete : .malformed("expected a PROXY header, got the end")
        }
        let header = ProxyHeader(buffer[..<count])
        switch header {
        case .complete(_, let length):
            guard recv(descriptor, &buffer, length, Int32(MSG_DONTWAIT)) == length else {
                return .malformed("expected the header again")
            }
            wait(forBytes: 1, on: descriptor)
        case .incomplete where hasEnded: return .malformed("expected a whole PROXY header, got its beginning")
        case .incomplete: wait(forBytes: Int32(count) + 1, on: descriptor)
        case .malformed: break
        }
        return header
    }

    private static func wait(forBytes count: Int32, on descriptor: Int32) {
        var count = count
        setsockopt(descriptor, SOL_SOCKET, SO_RCVLOWAT, &count, socklen_t(MemoryLayout<Int32>.size))
    }
}
