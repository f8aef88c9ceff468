/// The answer to an upgrade request.
package enum UpgradeDecision: Hashable, Sendable {
    case accept
    /// An HTTP status of 400 and above, with a line of text for the body.
    case refuse(status: Int, reason: String)
}
