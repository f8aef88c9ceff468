/// Whether a join to a room that does not exist makes it.
package enum RoomCreationPolicy: String, Hashable, Sendable, CaseIterable {
    /// Every join does.
    case any
    /// With a token that says so.
    case token
    case none
}
