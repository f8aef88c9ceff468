/// Result of a call to `send`.
package enum SendOutcome: Hashable, Sendable {
    /// The kernel has all of it.
    case sent
    /// Accepted, but not all of it is in the kernel yet: wait for `writable` before the next one. A message given to a
    /// connection that is already choked is **not** accepted.
    case choked
    /// The connection no longer exists, or it is closing; nothing was sent.
    case gone
}
