import CEventLoop

/// One watcher of libev. It calls its action on the loop, outside the callbacks of libwebsockets.
final class Watcher<Raw> {
    private let loop: EventLoop
    private let raw: UnsafeMutablePointer<Raw>
    private let action: WatcherAction
    private let stop: (OpaquePointer, UnsafeMutablePointer<Raw>) -> Void

    fileprivate init(
        _ loop: EventLoop, stop: @escaping (OpaquePointer, UnsafeMutablePointer<Raw>) -> Void,
        action: @escaping () -> Void,
        start: (OpaquePointer, UnsafeMutablePointer<Raw>, UnsafeMutableRawPointer) -> Void
    ) {
        self.loop = loop
        self.stop = stop
        self.action = WatcherAction(run: action)
        raw = .allocate(capacity: 1)
        start(loop.pointer, raw, Unmanaged.passUnretained(self.action).toOpaque())
    }

    deinit {
        stop(loop.pointer, raw)
        raw.deallocate()
    }
}

extension Watcher<ev_io> {
    /// Calls `action` while `descriptor` can be read, and while it can be written if that is asked for.
    convenience init(
        _ loop: EventLoop, ready descriptor: Int32, alsoWritable: Bool = false, action: @escaping () -> Void
    ) {
        self.init(loop, stop: ev_io_stop, action: action) { loop, raw, data in
            riffle_ev_io_init(
                raw, { _, raw, _ in WatcherAction.run(raw?.pointee.data) }, descriptor, alsoWritable ? 1 : 0, data)
            ev_io_start(loop, raw)
        }
    }
}

extension Watcher<ev_prepare> {
    /// Calls `action` before the loop waits for events.
    convenience init(_ loop: EventLoop, beforeWaiting action: @escaping () -> Void) {
        self.init(loop, stop: ev_prepare_stop, action: action) { loop, raw, data in
            riffle_ev_prepare_init(raw, { _, raw, _ in WatcherAction.run(raw?.pointee.data) }, data)
            ev_prepare_start(loop, raw)
        }
    }
}

extension Watcher<ev_async> {
    /// Calls `action` after `waker.wake()` on any thread. Detach the waker before this watcher is released.
    convenience init(_ loop: EventLoop, waker: Waker, action: @escaping () -> Void) {
        self.init(loop, stop: ev_async_stop, action: action) { loop, raw, data in
            riffle_ev_async_init(raw, { _, raw, _ in WatcherAction.run(raw?.pointee.data) }, data)
            ev_async_start(loop, raw)
            waker.attach(loop: loop, watcher: raw)
        }
    }

    /// Calls the action next, if the waker has asked for it. The poll that finds this out calls it once more.
    func feedIfSent() {
        if riffle_ev_async_is_sent(raw) != 0 { ev_feed_event(loop.pointer, raw, Int32(EV_ASYNC)) }
    }
}

/// The action of a watcher, which libev gets as the watcher's `data`.
final class WatcherAction {
    private let action: () -> Void

    init(run action: @escaping () -> Void) {
        self.action = action
    }

    /// Runs the action behind `data`. The action exists as long as libev calls its watcher. It is retained while it
    /// runs, because it may release its own watcher.
    static func run(_ data: UnsafeMutableRawPointer?) {
        guard let data else { return }
        Unmanaged<WatcherAction>.fromOpaque(data).takeUnretainedValue().action()
    }
}
