/// Reason for the end of a connection; the range says whether to reconnect (Protocol/README.md).
package enum CloseCode: UInt16, Hashable, Sendable, CaseIterable {
    case goingAway = 4000
    case tooSlow = 4001
    case noJoin = 4002
    case noPong = 4003
    case serverFull = 4004
    case moved = 4005
    case protocolError = 4100
    case version = 4101
    case unauthorized = 4102
    case forbidden = 4103
    case noSuchRoom = 4104
    case roomFull = 4105
    case removed = 4106
    case rate = 4107
    case roomClosed = 4108
    case takenOver = 4109

    /// Codes, also those of later versions, after which a client must not try again with the same request.
    package static let final: ClosedRange<UInt16> = 4100...4199

    /// Whether a client should try again with the same request.
    package var invitesReturn: Bool { rawValue < 4100 }
}
