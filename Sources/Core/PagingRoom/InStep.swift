package import PagingEngine

/// Who of those that are here shows what the room shows at rest, as presenters are told.
package struct InStep: Hashable, Sendable {
    /// The last event that had to do with that picture.
    package var at: Sequence
    /// How many have drawn it.
    package var drawn: Int
    /// How many are here.
    package var of: Int
    /// How many have drawn something else, which is a defect of theirs or of the server's.
    package var diverged: Int
    /// The first of those who have not said yet, by number; only members who are announced one by one.
    package var behind: [MemberID]

    /// More names fit no presenter's view.
    package static let behindLimit = 32

    package init(at: Sequence, drawn: Int, of: Int, diverged: Int, behind: [MemberID]) {
        self.at = at
        self.drawn = drawn
        self.of = of
        self.diverged = diverged
        self.behind = behind
    }
}
