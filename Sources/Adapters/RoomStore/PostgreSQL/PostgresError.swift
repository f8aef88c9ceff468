/// Error of a statement or a connection.
package enum PostgresError: Error, Hashable, Sendable {
    /// The connection is lost, or the server has warned: nobody knows whether the statement has taken effect.
    case unknown(String)
    /// The server has refused the statement, which therefore has no effect.
    case refused(state: String, message: String)

    /// SQLSTATE of "could not extend file": no space left.
    static let diskFull = "53100"
    /// SQLSTATE of a write in a read-only transaction, as on a standby or where a quota is used up.
    static let readOnly = "25006"
}

extension StoreTrouble {
    init(_ error: PostgresError) {
        switch error {
        case .unknown: self = .disconnected
        case .refused(PostgresError.diskFull, _): self = .diskFull
        case .refused(PostgresError.readOnly, _): self = .readOnly
        case .refused(let state, let message): self = .database("\(message) (SQLSTATE \(state))")
        }
    }
}

extension RoomStoreError {
    /// Error of opening or reading the database with this name.
    init(_ error: PostgresError, path: String) {
        switch error {
        case .unknown(let detail): self = .cannotOpen(path: path, detail: detail)
        case .refused(PostgresError.readOnly, _): self = .readOnly(path: path)
        case .refused: self = .failing(StoreTrouble(error))
        }
    }
}
