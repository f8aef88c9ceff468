/// What a store may use, and how it behaves while its disk fails.
package struct StoreLimits: Hashable, Sendable {
    /// Bytes that may wait for the disk; beyond them `append` and `snapshot` throw instead of filling the memory.
    ///
    /// Records of a page turn take some hundred bytes: 64 MiB are minutes of a busy server without a disk.
    package var backlogBytes = 64 << 20
    /// Least time from the beginning of one commit to that of the next, in milliseconds: what comes in between shares
    /// one. The first write after a quiet time is committed at once, and a page is in flight for longer than this.
    package var commitIntervalMilliseconds: Int64 = 8
    /// Time between the first failure of a commit and the second attempt, in milliseconds; it doubles with each attempt.
    package var retryMinimumMilliseconds: Int64 = 50
    /// Longest time between two attempts, in milliseconds: nobody waits longer once the disk is back.
    package var retryMaximumMilliseconds: Int64 = 2_000
    /// Age of the oldest waiting write, in milliseconds, from which on the store calls its disk slow.
    package var slowAfterMilliseconds: Int64 = 2_000

    package init() {}

    package static let standard = StoreLimits()
}
