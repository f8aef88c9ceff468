// Declares the flags of `send` and `recv`, which Glibc alone shows to some builds only.
import CWebSockets
import Glibc

/// Refused sockets that still have to read the answer.
///
/// A close at once would make the kernel answer the request, which is under way, with a reset. The reset could arrive
/// before the answer is read, and discard it. So each socket stays open for a moment, and its input is dropped.
struct LingeringCloses {
    private var sockets: [(descriptor: Int32, untilMilliseconds: Int64)] = []
    private var sweptAtMilliseconds: Int64 = .min

    /// Sockets kept at one time; a further one closes the oldest.
    private static let most = 256
    /// Fewer where the process may have few descriptors.
    private static let descriptorParts: UInt = 16
    private let most = Self.allowed()
    private static let momentMilliseconds: Int64 = 1_000
    private static let sweepMilliseconds: Int64 = 50

    private static func allowed() -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)), &limit) == 0 else { return most }
        return Int(max(2, min(UInt(most), UInt(limit.rlim_cur) / descriptorParts)))
    }

    var isEmpty: Bool { sockets.isEmpty }

    /// Sends `response`, as far as the kernel takes it at once, and ends our half of TCP. Without a response it closes the
    /// socket at once.
    mutating func close(_ descriptor: Int32, after response: HTTPResponse?, atMilliseconds now: Int64) {
        guard let response else {
            _ = Glibc.close(descriptor)
            return
        }
        _ = response.encoded.withUnsafeBytes {
            send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
        }
        shutdown(descriptor, Int32(SHUT_WR))
        sockets.append((descriptor, now + Self.momentMilliseconds))
        if sockets.count > most {
            _ = Self.hasEnded(sockets[0].descriptor)
            _ = Glibc.close(sockets.removeFirst().descriptor)
        }
    }

    /// Closes the sockets that have hung up or had their time.
    mutating func sweep(atMilliseconds now: Int64) {
        guard !sockets.isEmpty, now >= sweptAtMilliseconds + Self.sweepMilliseconds else { return }
        sweptAtMilliseconds = now
        sockets.removeAll { socket in
            guard Self.hasEnded(socket.descriptor) || socket.untilMilliseconds <= now else { return false }
            _ = Glibc.close(socket.descriptor)
            return true
        }
    }

    mutating func end() {
        for socket in sockets { _ = Glibc.close(socket.descriptor) }
        sockets = []
    }

    /// Drops the input, up to a limit, and returns whether the peer has ended its half.
    private static func hasEnded(_ descriptor: Int32) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        return count == 0 || (count < 0 && errno != EAGAIN)
    }
}
