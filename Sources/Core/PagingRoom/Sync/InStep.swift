package import PagingEngine

/// A report to presenters: how many of the present members show the room's picture at rest.
package struct InStep: Hashable, Sendable {
    /// The event the picture came to rest with.
    package var at: Sequence
    /// Members that have drawn it.
    package var drawn: Int
    /// Members present.
    package var of: Int
    /// Members that have drawn something else, which is a defect of the client or of the server.
    package var diverged: Int
    /// The first members, by number, without an acknowledgement yet; only members announced one by one.
    package var behind: [MemberID]
    /// Members whose windows do not show the whole page, according to their last acknowledgement.
    package var cut: Int

    /// Names in `behind` at most; no presenter's view has room for more.
    package static let behindLimit = 32

    package init(at: Sequence, drawn: Int, of: Int, diverged: Int, behind: [MemberID], cut: Int = 0) {
        self.at = at
        self.drawn = drawn
        self.of = of
        self.diverged = diverged
        self.behind = behind
        self.cut = cut
    }
}

extension InStep {
    /// Compares the members present with those that have drawn `rest`; `cut` are those that see a part of it.
    init(_ rest: RenderAcks.Rest, cut cutMembers: Set<MemberID>, in roster: Roster) {
        self.init(at: rest.first, drawn: 0, of: 0, diverged: 0, behind: [])
        for attendee in roster.present {
            let member = attendee.member.id
            of += 1
            if cutMembers.contains(member) { cut += 1 }
            if rest.drawn.contains(member) {
                drawn += 1
            } else if rest.diverged.contains(member) {
                diverged += 1
            } else if attendee.isListed {
                behind.append(member)
            }
        }
        of += roster.distant.tally.present
        cut += roster.distant.tally.cut
        for picture in roster.distant.tally.pictures {
            guard let isShown = rest.isShown(in: picture) else { continue }
            if isShown { drawn += picture.viewers } else { diverged += picture.viewers }
        }
        behind = Array(behind.sorted().prefix(InStep.behindLimit))
    }
}
