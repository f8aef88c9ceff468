import Glibc
import Platform
import TestPeers
import Testing

@testable import WebSocketLoop

extension SocketLoopTests {
    /// Parts of a loop that use sockets, without a loop around them.
    @Suite struct Sockets {
        private static func pair() -> (ours: Int32, theirs: Int32) {
            var ends: [Int32] = [-1, -1]
            #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
            return (ends[0], ends[1])
        }

        private static func read(_ descriptor: Int32) -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: 4_096)
            let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            return Array(bytes.prefix(max(0, count)))
        }

        private static func target(_ descriptor: Int32) -> Connection.Target {
            .init(wsi: unusedWSI, descriptor: descriptor, isClient: false, isChoked: false)
        }

        @Test func aFrameGoesStraightToTheSocket() {
            let (ours, theirs) = Self.pair()
            defer { close(theirs) }
            defer { close(ours) }
            let writer = FrameWriter()
            #expect(writer.write(Packet(Array("hello".utf8)), to: Self.target(ours)) == .sent)
            #expect(Self.read(theirs) == [0x81, 5] + Array("hello".utf8))
            let binary = Packet(count: 1, kind: .binary) { $0[0] = 9 }
            #expect(writer.write(binary, to: Self.target(ours)) == .sent)
            #expect(Self.read(theirs) == [0x82, 1, 9])
        }

        @Test func aPeerThatIsGoneIsNoticedByWriting() {
            let (ours, theirs) = Self.pair()
            defer { close(ours) }
            close(theirs)
            #expect(FrameWriter().write(Packet([97]), to: Self.target(ours)) == .peerGone)
        }

        @Test func aHungUpPeerIsSeen() {
            let (ours, theirs) = Self.pair()
            defer { close(ours) }
            #expect(!TCPSocket.hasHungUp(ours))
            shutdown(theirs, Int32(SHUT_WR))
            #expect(TCPSocket.hasHungUp(ours))
            close(theirs)
            #expect(TCPSocket.hasHungUp(ours))
        }

        @Test func aRefusedPeerReadsItsAnswerBeforeTheEnd() {
            let (ours, theirs) = Self.pair()
            defer { close(theirs) }
            var refused = LingeringCloses()
            send(theirs, "GET", 3, 0)
            refused.close(ours, after: HTTPResponse(status: 503, text: "full"), atMilliseconds: 1_000)
            #expect(String(decoding: Self.read(theirs), as: UTF8.self).hasPrefix("HTTP/1.1 503 "))
            refused.sweep(atMilliseconds: 1_100)
            #expect(!refused.isEmpty, "the peer has not hung up")
            send(theirs, "more", 4, 0)
            refused.sweep(atMilliseconds: 1_110)
            shutdown(theirs, Int32(SHUT_WR))
            refused.sweep(atMilliseconds: 1_120)
            #expect(!refused.isEmpty, "too soon after the last sweep")
            refused.sweep(atMilliseconds: 1_200)
            refused.sweep(atMilliseconds: 1_300)
            #expect(refused.isEmpty)
        }

        @Test func aRefusedPeerHasASecond() {
            let (ours, theirs) = Self.pair()
            defer { close(theirs) }
            var refused = LingeringCloses()
            refused.close(ours, after: HTTPResponse(status: 429, text: "rate"), atMilliseconds: 1_000)
            refused.sweep(atMilliseconds: 1_999)
            #expect(!refused.isEmpty)
            refused.sweep(atMilliseconds: 2_050)
            #expect(refused.isEmpty)
        }

        @Test func withoutAnAnswerTheSocketIsClosedAtOnce() {
            let (ours, theirs) = Self.pair()
            defer { close(theirs) }
            var refused = LingeringCloses()
            refused.close(ours, after: nil, atMilliseconds: 0)
            #expect(refused.isEmpty && TCPSocket.hasHungUp(theirs))
        }
    }

    /// Watchers on a loop without a library.
    @Suite struct Watchers {
        private final class Calls {
            var count = 0
            var watcher: AnyObject?
        }

        @Test func aTimerIsNeverEarlyAndFiresOnce() throws {
            let (loop, calls) = (try EventLoop(), Calls())
            let due = MonotonicClock.milliseconds + 30
            let timer = TimerWatcher(loop) {
                calls.count += 1
                #expect(MonotonicClock.milliseconds >= due)
                loop.stop()
            }
            timer.set(atMilliseconds: due + 60_000)
            timer.set(atMilliseconds: due)
            loop.run()
            #expect(calls.count == 1)
        }

        @Test func aTimerThatIsOffDoesNotFire() throws {
            let (loop, calls) = (try EventLoop(), Calls())
            let off = TimerWatcher(loop) { calls.count += 1 }
            off.set(atMilliseconds: MonotonicClock.milliseconds + 5)
            off.set(atMilliseconds: nil)
            let end = TimerWatcher(loop) { loop.stop() }
            end.set(atMilliseconds: MonotonicClock.milliseconds + 30)
            loop.run()
            #expect(calls.count == 0)
        }

        @Test func aTimerIsSetAgainByItsAction() throws {
            let (loop, calls) = (try EventLoop(), Calls())
            let start = MonotonicClock.milliseconds
            let timer = TimerWatcher(loop) {
                calls.count += 1
                guard calls.count < 3, let timer = calls.watcher as? TimerWatcher else { return loop.stop() }
                timer.set(atMilliseconds: start)
            }
            calls.watcher = timer
            timer.set(atMilliseconds: start)
            loop.run()
            #expect(calls.count == 3)
            calls.watcher = nil
        }

        @Test func aWatcherMayReleaseItselfInItsAction() throws {
            let (loop, calls) = (try EventLoop(), Calls())
            var ends: [Int32] = [-1, -1]
            #expect(pipe(&ends) == 0)
            defer { ends.forEach { close($0) } }
            write(ends[1], "a", 1)
            let end = TimerWatcher(loop) { loop.stop() }
            calls.watcher = Watcher(loop, ready: ends[0]) {
                calls.count += 1
                calls.watcher = nil
                end.set(atMilliseconds: MonotonicClock.milliseconds + 20)
            }
            loop.run()
            #expect(calls.count == 1, "the byte is still there, the watcher is not")
        }

        @Test func aWakeReachesTheLoopUntilTheWatchersEnd() throws {
            let (loop, calls) = (try EventLoop(), Calls())
            let waker = Waker()
            waker.wake()
            let actions = LoopWatchers.Actions(
                woken: {
                    calls.count += 1
                    loop.stop()
                }, settle: {}, timerExpired: {})
            var watchers: LoopWatchers? = LoopWatchers(loop, waker: waker, actions)
            waker.wake()
            loop.run()
            #expect(calls.count == 1 && watchers != nil)
            watchers = nil
            waker.wake()
        }
    }

    @Suite struct Contexts {
        @Test func aContextThatHasEndedTakesNothing() throws {
            let library = try LibraryContext(EventLoop(), SocketLoop.Options())
            let endpoint = Endpoint(host: "127.0.0.1", port: 1, path: "/")
            let connection = ConnectionID(slot: 0, generation: 1)
            #expect(!library.isRunning && !library.canConnect(to: endpoint))
            #expect(library.connect(to: endpoint, ClientHandshake(subprotocols: []), as: connection) == nil)
            library.end()
            library.end()
        }

        @Test func aStartedContextRunsUntilItsEnd() throws {
            let loop = try SocketLoop()
            let library = try LibraryContext(EventLoop(), loop.options)
            try library.start(calling: loop)
            #expect(library.isRunning)
            #expect(library.canConnect(to: Endpoint(host: "127.0.0.1", port: 1, path: "/")))
            #expect(library.canConnect(to: Endpoint(host: "localhost", port: 1, path: "/", isSecure: true)))
            library.end()
            #expect(!library.isRunning)
        }
    }
}
