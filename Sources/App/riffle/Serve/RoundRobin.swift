import Synchronization

/// Numbers 0 ..< count in turn, for any thread.
final class RoundRobin: Sendable {
    private let taken = Atomic<Int>(0)
    private let count: Int

    init(count: Int) {
        self.count = count
    }

    func next() -> Int {
        taken.wrappingAdd(1, ordering: .relaxed).oldValue % count
    }
}
