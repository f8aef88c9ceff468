import Foundation
import Glibc
import Platform

/// A TCP proxy that cuts connections at a chosen byte.
package final class CuttingProxy: Sendable {
    package enum Direction: Sendable, CaseIterable {
        case toServer
        case toClient
    }

    private struct State {
        /// Bytes that still pass in a direction until the cut; nil while no cut is planned.
        var rest: [Direction: Int] = [:]
        /// Directions in which the next bytes are the last of their connection.
        var closing: Set<Direction> = []
        /// Bytes that have passed since the last `reset`.
        var passed: [Direction: Int] = [.toServer: 0, .toClient: 0]
        var cuts = 0
        var descriptors: Set<Int32> = []
        var isEnded = false
    }

    package let port: UInt16
    private let server: UInt16
    private let listener: Int32
    private let state = Locked(State())

    package init(before server: UInt16) throws {
        self.server = server
        (listener, port) = try Loopback.listener()
        Thread.detachNewThread { [self] in serve() }
    }

    package func end() {
        state.change { state in
            state.isEnded = true
            for descriptor in state.descriptors { shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
        shutdown(listener, Int32(SHUT_RDWR))
    }

    /// Cuts the connection that passes the next byte after `bytes` bytes in `direction`, once. What was passed arrives.
    package func cut(_ direction: Direction, after bytes: Int) {
        state.change { $0.rest[direction] = bytes }
    }

    /// Cuts the connection that passes the next bytes in `direction`, once, right after they were sent on.
    package func cutAfterNextBytes(_ direction: Direction) {
        state.change { _ = $0.closing.insert(direction) }
    }

    /// Cuts all connections now.
    package func cutAll() {
        state.change { state in
            state.cuts += 1
            for descriptor in state.descriptors { shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
    }

    /// Number of cuts so far.
    package var cuts: Int { state.withLock { $0.cuts } }

    /// Plans no cut, and counts bytes from 0.
    package func reset() {
        state.change { state in
            state.rest = [:]
            state.closing = []
            state.passed = [.toServer: 0, .toClient: 0]
        }
    }

    /// Bytes since the last `reset`.
    package func passed(_ direction: Direction) -> Int { state.withLock { $0.passed[direction] ?? 0 } }

    private func serve() {
        while true {
            let client = accept(listener, nil, nil)
            guard client >= 0 else { break }
            let upstream = Loopback.socket()
            let isConnected = (try? Loopback.connect(upstream, port: server)) != nil
            for descriptor in [client, upstream] {
                var on: Int32 = 1
                setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
            }
            let isWanted = state.withLock { state in
                state.descriptors.formUnion([client, upstream])
                return !state.isEnded
            }
            let lasting = Locked(2)
            guard isConnected, isWanted else {
                finish(client, upstream, last: true)
                continue
            }
            for (from, to, direction) in [(client, upstream, Direction.toServer), (upstream, client, .toClient)] {
                Thread.detachNewThread { [self] in
                    pump(from, to, direction)
                    finish(
                        client, upstream,
                        last: lasting.withLock {
                            $0 -= 1; return $0 == 0
                        })
                }
            }
        }
        close(listener)
    }

    private func pump(_ from: Int32, _ to: Int32, _ direction: Direction) {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(from, &bytes, bytes.count, 0)
            guard count > 0 else { return }
            let (passing, isCut) = state.change { state -> (Int, Bool) in
                if state.closing.remove(direction) != nil {
                    state.cuts += 1
                    return (count, true)
                }
                guard let rest = state.rest[direction] else {
                    state.passed[direction, default: 0] += count
                    return (count, false)
                }
                state.rest[direction] = rest - min(rest, count)
                guard rest < count else { return (count, false) }
                state.rest[direction] = nil
                state.cuts += 1
                return (rest, true)
            }
            var sent = 0
            while sent < passing {
                let written = bytes[sent..<passing].withUnsafeBytes {
                    send(to, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard written > 0 else { return }
                sent += written
            }
            if isCut { return }
        }
    }

    /// Ends both connections; the last one of a pair closes the descriptors.
    private func finish(_ one: Int32, _ other: Int32, last: Bool) {
        state.change { state in
            shutdown(one, Int32(SHUT_RDWR))
            shutdown(other, Int32(SHUT_RDWR))
            guard last else { return }
            state.descriptors.subtract([one, other])
            close(one)
            close(other)
        }
    }
}
