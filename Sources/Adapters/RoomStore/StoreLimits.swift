/// Limits of a store, and its behaviour while the disk fails.
package struct StoreLimits: Hashable, Sendable {
    /// Bytes that may wait for the disk. Above this limit `append` throws, so that memory stays bounded.
    ///
    /// The records of a page turn take a few hundred bytes: 64 MiB last a busy server for minutes without a disk.
    package var backlogBytes = 64 << 20
    /// Shortest time between the starts of two commits, in milliseconds: writes in between share one commit. The first
    /// write after an idle time is committed at once. An animation takes longer than this.
    package var commitIntervalMilliseconds: Int64 = 8
    /// Time between the first and the second attempt of a commit, in milliseconds; it doubles with each attempt.
    package var retryMinimumMilliseconds: Int64 = 50
    /// Longest time between two attempts, in milliseconds: the longest delay after the disk has recovered.
    package var retryMaximumMilliseconds: Int64 = 2_000
    /// Age of the oldest waiting write, in milliseconds, above which the store reports a slow disk.
    package var slowAfterMilliseconds: Int64 = 2_000
    /// Bounds of the time from the loss of a connection to a database to the next one, in milliseconds, which is chosen by
    /// chance.
    package var reconnectMilliseconds: ClosedRange<Int64> = 50...250

    package init() {}

    package static let standard = StoreLimits()

    /// Limits of a store in a database: a lost connection is made again at once, and not by all servers together.
    package static let database: StoreLimits = {
        var limits = StoreLimits()
        limits.retryMinimumMilliseconds = Int64.random(in: 50...100)
        limits.retryMaximumMilliseconds = 250
        return limits
    }()
}
