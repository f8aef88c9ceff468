import Glibc

/// Sockets that were refused and have still to read why.
///
/// Closing one at once would let the kernel answer the request, which is on its way, with a reset, and the reset would
/// overtake the words. So each is kept for a moment, and what it sends is thrown away.
struct LingeringCloses {
    private var sockets: [(descriptor: Int32, untilMilliseconds: Int64)] = []
    private var sweptAtMilliseconds: Int64 = .min

    /// Kept at one time; beyond, the oldest has had its moment.
    private static let most = 256
    private static let momentMilliseconds: Int64 = 1_000
    private static let sweepMilliseconds: Int64 = 50

    var isEmpty: Bool { sockets.isEmpty }

    /// Sends `response`, as far as the kernel takes it at once, and ends our half of TCP; without one there is nothing
    /// to say.
    mutating func say(_ response: HTTPResponse?, to descriptor: Int32, atMilliseconds now: Int64) {
        guard let response else {
            _ = close(descriptor)
            return
        }
        _ = response.encoded.withUnsafeBytes {
            send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
        }
        shutdown(descriptor, Int32(SHUT_WR))
        sockets.append((descriptor, now + Self.momentMilliseconds))
        if sockets.count > Self.most {
            _ = Self.hasEnded(sockets[0].descriptor)
            _ = close(sockets.removeFirst().descriptor)
        }
    }

    /// Lets go of those that have hung up or had their moment.
    mutating func sweep(atMilliseconds now: Int64) {
        guard !sockets.isEmpty, now >= sweptAtMilliseconds + Self.sweepMilliseconds else { return }
        sweptAtMilliseconds = now
        sockets.removeAll { socket in
            guard Self.hasEnded(socket.descriptor) || socket.untilMilliseconds <= now else { return false }
            _ = close(socket.descriptor)
            return true
        }
    }

    mutating func end() {
        for socket in sockets { _ = close(socket.descriptor) }
        sockets = []
    }

    /// Throws away what came, as much of it as one who was refused may send; whether that was the end.
    private static func hasEnded(_ descriptor: Int32) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        return count == 0 || (count < 0 && errno != EAGAIN)
    }
}
