import CEventLoop

/// Calls `action` while a descriptor can be read.
final class DescriptorWatcher {
    private let loop: EventLoop
    private let watcher: UnsafeMutablePointer<ev_io>
    fileprivate let action: () -> Void

    init(loop: EventLoop, descriptor: Int32, action: @escaping () -> Void) {
        self.loop = loop
        self.action = action
        watcher = .allocate(capacity: 1)
        riffle_ev_io_init(watcher, descriptorReadable, descriptor, Unmanaged.passUnretained(self).toOpaque())
        ev_io_start(loop.pointer, watcher)
    }

    deinit {
        ev_io_stop(loop.pointer, watcher)
        watcher.deallocate()
    }
}

private func descriptorReadable(_: OpaquePointer?, watcher: UnsafeMutablePointer<ev_io>?, _: Int32) {
    watcherOwner(DescriptorWatcher.self, watcher?.pointee.data)?.action()
}
