import CEventLoop
import Platform

/// A one-shot timer that calls its action on the loop, never before its time.
final class TimerWatcher {
    private let loop: EventLoop
    private let raw: UnsafeMutablePointer<ev_timer>
    private let action: () -> Void
    /// The time it is set to, on `MonotonicClock`; nil when it is off.
    private var dueMilliseconds: Int64?

    init(_ loop: EventLoop, action: @escaping () -> Void) {
        self.loop = loop
        self.action = action
        raw = .allocate(capacity: 1)
        riffle_ev_timer_init(raw, timerExpired, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        ev_timer_stop(loop.pointer, raw)
        raw.deallocate()
    }

    /// Sets the timer to a time; nil switches it off. Replaces the earlier time.
    func set(atMilliseconds milliseconds: Int64?) {
        guard milliseconds != dueMilliseconds else { return }
        dueMilliseconds = milliseconds
        guard let milliseconds else { return ev_timer_stop(loop.pointer, raw) }
        start(afterMilliseconds: milliseconds - MonotonicClock.milliseconds)
    }

    private func start(afterMilliseconds milliseconds: Int64) {
        riffle_ev_timer_start(loop.pointer, raw, Double(max(0, milliseconds)) / 1000)
    }

    /// Calls the action next, if its time has come. The poll that finds this out calls nothing.
    func feedIfDue() {
        guard let dueMilliseconds, dueMilliseconds <= MonotonicClock.milliseconds else { return }
        ev_feed_event(loop.pointer, raw, Int32(EV_TIMER))
    }

    fileprivate func expired() {
        guard let dueMilliseconds else { return }
        // libev's clock is rounded, so it may call too early.
        let remaining = dueMilliseconds - MonotonicClock.milliseconds
        guard remaining <= 0 else { return start(afterMilliseconds: remaining) }
        self.dueMilliseconds = nil
        action()
    }
}

private func timerExpired(_: OpaquePointer?, raw: UnsafeMutablePointer<ev_timer>?, _: Int32) {
    watcherOwner(TimerWatcher.self, raw?.pointee.data)?.expired()
}
