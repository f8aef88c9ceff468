import CEventLoop

/// Calls `action` before the loop waits for events, outside every other callback.
final class PrepareWatcher {
    private let loop: EventLoop
    private let watcher: UnsafeMutablePointer<ev_prepare>
    fileprivate let action: () -> Void

    init(loop: EventLoop, action: @escaping () -> Void) {
        self.loop = loop
        self.action = action
        watcher = .allocate(capacity: 1)
        riffle_ev_prepare_init(watcher, loopPreparing, Unmanaged.passUnretained(self).toOpaque())
        ev_prepare_start(loop.pointer, watcher)
    }

    deinit {
        ev_prepare_stop(loop.pointer, watcher)
        watcher.deallocate()
    }
}

private func loopPreparing(_: OpaquePointer?, watcher: UnsafeMutablePointer<ev_prepare>?, _: Int32) {
    watcherOwner(PrepareWatcher.self, watcher?.pointee.data)?.action()
}
