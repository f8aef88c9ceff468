package import PagingEngine

/// An effect of a call, for the server to carry out in order.
package enum RoomEffect: Hashable, Sendable {
    /// Goes to every member, reliably.
    case event(Event)
    /// Goes to an audience among the members that want offsets; a newer one replaces it.
    case offset(Offset, for: OffsetAudience)
    /// Goes to one member.
    case answer(MemberID, Answer)
    /// The notes of the present window, for these presenters only.
    case notes([PageNotes], to: [MemberID])
    /// A report about members in step, for these presenters only.
    case inStep(InStep, to: [MemberID])
    /// Closes the connection of a removed member and voids its session.
    case removed(MemberID)
    /// The rules for viewers at the edges of a cluster.
    case audienceRules(AudienceRules)
    /// A block of numbers for an edge, which no other viewer or member gets.
    case audienceNumbers(first: MemberID)
}
