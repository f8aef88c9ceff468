import Foundation
import Glibc
import Platform
import TestPeers
import Testing

@testable import WebSocketLoop

extension SocketLoopTests {
    /// In a process of its own, because the limit of descriptors is the process's. The peers' sockets are made before the limit:
    /// threads of the libraries open and close files at any time.
    @Suite struct Exhaustion {
        @Test func anAcceptorWithoutDescriptorsWaitsAndGoesOn() async {
            await #expect(processExitsWith: .success) {
                try await Exhaustion.openTimers()
                let accepted = Counter()
                let acceptor = try Acceptor(host: "127.0.0.1", port: 0) { _ in accepted.increment() }
                let spares = (0..<8).map { _ in dup(0) }
                let sockets = spares.map { _ in Loopback.socket() }
                try Exhaustion.forbidFurtherDescriptors()
                let peers = try sockets.map { try RawPeer(port: acceptor.port, socket: $0) }
                let start = Exhaustion.processorSeconds()
                let end = MonotonicClock.milliseconds + 500
                while MonotonicClock.milliseconds < end { poll(nil, 0, 50) }
                // A library may have closed a file since.
                #expect(accepted.value < peers.count)
                #expect(Exhaustion.processorSeconds() - start < 0.2, "the acceptor spins")
                for spare in spares { _ = close(spare) }
                try Connecting.wait { accepted.value == peers.count }
                withExtendedLifetime(peers) {}
                acceptor.stop()
            }
        }

        @Test func aConnectionRefusedForLackOfDescriptorsIsCounted() async {
            await #expect(processExitsWith: .success) {
                try await Exhaustion.openTimers()
                let limiter = ConnectionLimiter(.init())
                let accepted = Counter()
                let acceptor = try Acceptor(host: "127.0.0.1", port: 0, limiter: limiter, isSecure: false) { _, _ in
                    accepted.increment()
                }
                // The acceptor has opened its reserve before it accepts the first connection.
                let first = try RawPeer(port: acceptor.port)
                try Connecting.wait { accepted.value == 1 }
                let sockets = (0..<8).map { _ in Loopback.socket() }
                try Exhaustion.forbidFurtherDescriptors()
                // Only the reserve is left to answer the last one with.
                let peers = try sockets.map { try RawPeer(port: acceptor.port, socket: $0) }
                let head = try peers[7].readHead()
                #expect(head.hasPrefix("HTTP/1.1 503"), "\(head)")
                try Connecting.wait { limiter.refusals.values.reduce(accepted.value, +) == 1 + peers.count }
                #expect(Set(limiter.refusals.keys) == [.descriptors])
                withExtendedLifetime(first) {}
                acceptor.stop()
            }
        }

        /// Makes libdispatch open the descriptors of its timers: it ends the process where there are none for them.
        static func openTimers() async throws {
            try await Task.sleep(for: .milliseconds(1), clock: .continuous)
            try await Task.sleep(for: .milliseconds(1), clock: .suspending)
        }

        /// Lowers the limit to the descriptors in use, after filling the gaps among them.
        static func forbidFurtherDescriptors() throws {
            var highest: Int32 = 0
            for _ in 0..<64 { highest = max(highest, dup(0)) }
            var limit = rlimit()
            let resource = __rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue))
            getrlimit(resource, &limit)
            limit.rlim_cur = rlim_t(highest + 1)
            guard setrlimit(resource, &limit) == 0 else { throw RawPeer.Failure(what: "setrlimit: \(errno)") }
            while dup(0) >= 0 {}
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
