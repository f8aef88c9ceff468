import CEventLoop

/// A one-shot timer that calls `action` on the loop.
final class TimerWatcher {
    private let loop: EventLoop
    private let watcher: UnsafeMutablePointer<ev_timer>
    fileprivate let action: () -> Void

    init(loop: EventLoop, action: @escaping () -> Void) {
        self.loop = loop
        self.action = action
        watcher = .allocate(capacity: 1)
        riffle_ev_timer_init(watcher, timerExpired, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        stop()
        watcher.deallocate()
    }

    /// Fires once, `milliseconds` from now; replaces an earlier start.
    func start(afterMilliseconds milliseconds: Int64) {
        riffle_ev_timer_start(loop.pointer, watcher, Double(max(0, milliseconds)) / 1000)
    }

    func stop() {
        ev_timer_stop(loop.pointer, watcher)
    }
}

private func timerExpired(_: OpaquePointer?, watcher: UnsafeMutablePointer<ev_timer>?, _: Int32) {
    watcherOwner(TimerWatcher.self, watcher?.pointee.data)?.action()
}
