public import PagingEngine

/// Who of those that are here shows what the room shows at rest, as presenters are told.
public struct InStep: Hashable, Sendable {
    /// The last event that had to do with that picture.
    public var at: Sequence
    /// How many have drawn it.
    public var drawn: Int
    /// How many are here.
    public var of: Int
    /// How many have drawn something else, which is a defect of theirs or of the server's.
    public var diverged: Int
    /// The first of those who have not said yet, by number; only members who are announced one by one.
    public var behind: [MemberID]

    /// More names fit no presenter's view.
    public static let behindLimit = 32

    public init(at: Sequence, drawn: Int, of: Int, diverged: Int, behind: [MemberID]) {
        self.at = at
        self.drawn = drawn
        self.of = of
        self.diverged = diverged
        self.behind = behind
    }
}
