import Dispatch
import WebSocketLoop

/// One value from one thread to another that waits for it.
final class OneShot<Value: Sendable>: Sendable {
    private let box = Mailbox<Value>()
    private let ready = DispatchSemaphore(value: 0)

    func give(_ value: Value) {
        box.push(value)
        ready.signal()
    }

    @discardableResult
    func wait() -> Value {
        ready.wait()
        guard let value = box.drain().first else { preconditionFailure("a handover is waited for once") }
        return value
    }
}
