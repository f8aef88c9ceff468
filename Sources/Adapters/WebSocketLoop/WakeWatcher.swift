import CEventLoop

/// Calls `action` on the loop after `waker.wake()` on any thread.
final class WakeWatcher {
    private let loop: EventLoop
    private let waker: Waker
    private let watcher: UnsafeMutablePointer<ev_async>
    fileprivate let action: () -> Void

    init(loop: EventLoop, waker: Waker, action: @escaping () -> Void) {
        self.loop = loop
        self.waker = waker
        self.action = action
        watcher = .allocate(capacity: 1)
        riffle_ev_async_init(watcher, wakeSent, Unmanaged.passUnretained(self).toOpaque())
        ev_async_start(loop.pointer, watcher)
        waker.attach(loop: loop.pointer, watcher: watcher)
    }

    deinit {
        waker.detach()
        ev_async_stop(loop.pointer, watcher)
        watcher.deallocate()
    }
}

private func wakeSent(_: OpaquePointer?, watcher: UnsafeMutablePointer<ev_async>?, _: Int32) {
    watcherOwner(WakeWatcher.self, watcher?.pointee.data)?.action()
}
