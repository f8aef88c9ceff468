import CEventLoop
import Platform

/// Keeps the loop responsive while it serves many ready sockets.
///
/// libev takes all ready sockets from the kernel and serves them in one turn. 2,500 peers that hang up together keep a
/// loop busy for 60 to 180 ms, since libwebsockets 4.1.6 searches its table of descriptors at each ending. So after a
/// millisecond of a turn the loop polls again and serves what is new first: its own watchers, then the newest sockets.
/// The oldest would wait as long as others keep the loop busy, so a turn that is long serves all that wait before the
/// loop polls once more; only the loop's own watchers are asked meanwhile.
final class TurnWatcher {
    /// How long the loop serves sockets, at least, before it polls again.
    private static let shortestTurnMicroseconds: Int64 = 1_000
    /// A poll reports every socket that still waits; a turn lasts at least this many times as long as the last such poll.
    private static let pollShare: Int64 = 8
    /// How long newer sockets may overtake those that wait.
    private static let longestOvertakingMicroseconds: Int64 = 250_000

    private let loop: EventLoop
    /// Feeds the loop's own watchers that are due without a poll.
    private let feedOwn: () -> Void
    /// libev makes it pending after each poll; `noteSocketServed` does it between two sockets, with `EV_CUSTOM`.
    private let watcher: UnsafeMutablePointer<ev_check>
    private var turnMicroseconds = shortestTurnMicroseconds
    private var turnEndsAt: Int64 = 0
    /// When newer sockets no longer overtake those of the first poll.
    private var overtakingEndsAt: Int64 = 0
    /// Whether the loop has polled within its turn, and the watcher's action for that poll is still to come.
    private var hasPolledAgain = false

    init(loop: EventLoop, feedOwn: @escaping () -> Void) {
        (self.loop, self.feedOwn) = (loop, feedOwn)
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
        guard loop.pendingCount > 0 else { return }
        let now = MonotonicClock.microseconds
        guard now >= turnEndsAt else { return }
        guard now >= overtakingEndsAt else { return ev_feed_event(loop.pointer, watcher, Int32(EV_CUSTOM)) }
        turnEndsAt = now + turnMicroseconds
        feedOwn()
    }

    fileprivate func handle(_ events: Int32) {
        let start = MonotonicClock.microseconds
        if events & Int32(EV_CUSTOM) == 0 {
            if !hasPolledAgain { overtakingEndsAt = start + Self.longestOvertakingMicroseconds }
            hasPolledAgain = false
            turnEndsAt = start + turnMicroseconds
        } else {
            hasPolledAgain = true
            loop.pollAgain()
            let pollMicroseconds = MonotonicClock.microseconds - start
            turnMicroseconds = max(Self.shortestTurnMicroseconds, pollMicroseconds * Self.pollShare)
        }
    }
}

private func turnChecked(_: OpaquePointer?, watcher: UnsafeMutablePointer<ev_check>?, events: Int32) {
    watcherOwner(TurnWatcher.self, watcher?.pointee.data)?.handle(events)
}
