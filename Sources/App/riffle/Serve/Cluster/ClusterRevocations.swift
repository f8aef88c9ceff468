import Platform
import RoomStore
import Tokens

/// Revoked tokens of a cluster: the database keeps them, and every node looks for those of the others.
final class ClusterRevocations: RevocationKeeper {
    private struct Work {
        /// Tokens that the database has not taken.
        var unsaved: [RevokedToken] = []
        var isReading = false
    }

    private let store: ClusterStore
    private let work = Locked(Work())

    init(_ store: ClusterStore) {
        self.store = store
    }

    func keep(_ token: RevokedToken) { save(token) { _ in } }

    func keep(_ token: RevokedToken, milliseconds: Int64) -> Bool {
        let saved = OneShot<Bool>()
        save(token) { saved.give($0) }
        return saved.wait(milliseconds: milliseconds) ?? false
    }

    private func save(_ token: RevokedToken, _ answer: @escaping @Sendable (Bool) -> Void) {
        store.revoke(token) { [work] isSaved in
            if !isSaved { work.withLock { $0.unsaved.append(token) } }
            answer(isSaved)
        }
    }

    /// Saves what could not be saved before, and reads all tokens. Nothing happens while an earlier call waits for the
    /// database.
    ///
    /// - Parameter answer: gets the tokens on a thread of the store, unless the database does not answer.
    func read(_ answer: @escaping @Sendable ([RevokedToken]) -> Void) {
        let unsaved = work.withLock { work -> [RevokedToken]? in
            guard !work.isReading else { return nil }
            defer { (work.isReading, work.unsaved) = (true, []) }
            return work.unsaved
        }
        guard let unsaved else { return }
        for token in unsaved { keep(token) }
        store.readRevokedTokens(now: UnixTime.now.seconds) { [work] tokens in
            work.withLock { $0.isReading = false }
            if let tokens { answer(tokens) }
        }
    }
}
