/// The label of a connection's end: close code and side.
package struct CloseLabel: Hashable, Sendable {
    /// The side that ended the connection first.
    package enum Side: String, Hashable, Sendable, CaseIterable {
        case server
        case peer
    }

    /// The code as text: `none` without a close frame, `other` for a code that this protocol does not use, because a peer
    /// may send any of thousands.
    package let code: String
    package let by: Side

    package init(code: UInt16?, by side: Side) {
        self.code = code.map { Self.known.contains($0) ? String($0) : "other" } ?? "none"
        self.by = side
    }

    /// The side that ended a connection which the server core did not end. Codes for bytes that an endpoint must refuse
    /// come from this side's sockets; all others came from the peer.
    package static func side(of code: UInt16?) -> Side {
        [1_002, 1_003, 1_007, 1_009].contains(code) ? .server : .peer
    }

    /// The standard's codes and those of this protocol.
    private static let known = Set<UInt16>([1_000...1_015, 4_000...4_005, 4_100...4_109].joined())
}
