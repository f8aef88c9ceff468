import Foundation

/// Something that blocks while it writes, beside a test that reads.
final class WritingThread: Sendable {
    private let ended = DispatchSemaphore(value: 0)

    init(_ body: @escaping @Sendable () -> Void) {
        let ended = ended
        Thread.detachNewThread {
            body()
            ended.signal()
        }
    }

    func join() { ended.wait() }
}
