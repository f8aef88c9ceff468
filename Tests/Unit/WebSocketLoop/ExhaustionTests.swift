import Foundation
import Glibc
import Platform
import TestPeers
import Testing

@testable import WebSocketLoop

extension SocketLoopTests {
    /// In a process of its own, because the limit of descriptors is the process's. The peer's socket is made before the limit,
    /// so that no library takes a descriptor that was meant for it.
    @Suite struct Exhaustion {
        @Test func anAcceptorWithoutDescriptorsWaitsAndGoesOn() async {
            await #expect(processExitsWith: .success) {
                let accepted = Counter()
                let acceptor = try Acceptor(host: "127.0.0.1", port: 0) { _ in accepted.increment() }
                var spares = (0..<8).map { _ in dup(0) }
                let socket = Loopback.socket()
                try Exhaustion.forbidFurtherDescriptors()
                let peer = try RawPeer(port: acceptor.port, socket: socket)
                let start = Exhaustion.processorSeconds()
                let end = MonotonicClock.milliseconds + 500
                while MonotonicClock.milliseconds < end { poll(nil, 0, 50) }
                #expect(accepted.value == 0)
                #expect(Exhaustion.processorSeconds() - start < 0.2, "the acceptor spins")
                // One is enough, but a library may take it.
                try Connecting.wait {
                    if let spare = spares.popLast() { close(spare) }
                    return accepted.value == 1
                }
                withExtendedLifetime(peer) {}
                acceptor.stop()
            }
        }

        @Test func aConnectionRefusedForLackOfDescriptorsIsCounted() async {
            await #expect(processExitsWith: .success) {
                let limiter = ConnectionLimiter(.init())
                let accepted = Counter()
                let acceptor = try Acceptor(host: "127.0.0.1", port: 0, limiter: limiter, isSecure: false) { _, _ in
                    accepted.increment()
                }
                // The acceptor has opened its reserve before it accepts the first connection.
                let first = try RawPeer(port: acceptor.port)
                try Connecting.wait { accepted.value == 1 }
                let socket = Loopback.socket()
                try Exhaustion.forbidFurtherDescriptors()
                // Only the reserve is left to answer it with.
                let peer = try RawPeer(port: acceptor.port, socket: socket)
                let head = try peer.readHead()
                #expect(head.hasPrefix("HTTP/1.1 503"), "\(head)")
                try Connecting.wait { limiter.refusals == [.descriptors: 1] }
                withExtendedLifetime(first) {}
                acceptor.stop()
            }
        }

        /// Lowers the limit to the descriptors in use, after filling the gaps among them. Before that, libdispatch opens the
        /// timers of its worker threads at a moment of its own, and ends a process that has no descriptor for them.
        static func forbidFurtherDescriptors() throws {
            try Connecting.wait { Exhaustion.hasOpenTimer }
            var highest: Int32 = 0
            for _ in 0..<64 { highest = max(highest, dup(0)) }
            var limit = rlimit()
            let resource = __rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue))
            getrlimit(resource, &limit)
            limit.rlim_cur = rlim_t(highest + 1)
            guard setrlimit(resource, &limit) == 0 else { throw RawPeer.Failure(what: "setrlimit: \(errno)") }
            while dup(0) >= 0 {}
        }

        private static var hasOpenTimer: Bool {
            let folder = "/proc/self/fd"
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            return names.contains { name in
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)"))
                    == "anon_inode:[timerfd]"
            }
        }

        static func processorSeconds() -> Double {
            var time = timespec()
            clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
    }
}

private final class Counter: @unchecked Sendable {
    // Sendable because the lock is around every access.
    private let lock = NSLock()
    private var count = 0

    func increment() { lock.withLock { count += 1 } }

    var value: Int { lock.withLock { count } }
}
