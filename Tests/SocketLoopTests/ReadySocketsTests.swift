import CEventLoop
import Glibc
import Testing

@testable import SocketLoop

/// Which sockets a loop looks at when many are ready at the same moment.
@Suite struct ReadySocketsTests {
    private final class Queue {
        let descriptor = epoll_create1(0)
        private(set) var open: [Int32] = []

        deinit { for end in open + [descriptor] { close(end) } }

        /// Watches one end of a new connection and returns the other.
        func connect(_ number: Int) -> Int32 {
            var ends: [Int32] = [-1, -1]
            #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
            open.append(ends[0])
            var event = epoll_event()
            event.events = EPOLLIN.rawValue
            event.data.u64 = UInt64(number)
            #expect(watchSocket(descriptor, EPOLL_CTL_ADD, ends[0], &event) == 0)
            return ends[1]
        }

        func ready() -> [UInt64] {
            var events = [epoll_event](repeating: epoll_event(), count: 256)
            let count = readySockets(descriptor, &events, 256, 0)
            return events.prefix(Int(count)).map(\.data.u64)
        }
    }

    @Test func whoSpeaksComesBeforeTheManyWhoAreGone() {
        let queue = Queue()
        for number in 0..<100 { close(queue.connect(number)) }
        let talker = queue.connect(1_000)
        defer { close(talker) }
        #expect(write(talker, "x", 1) == 1)
        let ready = queue.ready()
        #expect(ready.first == 1_000)
        #expect(ready.count == 17)
        #expect(queue.ready().first == 1_000, "told again until it is read")
    }

    @Test func fewAreAllTheirsAtOnce() {
        let queue = Queue()
        for number in 0..<40 { close(queue.connect(number)) }
        #expect(Set(queue.ready()) == Set(0..<40))
    }
}
