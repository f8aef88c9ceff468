import Foundation
import PagingServer
import Platform
import RoomStore
import Tokens

/// Tokens that are refused before they expire, by their `jti`: those of a file, and those that operators named, which a
/// store keeps over restarts. Any thread.
final class RevokedTokens: Sendable {
    /// Identifiers of the file, and identifiers named by operators.
    private static let mostIDs = (file: 100_000, named: 10_000)
    /// A token has at most 2,048 bytes, so its identifier has fewer.
    private static let mostBytes = 2_048

    private struct IDs {
        var file: Set<String> = []
        /// With the second since 1970 at which the token expires; nil until it has been seen.
        var named: [String: Int64?] = [:]
        /// Keeps what operators named; nil without one.
        var keeper: (any RevocationKeeper)?

        mutating func removeExpired(at now: Int64) { named = named.filter { $0.value.map { now < $0 } ?? true } }
    }

    private let ids = Locked(IDs())

    /// Whether a verified token is refused. Of a token that an operator named, the time of its expiry is kept, too: it can
    /// be forgotten then.
    func contains(_ token: RevokedToken) -> Bool {
        let (isRevoked, keeper) = ids.withLock { ids -> (Bool, (any RevocationKeeper)?) in
            guard let known = ids.named[token.id] else { return (ids.file.contains(token.id), nil) }
            guard known == nil, token.expires != nil else { return (true, nil) }
            ids.named[token.id] = token.expires
            return (true, ids.keeper)
        }
        keeper?.keep(token)
        return isRevoked
    }

    var count: Int { ids.withLock { $0.file.union($0.named.keys).count } }

    /// Adds the tokens that the store has kept, and keeps those to come.
    func keep(in store: RoomStore) throws(RoomStoreError) {
        let kept = try store.revokedTokens(now: UnixTime.now.seconds)
        keep(with: store)
        learn(kept)
    }

    /// Keeps those to come.
    func keep(with keeper: any RevocationKeeper) { ids.withLock { $0.keeper = keeper } }

    /// Adds tokens that are kept already. Returns whether one of them was not known.
    @discardableResult
    func learn(_ tokens: [RevokedToken]) -> Bool {
        let now = UnixTime.now.seconds
        return ids.withLock { ids in
            if ids.named.count >= RevokedTokens.mostIDs.named { ids.removeExpired(at: now) }
            var isNew = false
            for token in tokens {
                let known = ids.named[token.id]
                guard known != nil || ids.named.count < RevokedTokens.mostIDs.named else { continue }
                isNew = isNew || known == nil
                ids.named[token.id] = .some(token.expires ?? known ?? nil)
            }
            return isNew
        }
    }

    /// Replaces the identifiers of the file by its present content: one a line; empty lines and lines that begin with `#`
    /// are skipped.
    func read(_ path: String) throws(FileError) {
        var found: Set<String> = []
        for (index, line) in try TextFile.read(path).split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline
        )
        .enumerated() {
            let id = line.trimmingCharacters(in: .whitespaces)
            guard !id.isEmpty, !id.hasPrefix("#") else { continue }
            guard RevokedTokens.canKeep(id) else {
                throw FileError(
                    path, line: index + 1, "expected the jti of a token, got \(id.utf8.count) bytes or a NUL", .content)
            }
            found.insert(id)
            guard found.count <= RevokedTokens.mostIDs.file else {
                throw FileError(
                    path, "expected at most \(RevokedTokens.mostIDs.file) lines; remove expired tokens", .content)
            }
        }
        ids.withLock { $0.file = found }
    }

    /// Whether every store takes an identifier: PostgreSQL has no text with a NUL.
    private static func canKeep(_ id: String) -> Bool { id.utf8.count <= mostBytes && !id.utf8.contains(0) }

    /// The outcome of adding an identifier.
    enum Addition: Equatable {
        /// Refused from now on, and after a restart if there is a store.
        case done
        /// Refused from now on; the store has not saved it yet.
        case unsaved
        /// No token can have this identifier, or too many were named.
        case invalid
    }

    /// Adds the identifier of a token, until it expires or, without a store, until the end of the process.
    ///
    /// - Parameter milliseconds: time for the store to save it.
    func add(_ id: String, milliseconds: Int64) -> Addition {
        guard !id.isEmpty, RevokedTokens.canKeep(id) else { return .invalid }
        let now = UnixTime.now.seconds
        let (isAdded, keeper) = ids.withLock { ids -> (Bool, (any RevocationKeeper)?) in
            guard ids.named[id] == nil else { return (true, ids.keeper) }
            if ids.named.count >= RevokedTokens.mostIDs.named { ids.removeExpired(at: now) }
            guard ids.named.count < RevokedTokens.mostIDs.named else { return (false, nil) }
            ids.named[id] = .some(nil)
            return (true, ids.keeper)
        }
        guard isAdded else { return .invalid }
        guard let keeper else { return .done }
        return keeper.keep(RevokedToken(id: id), milliseconds: milliseconds) ? .done : .unsaved
    }
}

extension RevokedToken {
    init(_ token: VerifiedToken) {
        self.init(id: token.id, expires: token.expires)
    }
}
