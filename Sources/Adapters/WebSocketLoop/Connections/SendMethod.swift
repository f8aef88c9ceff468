/// The way of one message to many connections into the kernel.
package enum SendMethod: String, Hashable, Sendable, CaseIterable {
    /// io_uring where the kernel has it and nothing forbids it, else as `write`.
    case automatic = "auto"
    /// All in one call (`io_uring_enter(2)`); a loop cannot be made without it.
    case uring
    /// A call for each connection.
    case write
}
