import CEventLoop

/// Owns one libev loop; never the default one, so it installs no signal watchers and many can live side by side.
///
/// Watchers hold a reference to it, so it goes last.
final class EventLoop {
    let pointer: OpaquePointer

    init() throws(SocketLoopError) {
        guard let pointer = ev_loop_new(UInt32(EVFLAG_AUTO)) else {
            throw .unavailable("libev cannot make an event loop: no descriptors left?")
        }
        self.pointer = pointer
    }

    deinit {
        ev_loop_destroy(pointer)
    }

    /// Serves watchers until `stop`.
    func run() {
        _ = ev_run(pointer, 0)
    }

    func stop() {
        riffle_ev_break_all(pointer)
    }
}

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

// The callbacks libev calls. `data` is the watcher's owner, which stops the watcher before it goes; the owner is
// retained for the call because its action may drop the last reference to it.

private func timerExpired(_: OpaquePointer?, watcher: UnsafeMutablePointer<ev_timer>?, _: Int32) {
    owner(TimerWatcher.self, watcher?.pointee.data)?.action()
}

private func descriptorReadable(_: OpaquePointer?, watcher: UnsafeMutablePointer<ev_io>?, _: Int32) {
    owner(DescriptorWatcher.self, watcher?.pointee.data)?.action()
}

private func loopPreparing(_: OpaquePointer?, watcher: UnsafeMutablePointer<ev_prepare>?, _: Int32) {
    owner(PrepareWatcher.self, watcher?.pointee.data)?.action()
}

private func wakeSent(_: OpaquePointer?, watcher: UnsafeMutablePointer<ev_async>?, _: Int32) {
    owner(WakeWatcher.self, watcher?.pointee.data)?.action()
}

private func owner<Owner: AnyObject>(_: Owner.Type, _ data: UnsafeMutableRawPointer?) -> Owner? {
    data.map { Unmanaged<Owner>.fromOpaque($0).takeUnretainedValue() }
}
