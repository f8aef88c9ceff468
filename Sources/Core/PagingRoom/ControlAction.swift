package import PagingEngine

/// What can be done about the baton, and about who may move the pager.
package enum ControlAction: Hashable, Sendable {
    /// Asks for the baton: got at once when nobody has it, else in turn. From its holder, it renews the lease.
    case request
    /// Gives the baton back, or no longer waits for it.
    case release
    /// The holder, or a presenter, gives it to somebody.
    case grant(to: MemberID)
    /// A presenter takes it.
    case take
    /// A presenter decides who moves the pager.
    case policy(Policy)
}
