import CReadySockets
import Glibc
import Testing

@testable import WebSocketLoop

/// Which sockets a loop is told of when many are ready at the same moment. libev's part is played by `Queue`.
@Suite(.serialized) struct ReadySocketsTests {
    private final class Queue {
        let descriptor = epoll_create1(0)
        private var ends: [UInt64: Int32] = [:]

        init(pacing: Bool) { riffle_endings_pace(pacing ? 1 : 0) }

        deinit {
            riffle_endings_pace(0)
            for end in ends.values { close(end) }
            close(descriptor)
        }

        /// Watches one end of a new connection and returns the other.
        func connect() -> (number: UInt64, other: Int32) {
            var pair: [Int32] = [-1, -1]
            #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
            let number = UInt64(pair[0])
            ends[number] = pair[0]
            #expect(watch(number, EPOLL_CTL_ADD) == 0)
            return (number, pair[1])
        }

        /// What libev does; with a number of its own in the upper half.
        func watch(_ number: UInt64, _ operation: Int32, times: UInt64 = 1) -> Int32 {
            var event = epoll_event()
            event.events = EPOLLIN.rawValue
            event.data.u64 = number | times << 32
            return watchSocket(descriptor, operation, Int32(number), &event)
        }

        /// Who is ready now; libev would take another number in the upper half for a mistake.
        func ready(times: UInt64 = 1) -> [UInt64] {
            var events = [epoll_event](repeating: epoll_event(), count: 256)
            let count = readySockets(descriptor, &events, 256, 0)
            return events.prefix(Int(count)).map { event in
                #expect(event.data.u64 >> 32 == times)
                return event.data.u64 & 0xffff_ffff
            }
        }

        func end(_ number: UInt64) { if let descriptor = ends.removeValue(forKey: number) { close(descriptor) } }

        /// Ends who is told to have hung up until all of `gone` are; the most of a turn, and each of them once.
        func endAll(_ gone: Set<UInt64>) -> (most: Int, ended: [UInt64]) {
            var most = 0
            var ended: [UInt64] = []
            for _ in 0..<100_000 where ended.count < gone.count {
                let turn = ready().filter(gone.contains)
                most = max(most, turn.count)
                turn.forEach(end)
                ended += turn
                usleep(100)
            }
            return (most, ended)
        }
    }

    private func crowd(of queue: Queue, _ count: Int) -> Set<UInt64> {
        let crowd = (0..<count).map { _ in queue.connect() }
        for (_, other) in crowd { close(other) }
        return Set(crowd.map(\.number))
    }

    @Test func ofManyWhoAreGoneAFewAreToldInEachTurn() {
        let queue = Queue(pacing: true)
        let gone = crowd(of: queue, 100)
        let (most, ended) = queue.endAll(gone)
        #expect(most == 2)
        #expect(ended.count == 100 && Set(ended) == gone)
        #expect(queue.ready().isEmpty)
    }

    @Test func whoSpeaksIsHeardBetweenThem() {
        let queue = Queue(pacing: true)
        let gone = crowd(of: queue, 60)
        let talker = queue.connect()
        defer { close(talker.other) }
        #expect(write(talker.other, "x", 1) == 1)
        let ready = queue.ready()
        #expect(ready.contains(talker.number) && ready.count == 3)
        #expect(queue.ready().contains(talker.number), "told again until it is read")
        #expect(Set(queue.endAll(gone).ended) == gone)
    }

    @Test func oneThatIsGoneIsToldAtOnceAndUntilItIsReadToTheEnd() {
        let queue = Queue(pacing: true)
        let (number, other) = queue.connect()
        #expect(write(other, "farewell", 8) == 8)
        close(other)
        #expect(queue.ready() == [number])
        var heard = 0
        for _ in 0..<10_000 where heard < 3 {
            usleep(500)
            heard += queue.ready().count
        }
        #expect(heard == 3)
    }

    /// The loop ends some itself while they wait, as when their member has come back on another connection.
    @Test func whoIsClosedWhileItWaitsIsNotToldOfAgain() {
        let queue = Queue(pacing: true)
        let gone = crowd(of: queue, 50)
        let first = Set(queue.ready())
        #expect(first.count == 2)
        let closed = Set(gone.subtracting(first).sorted().prefix(20))
        closed.forEach(queue.end)
        let ended = queue.endAll(gone.subtracting(closed)).ended
        #expect(Set(ended) == gone.subtracting(closed))
        #expect(queue.ready().isEmpty)
    }

    @Test func whoIsWatchedAnewWhileItWaitsIsToldAsOfThen() {
        let queue = Queue(pacing: true)
        let gone = crowd(of: queue, 10)
        let first = Set(queue.ready())
        first.forEach(queue.end)
        let waiting = gone.subtracting(first)
        for number in waiting {
            #expect(queue.watch(number, EPOLL_CTL_MOD, times: 2) == -1 && errno == ENOENT)
            #expect(queue.watch(number, EPOLL_CTL_ADD, times: 2) == 0)
        }
        var told: Set<UInt64> = []
        for _ in 0..<100_000 where told != waiting {
            for number in queue.ready(times: 2) {
                told.insert(number)
                queue.end(number)
            }
            usleep(100)
        }
        #expect(told == waiting)
    }

    /// Each look has a number, and every socket that of the look that told of it last, whether it was put off or not.
    @Test(arguments: [false, true]) func whoWasToldOfLastIsKnown(pacing: Bool) {
        riffle_forget_told()
        let queue = Queue(pacing: pacing)
        defer { riffle_forget_told() }
        let pairs = (0..<3).map { _ in queue.connect() }
        defer { pairs.forEach { close($0.other) } }
        #expect(queue.ready().isEmpty)
        let before = riffle_looks()
        #expect(before > 0 && pairs.allSatisfy { riffle_last_told(Int32($0.number)) == 0 })
        #expect(write(pairs[1].other, "x", 1) == 1)
        #expect(queue.ready() == [pairs[1].number])
        #expect(riffle_looks() == before + 1)
        #expect(pairs.map { riffle_last_told(Int32($0.number)) } == [0, before + 1, 0])
        riffle_forget_told()
        #expect(riffle_looks() == 0 && riffle_last_told(Int32(pairs[1].number)) == 0)
    }

    @Test func withoutPacingAllAreTold() {
        let queue = Queue(pacing: false)
        let gone = crowd(of: queue, 40)
        #expect(Set(queue.ready()) == gone)
    }
}
