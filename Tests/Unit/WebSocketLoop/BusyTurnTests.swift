import Dispatch
import Glibc
import Platform
import TestPeers
import Testing

@testable import WebSocketLoop

extension SocketLoopTests {
    /// Hundreds of sockets that are ready at the same moment: the work of the loop between them.
    @Suite struct BusyTurns {
        private static let count = 300
        /// Longer than the loop serves sockets before it polls again.
        private static let longMicroseconds: UInt32 = 2_000
        private static let shortMicroseconds: UInt32 = 200

        /// A server that waits while its peers act, so that all of them are ready when it goes on.
        private final class Crowd {
            let server: Server
            private(set) var peers: [RawPeer]
            let connections: [ConnectionID]

            init(onReceived: @escaping @Sendable (SocketLoop, ConnectionID) -> Void) throws {
                let isReady = Box<Bool>()
                var behaviour = LoopThread.Behaviour()
                behaviour.onReceived = { loop, connection in
                    if isReady.value == true { onReceived(loop, connection) }
                }
                server = try Server(behaviour)
                let port = server.port
                peers = try (0..<BusyTurns.count).map { _ in try RawPeer.upgraded(port: port) }
                connections = try server.recorder.wait("the crowd") { events in
                    let opened = events.compactMap {
                        if case .opened(let connection, _) = $0 { connection } else { nil }
                    }
                    return opened.count == BusyTurns.count ? opened : nil
                }
                // libev takes 64 ready sockets from the kernel at first, and more after it has seen many.
                for round in 1...2 {
                    try holdingLoop {
                        try $0.forEach { try $0.send(.text, [0]) }
                    } then: { _ in
                    }
                    _ = try server.recorder.wait("a round") { events in
                        events.filter(\.isWarmUp).count == round * BusyTurns.count ? true : nil
                    }
                }
                server.loop.perform { _ in isReady.value = true }
            }

            func holdingLoop(_ act: ([RawPeer]) throws -> Void, then goOn: @escaping LoopThread.Command) throws {
                let gate = DispatchSemaphore(value: 0)
                server.loop.post { loop in
                    gate.wait()
                    goOn(loop)
                }
                defer { gate.signal() }
                try act(peers)
            }

            func hangUp() { peers = [] }

            /// The events from the first message to the one after which all have arrived.
            func eventsOfMessages() throws -> [Event] {
                try server.recorder.wait("all messages") { [connections] events in
                    guard events.filter(\.isReceived).count >= connections.count else { return nil }
                    return events.firstIndex(where: \.isReceived).map { Array(events[$0...]) }
                }
            }

            func expectEachClosedOnce() throws {
                let closed = try server.recorder.wait("the end of all") { [connections] events in
                    let closed = events.compactMap { event -> ConnectionID? in
                        if case .closed(let connection, _, _) = event { connection } else { nil }
                    }
                    return closed.count >= connections.count ? closed : nil
                }
                #expect(closed.count == connections.count && Set(closed) == Set(connections))
            }
        }

        @Test func theTimerFiresBetweenReadySockets() throws {
            let crowd = try Crowd { _, _ in usleep(Self.shortMicroseconds) }
            defer { crowd.server.stop() }
            try crowd.holdingLoop {
                try $0.forEach { try $0.send(.text, [97]) }
            } then: { loop in
                loop.schedule(atMilliseconds: MonotonicClock.milliseconds + 5)
            }
            let events = try crowd.eventsOfMessages()
            let fired = events.firstIndex { if case .timer = $0 { true } else { false } }
            #expect(try #require(fired) < Self.count * 2 / 3, "the messages take 60 ms, the timer fires after 5")
        }

        @Test func aWakeIsServedBetweenReadySockets() throws {
            let isFirst = Once()
            let crowd = try Crowd { loop, _ in
                if isFirst.take() { loop.waker.wake() }
                usleep(Self.shortMicroseconds)
            }
            defer { crowd.server.stop() }
            try crowd.holdingLoop {
                try $0.forEach { try $0.send(.text, [97]) }
            } then: { _ in
            }
            let woken = try crowd.eventsOfMessages().firstIndex(of: .woken)
            #expect(try #require(woken) < Self.count * 2 / 3)
        }

