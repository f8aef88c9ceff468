/// How far somebody may read away from what the room shows; presenters read everything.
package enum Leash: String, Hashable, Sendable, CaseIterable {
    /// Only the window.
    case none
    /// The window and what lies before it in the row.
    case back
    case free
}
