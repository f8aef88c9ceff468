import ClusterTraffic

/// A rule for links that a world broke.
package struct LinkViolation: Hashable, Sendable, CustomStringConvertible {
    package enum Rule: String, Hashable, Sendable, CaseIterable {
        /// Items arrive in the order in which they were sent, without gaps.
        case order
        /// No item arrives twice.
        case once
        /// Items arrive in the life of the link in which they were sent.
        case life
        /// Without faults, everything arrives and no link ends.
        case convergence
        /// Nothing arrives that the other end did not send.
        case separation
        /// Everything has a limit.
        case bounds
    }

    package let rule: Rule
    package let milliseconds: Int64
    package let text: String

    package var description: String { "\(rule.rawValue), at \(milliseconds) ms: \(text)" }
}

/// A fault on purpose in the shell around the links, to test that the audit finds it.
package enum LinkFault: String, Hashable, Sendable, CaseIterable {
    /// The first two items of a frame change places.
    case itemsSwapped
    /// Frames that come a second time are passed on.
    case duplicatesPassedOn
    /// Frames of another life count as frames of this one.
    case nonceIgnored
    /// All items that were sent count as acknowledged.
    case acknowledgedUnseen
    /// Frames of strangers count as frames of the other end.
    case senderIgnored
    /// Incomplete messages are kept without a limit.
    case partsUnlimited

    package var rule: LinkViolation.Rule {
        switch self {
        case .itemsSwapped: .order
        case .duplicatesPassedOn: .once
        case .nonceIgnored: .life
        case .acknowledgedUnseen: .convergence
        case .senderIgnored: .separation
        case .partsUnlimited: .bounds
        }
    }
}
