/// What waits for the disk at this moment.
package struct StoreLag: Hashable, Sendable {
    /// Records, snapshots and removals.
    package var writes: Int
    package var bytes: Int
    /// Age of the oldest of them, in milliseconds; 0 when none waits.
    package var oldestMilliseconds: Int64

    package init(writes: Int, bytes: Int, oldestMilliseconds: Int64) {
        self.writes = writes
        self.bytes = bytes
        self.oldestMilliseconds = oldestMilliseconds
    }
}