        @Test func aNewMessageIsServedBeforeTheRestOfACrowd() throws {
            let (isFirst, talker) = (Once(), Box<RawPeer>())
            let crowd = try Crowd { _, _ in
                if isFirst.take() { try? talker.value?.send(.text, [98]) }
                usleep(Self.shortMicroseconds)
            }
            defer { crowd.server.stop() }
            talker.value = try RawPeer.upgraded(port: crowd.server.port)
            let connection = try crowd.server.recorder.opened(skip: Self.count)
            try crowd.holdingLoop {
                try $0.forEach { try $0.send(.text, [97]) }
            } then: { _ in
            }
            let heard = try crowd.eventsOfMessages().firstIndex(of: .received(connection, [98]))
            #expect(try #require(heard) < Self.count * 2 / 3)
        }

        /// Peers that write without end keep the loop busy; the others have a message each, which came before.
        @Test func newMessagesOvertakeTheOthersForALimitedTime() throws {
            let patient = 20
            let crowd = try Crowd { _, _ in usleep(Self.longMicroseconds) }
            defer { crowd.server.stop() }
            let text = [UInt8](repeating: 98, count: 1_900)
            let writers = crowd.peers.suffix(30)
            try crowd.holdingLoop { peers in
                try peers.prefix(patient).forEach { try $0.send(.text, [97]) }
                // Two seconds of work for the loop, as it reads a message at a time; the sockets take them all.
                for _ in 0..<40 { try writers.forEach { try $0.send(.text, text) } }
            } then: { _ in
            }
            let events = try crowd.server.recorder.wait("all messages") { events in
                events.filter(\.isReceived).count == patient + writers.count * 40 ? events : nil
            }
            let received = events.filter(\.isReceived)
            let last = received.lastIndex { if case .received(_, [97]) = $0 { true } else { false } }
            #expect(try #require(last) < received.count / 2)
        }

        /// The messages take more than twice the time in which newer sockets overtake the others.
        @Test func theTimerAndWakesAreServedInALongTurn() throws {
            let served = Box<Int>()
            let crowd = try Crowd { loop, _ in
                served.value = (served.value ?? 0) + 1
                usleep(Self.longMicroseconds)
                guard served.value == Self.count * 2 / 3 else { return }
                loop.schedule(atMilliseconds: MonotonicClock.milliseconds)
                loop.waker.wake()
            }
            defer { crowd.server.stop() }
            try crowd.holdingLoop {
                try $0.forEach { try $0.send(.text, [97]) }
            } then: { _ in
            }
            let events = try crowd.eventsOfMessages()
            let fired = events.firstIndex { if case .timer = $0 { true } else { false } }
            #expect(try #require(fired) < Self.count * 9 / 10)
            #expect(try #require(events.firstIndex(of: .woken)) < Self.count * 9 / 10)
        }

        @Test func eachPeerOfACrowdThatHangsUpIsClosedOnce() throws {
            let crowd = try Crowd { _, _ in }
            defer { crowd.server.stop() }
            try crowd.holdingLoop { _ in
                crowd.hangUp()
            } then: { _ in
            }
            try crowd.expectEachClosedOnce()
            #expect(crowd.server.loop.perform { $0.connectionCount } == 0)
        }

        /// The server aborts all of them while their messages wait; half of them have hung up.
        @Test func aPeerAbortedWhileItsMessageWaitsIsClosedOnce() throws {
            let (isFirst, all) = (Once(), Box<[ConnectionID]>())
            let crowd = try Crowd { loop, _ in
                if isFirst.take() { all.value?.forEach(loop.abort) }
                usleep(Self.longMicroseconds)
            }
            defer { crowd.server.stop() }
            all.value = crowd.connections
            try crowd.holdingLoop { peers in
                try peers.forEach { try $0.send(.text, [97]) }
                peers.prefix(Self.count / 2).forEach { $0.hangUp() }
            } then: { _ in
            }
            try crowd.expectEachClosedOnce()
            #expect(crowd.server.recorder.all.filter(\.isReceived).count == 1)
        }

        @Test func stoppingBetweenReadySocketsEndsTheLoop() throws {
            let isFirst = Once()
            let crowd = try Crowd { loop, _ in
                if isFirst.take() { loop.stop() }
                usleep(Self.longMicroseconds)
            }
            try crowd.holdingLoop {
                try $0.forEach { try $0.send(.text, [97]) }
            } then: { _ in
            }
            try crowd.expectEachClosedOnce()
            crowd.server.stop()
        }
    }
}

extension Event {
    fileprivate var isWarmUp: Bool { if case .received(_, [0]) = self { true } else { false } }
    fileprivate var isReceived: Bool { if case .received(_, let bytes) = self { bytes != [0] } else { false } }
}

/// Sendable because only the loop's thread takes it.
private final class Once: @unchecked Sendable {
    private var isLeft = true

    func take() -> Bool {
        defer { isLeft = false }
        return isLeft
    }
}
