import Platform

/// One value from one thread to another that waits for it.
final class OneShot<Value: Sendable>: Sendable {
    private let value = Locked<Value?>(nil)

    func give(_ value: Value) {
        self.value.change { $0 = value }
    }

    /// Waits for the value and takes it; a second call would wait forever.
    @discardableResult
    func wait() -> Value {
        while true {
            if let taken = value.wait(for: { $0.take() }) { return taken }
        }
    }

    /// Waits for the value at most so long and takes it; nil after a timeout.
    func wait(milliseconds: Int64) -> Value? {
        value.wait(milliseconds: milliseconds) { $0.take() }
    }
}
