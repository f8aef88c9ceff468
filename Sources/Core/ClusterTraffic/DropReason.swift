/// The reason why a received message, or a part of one, is dropped.
package enum DropReason: String, Hashable, Sendable, CaseIterable {
    /// Not an envelope, or not one that any version writes.
    case malformed
    /// Another version of the envelope.
    case version
    /// Another cluster.
    case cluster
    /// Of this node itself, on another subject than `beat`.
    case ownSender
    /// A part that does not fit the earlier parts of its message.
    case conflict
    /// A part that came before, or of a message that is complete or was given up.
    case duplicate
    /// Incomplete, and removed for newer messages.
    case overflow
    /// Incomplete for too long.
    case expired
}

/// Dropped messages by reason.
package struct DropCounts: Hashable, Sendable {
    private var counts: [DropReason: Int] = [:]

    package init() {}

    package subscript(reason: DropReason) -> Int { counts[reason] ?? 0 }

    package var total: Int { counts.values.reduce(0, +) }

    package mutating func add(_ reason: DropReason, _ number: Int = 1) {
        if number > 0 { counts[reason, default: 0] += number }
    }
}
