import CEventLoop
import Platform

/// Keeps the loop responsive while it serves many ready sockets.
///
/// libev takes all ready sockets from the kernel and serves them in one turn. 2,500 peers that hang up together keep a
/// loop busy for 60 to 180 ms, since libwebsockets 4.1.6 searches its table of descriptors at each ending. So after a
/// millisecond of a turn the loop polls again and serves what is new first: its own watchers, then the newest sockets.
final class TurnWatcher {
    /// How long the loop serves sockets, at least, before it polls again.
    private static let shortestTurnMicroseconds: Int64 = 1_000
    /// A poll reports every socket that still waits; a turn lasts at least this many times as long as the last such poll.
    private static let pollShare: Int64 = 8

    private let loop: EventLoop
    /// libev makes it pending after each poll; `noteSocketServed` does it between two sockets, with `EV_CUSTOM`.
    private let watcher: UnsafeMutablePointer<ev_check>
    private var turnMicroseconds = shortestTurnMicroseconds
    private var turnEndsAt: Int64 = 0

    init(loop: EventLoop) {
        self.loop = loop
        watcher = .allocate(capacity: 1)
        riffle_ev_check_init(watcher, turnChecked, Unmanaged.passUnretained(self).toOpaque())
        ev_check_start(loop.pointer, watcher)
    }

    deinit {
        ev_check_stop(loop.pointer, watcher)
        watcher.deallocate()
    }

    /// Notes an event of a socket. If others wait and the turn has lasted long enough, polls again when this one is done.
    func noteSocketServed() {
        guard loop.pendingCount > 0, MonotonicClock.microseconds >= turnEndsAt else { return }
        ev_feed_event(loop.pointer, watcher, Int32(EV_CUSTOM))
    }

    fileprivate func handle(_ events: Int32) {
        let start = MonotonicClock.microseconds
        if events & Int32(EV_CUSTOM) == 0 {
            turnEndsAt = start + turnMicroseconds
        } else {
            loop.pollAgain()
            let pollMicroseconds = MonotonicClock.microseconds - start
            turnMicroseconds = max(Self.shortestTurnMicroseconds, pollMicroseconds * Self.pollShare)
        }
    }
}

private func turnChecked(_: OpaquePointer?, watcher: UnsafeMutablePointer<ev_check>?, events: Int32) {
    watcherOwner(TurnWatcher.self, watcher?.pointee.data)?.handle(events)
}
