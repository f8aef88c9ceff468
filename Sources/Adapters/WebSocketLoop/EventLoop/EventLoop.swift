import CEventLoop

/// Owner of one libev loop. It is never the default loop, so it installs no signal watchers and a process may have many.
///
/// Watchers retain it, so it is freed last.
final class EventLoop {
    let pointer: OpaquePointer
    private var isStopping = false

    init() throws(SocketLoopError) {
        guard let pointer = ev_loop_new(UInt32(EVFLAG_AUTO)) else {
            throw .unavailable("libev cannot make an event loop: no descriptors left?")
        }
        self.pointer = pointer
    }

    deinit {
        ev_loop_destroy(pointer)
    }

    /// Serves watchers until `stop`. Does nothing after it.
    func run() {
        if !isStopping { _ = ev_run(pointer, 0) }
    }

    func stop() {
        isStopping = true
        riffle_ev_break_all(pointer)
    }

    /// Watchers that are ready and not called yet.
    var pendingCount: UInt32 { ev_pending_count(pointer) }

    /// Inside a watcher's action: polls for watchers that have become ready since the last poll. Those of the highest
    /// priority are called next, then the newest.
    func pollAgain() {
        // A nested run would take back the end of the outer one.
        if !isStopping { riffle_ev_poll_again(pointer) }
    }
}

/// The object behind a watcher's `data`: it stops its watcher before it goes, so it is there when libev calls. The
/// caller holds it during the call, because its action may drop the last other reference.
func watcherOwner<Owner: AnyObject>(_: Owner.Type, _ data: UnsafeMutableRawPointer?) -> Owner? {
    data.map { Unmanaged<Owner>.fromOpaque($0).takeUnretainedValue() }
}
