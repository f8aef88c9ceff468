/// How a connection ended.
package struct CloseLabel: Hashable, Sendable {
    /// Who ended it first.
    package enum Side: String, Hashable, Sendable, CaseIterable {
        case server
        case peer
    }

    /// The code as text: `none` where TCP just ended, `other` for a code that this protocol does not use, as a peer
    /// may send any of thousands.
    package let code: String
    package let by: Side

    package init(code: UInt16?, by side: Side) {
        self.code = code.map { Self.known.contains($0) ? String($0) : "other" } ?? "none"
        self.by = side
    }

    /// Who ended it where nobody on this side asked for it. The codes an endpoint gives for bytes it may not take are
    /// those of this side's sockets, about a peer's bytes; all else came from the peer.
    package static func side(of code: UInt16?) -> Side {
        [1_002, 1_003, 1_007, 1_009].contains(code) ? .server : .peer
    }

    /// The standard's codes and those of this protocol.
    private static let known = Set<UInt16>([1_000...1_015, 4_000...4_005, 4_100...4_109].joined())
}
