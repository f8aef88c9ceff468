/// Statements on the table of revoked tokens, which all nodes of a cluster share.
package struct RevocationStatements {
    let connection: PostgresConnection

    init(_ connection: PostgresConnection) {
        self.connection = connection
    }

    /// Adds a token, or the time at which it expires.
    package func add(_ token: RevokedToken) throws(PostgresError) {
        try connection.execute(
            """
            INSERT INTO revoked VALUES ($1, $2)
            ON CONFLICT (id) DO UPDATE SET expires = coalesce(excluded.expires, revoked.expires)
            """,
            [.text(token.id), .int8(token.expires)])
    }

    /// All tokens, sorted by identifier.
    package func all() throws(PostgresError) -> [RevokedToken] {
        let rows = try connection.execute("SELECT id, expires FROM revoked ORDER BY id")
        return (0..<rows.count).map { RevokedToken(id: rows.text($0, 0) ?? "", expires: rows.int8($0, 1)) }
    }

    /// Deletes the tokens that have expired at `now`, in seconds since 1970. It does not wait for another node that deletes
    /// them: renewals of the lease wait behind it.
    package func deleteExpired(at now: Int64) throws(PostgresError) {
        try connection.execute(
            """
            DELETE FROM revoked WHERE id IN (
              SELECT id FROM revoked WHERE expires <= $1 FOR UPDATE SKIP LOCKED)
            """,
            [.int8(now)])
    }
}
