import Foundation
import Glibc
import Platform
import TestPeers
import Testing

@testable import WebSocketLoop

extension SocketLoopTests {
    /// Wakes, the timer, watched descriptors and pings.
    @Suite struct Timing {
        @Test func tenThousandMessagesFromFourThreadsArriveInOrder() throws {
            let loop = try LoopThread()
            let seen = Seen()
            DispatchQueue.concurrentPerform(iterations: 4) { thread in
                for number in 0..<2_500 { loop.post { _ in seen.append(thread, number) } }
            }
            _ = loop.perform { $0.connectionCount }
            let all = loop.perform { _ in seen.byThread }
            #expect(all.count == 4)
            for numbers in all.values { #expect(numbers == Array(0..<2_500)) }
            loop.stop()
        }

        @Test func tenThousandBareWakesAreHarmlessAlsoAfterTheEnd() throws {
            let loop = try LoopThread()
            let waker = loop.waker
            let done = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                for _ in 0..<10_000 { waker.wake() }
                done.signal()
            }
            _ = try loop.recorder.wait("woken") { $0.contains(.woken) ? true : nil }
            loop.stop()
            done.wait()
            waker.wake()
        }

        @Test(.enabled(if: TimeSlice.nanoseconds > 0, "a kernel that grants time slices: Linux since 6.12"))
        func aLoopAsksForShortTurnsOfItsThreadOnly() throws {
            let before = TimeSlice.nanoseconds
            let loop = try LoopThread()
            defer { loop.stop() }
            #expect(loop.perform { _ in TimeSlice.nanoseconds } == TimeSlice.shortNanoseconds)
            #expect(TimeSlice.nanoseconds == before && before > TimeSlice.shortNanoseconds)
        }

        @Test func theTimerFiresOnceAndNotBefore() throws {
            let loop = try LoopThread()
            defer { loop.stop() }
            let (due, watch) = (MonotonicClock.milliseconds + 60, Stopwatch())
            loop.post { loop in
                loop.schedule(atMilliseconds: due + 10_000)
                loop.schedule(atMilliseconds: due)
            }
            let fired = try loop.recorder.wait("timer") { events -> Int64? in
                for case .timer(let time) in events { return time }
                return nil
            }
            #expect(fired >= due && watch.milliseconds < 2_060)
            loop.post { loop in
                loop.schedule(atMilliseconds: MonotonicClock.milliseconds + 20)
                loop.schedule(atMilliseconds: nil)
                loop.schedule(atMilliseconds: MonotonicClock.milliseconds - 5)
            }
            let times = try loop.recorder.wait("second timer") { events in
                let times = events.filter { if case .timer = $0 { true } else { false } }
                return times.count == 2 ? times : nil
            }
            #expect(times.count == 2)
        }

        @Test func aWatchedDescriptorIsReported() throws {
            let loop = try LoopThread()
            defer { loop.stop() }
            var ends: [Int32] = [0, 0]
            #expect(pipe(&ends) == 0)
            let (reading, writing) = (ends[0], ends[1])
            loop.post { $0.watch(descriptor: reading) }
            write(writing, "a", 1)
            _ = try loop.recorder.wait("readable") { $0.contains(.readable(reading)) ? true : nil }
            loop.perform { $0.unwatch(descriptor: reading) }
            let before = loop.recorder.all.filter { $0 == .readable(reading) }.count
            write(writing, "b", 1)
            _ = loop.perform { $0.connectionCount }
            #expect(loop.recorder.all.filter { $0 == .readable(reading) }.count == before)
            close(reading)
            close(writing)
        }

        @Test func pingsAreAnsweredInBothDirections() throws {
            let (server, client) = (try Server(), try LoopThread())
            defer { server.stop() }
            defer { client.stop() }
            let (here, there) = try client.connect(to: server)
            server.loop.post { $0.ping(there) }
            client.post { $0.ping(here) }
            _ = try server.recorder.wait("pong") { $0.contains(.pong(there)) ? true : nil }
            _ = try client.recorder.wait("pong") { $0.contains(.pong(here)) ? true : nil }
            let peer = try RawPeer.upgraded(port: server.port)
            try peer.send(.ping, Array("are you there".utf8))
            #expect(try peer.readFrame() == .init(kind: .pong, payload: Array("are you there".utf8)))
        }
    }
}

private final class Seen: @unchecked Sendable {
    // Sendable because only the loop's thread touches it.
    private(set) var byThread: [Int: [Int]] = [:]

    func append(_ thread: Int, _ number: Int) { byThread[thread, default: []].append(number) }
}
