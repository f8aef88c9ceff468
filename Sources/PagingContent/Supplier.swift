/// Where a room's pages come from.
public enum Supplier: Hashable, Sendable {
    /// …, −1, 0, 1, … without end.
    case numbers
    /// A list, such as a deck.
    case listed([Page])
}
