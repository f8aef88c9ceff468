/// Whether a join to a room that does not exist creates it.
package enum RoomCreationPolicy: String, Hashable, Sendable, CaseIterable {
    /// Every join does.
    case any
    /// Only a join with a token that allows it.
    case token
    case none
}
