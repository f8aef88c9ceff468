import RoomStore

/// Keeps the tokens that operators revoked beyond the end of the process. Any thread.
protocol RevocationKeeper: Sendable {
    /// Saves a token soon; one that is closed takes no more.
    func keep(_ token: RevokedToken)
    /// Saves a token and waits for that, at most so long. Returns whether it is saved.
    func keep(_ token: RevokedToken, milliseconds: Int64) -> Bool
}

extension RoomStore: RevocationKeeper {
    func keep(_ token: RevokedToken) { try? revoke(token) }

    func keep(_ token: RevokedToken, milliseconds: Int64) -> Bool {
        (try? revoke(token)) != nil && waitForCommit(milliseconds: milliseconds)
    }
}
