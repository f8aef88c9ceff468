/// A fault put into a world on purpose, to see that the auditor finds it. All of them are in what stands around the
/// server: the shell, the disk and the network.
package enum FaultInjection: String, Hashable, Sendable, CaseIterable {
    /// The disk says that a record is safe as soon as it has it in hand.
    case safeTooEarly
    /// After a crash the newest record that was safe is not there.
    case recordLost
    /// After a crash the number of the baton is not remembered.
    case grantForgotten
    /// A message to a client is lost now and then, and the line holds.
    case messageLost
    /// As above, and only at the end, when nothing follows that would show it.
    case lastMessageLost
    /// Moves come without the number of the baton, and their senders say they had an older one.
    case grantTornOff
    /// The server says it shifts by two pages where it shifts by one.
    case shiftDoubled
    /// Some arrivals on a page are told as arrivals on the next one.
    case pageMiscounted
    /// The server never hears of a connection's end.
    case endUnheard
    /// Notes are sent to everybody.
    case notesLeaked
    /// A message goes to a member of another room now and then.
    case roomsCrossed
    /// After a crash the last newcomer's seat is not remembered, and its number is given again.
    case seatLost
    /// A client shows something else than it was told.
    case otherDrawn
    /// Loops send on although a connection takes nothing.
    case chokeUnheard

    /// What the auditor must complain about.
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
        case .seatLost: .identity
        case .otherDrawn: .picture
        case .chokeUnheard: .manners
        }
    }
}
