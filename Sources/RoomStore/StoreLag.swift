/// What waits for the disk at this moment.
public struct StoreLag: Hashable, Sendable {
    /// Records, snapshots and removals.
    public var writes: Int
    public var bytes: Int
    /// Age of the oldest of them, in milliseconds; 0 when none waits.
    public var oldestMilliseconds: Int64

    public init(writes: Int, bytes: Int, oldestMilliseconds: Int64) {
        self.writes = writes
        self.bytes = bytes
        self.oldestMilliseconds = oldestMilliseconds
    }
}
