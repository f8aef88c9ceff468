import PagingEngine
import PagingRoom
import PagingWire

/// A fault in a world on purpose, to test that the auditor finds it. All of them are around the server: in the shell,
/// the disk and the network.
package enum FaultInjection: String, Hashable, Sendable, CaseIterable {
    /// The disk reports a commit as soon as it gets a record.
    case safeTooEarly
    /// After a crash the newest committed record is missing.
    case recordLost
    /// After a crash the fencing token of the baton is lost.
    case grantForgotten
    /// A message to a client is lost now and then, and the line holds.
    case messageLost
    /// As above, and only at the end, when nothing follows that would show it.
    case lastMessageLost
    /// Moves are sent without their fencing token, as if their senders had an older one.
    case grantTornOff
    /// The server reports a shift by two pages instead of one.
    case shiftDoubled
    /// Some selected pages are reported as the next one.
    case pageMiscounted
    /// The server never hears of a connection's end.
    case endUnheard
    /// Notes are sent to everybody.
    case notesLeaked
    /// A message goes to a member of another room now and then.
    case roomsCrossed
    /// After a crash the last new member is lost, and its number is used again.
    case newMemberLost
    /// A client reports another picture than it received.
    case otherDrawn
    /// Loops keep sending to a choked connection.
    case chokeUnheard

    /// The rule that the auditor must find broken.
    package var rule: Violation.Rule {
        switch self {
        case .safeTooEarly, .recordLost: .durability
        case .grantForgotten, .grantTornOff: .fencing
        case .messageLost: .order
        case .lastMessageLost: .convergence
        case .shiftDoubled, .pageMiscounted: .pages
        case .endUnheard: .bounds
        case .notesLeaked: .notes
        case .roomsCrossed: .separation
        case .newMemberLost: .identity
        case .otherDrawn: .picture
        case .chokeUnheard: .backpressure
        }
    }
}

extension FaultInjection {
    /// The message that the faulty server sends instead.
    func tampered(_ message: ServerMessage) -> ServerMessage {
        guard case .event(let event) = message else { return message }
        switch (self, event.change) {
        case (.shiftDoubled, .shift(let pages, let origin, let window)) where pages != 0:
            return .event(
                Event(sequence: event.sequence, change: .shift(by: 2 * pages, origin: origin, window: window)))
        case (.pageMiscounted, .selected(let old, let new, let item, let place)) where new.value % 3 == 0:
            return .event(
                Event(sequence: event.sequence, change: .selected(old: old, new: new + 1, item: item, at: place)))
        default: return message
        }
    }

    /// The state that the faulty disk returns for a room instead.
    func tampered(_ record: RoomRecord) -> RoomRecord {
        var record = record
        if self == .grantForgotten { record.control?.grant = FencingToken(0) }
        if self == .newMemberLost, let last = record.arrivals.popLast() {
            record.lastMember = MemberID(last.member.number - 1)
        }
        return record
    }

    /// The message that the faulty network carries to the server instead.
    func tampered(_ message: ClientMessage, of member: Int) -> ClientMessage {
        switch message {
        case .drawn(let sequence, let digest, let isCut) where self == .otherDrawn && member == 0:
            .drawn(sequence, Digest(value: digest.value ^ 1), isCut: isCut)
        case .request(let id?, let request, _?) where self == .grantTornOff: .request(id, request, grant: nil)
        default: message
        }
    }
}
