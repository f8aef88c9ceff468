import CEventLoop
import Platform

/// Wakes a loop from any thread; safe after the loop has ended, when it does nothing.
package final class Waker: Sendable {
    /// Both pointers are used under the lock only, and removed before their memory is freed. `ev_async_send` is the only
    /// call of libev that other threads may make.
    private struct Target: @unchecked Sendable {
        let loop: OpaquePointer
        let watcher: UnsafeMutablePointer<ev_async>
    }

    private let target = Locked<Target?>(nil)

    init() {}

    /// Makes the loop call `woken` soon. Several wakes may cause one call.
    package func wake() {
        target.withLock { target in
            guard let target else { return }
            ev_async_send(target.loop, target.watcher)
        }
    }

    func attach(loop: OpaquePointer, watcher: UnsafeMutablePointer<ev_async>) {
        target.withLock { $0 = Target(loop: loop, watcher: watcher) }
    }

    func detach() {
        target.withLock { $0 = nil }
    }
}
