import Platform
import Tokens

/// Tokens that are refused before they expire, by their `jti`: those of a file, and those that an operator named since
/// the start. Any thread.
final class RevokedTokens: Sendable {
    /// Identifiers of the file, and identifiers named by operators.
    private static let mostIDs = (file: 100_000, named: 10_000)
    /// A token has at most 2,048 bytes, so its identifier has fewer.
    private static let mostBytes = 2_048

    private struct IDs {
        var file: Set<String> = []
        var named: Set<String> = []
    }

    private let ids = Locked(IDs())

    func contains(_ id: String) -> Bool {
        ids.withLock { $0.file.contains(id) || $0.named.contains(id) }
    }

    var count: Int { ids.withLock { $0.file.union($0.named).count } }

    /// Replaces the identifiers of the file by its present content: one a line; empty lines and lines that begin with `#`
    /// are skipped.
    func read(_ path: String) throws(FileError) {
        var found: Set<String> = []
        for (index, line) in try TextFile.read(path).split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline
        )
        .enumerated() {
            let id = String(
                line.trimmingPrefix(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
            guard !id.isEmpty, !id.hasPrefix("#") else { continue }
            guard id.utf8.count <= RevokedTokens.mostBytes else {
                throw FileError(
                    path, line: index + 1, "expected the jti of a token, got \(id.utf8.count) bytes", .content)
            }
            found.insert(id)
            guard found.count <= RevokedTokens.mostIDs.file else {
                throw FileError(
                    path, "expected at most \(RevokedTokens.mostIDs.file) lines; remove expired tokens", .content)
            }
        }
        ids.withLock { $0.file = found }
    }

    /// Adds the identifier of a token; it stays until the end of the process.
    ///
    /// - Returns: false for an identifier that no token can have, and when too many were named.
    func add(_ id: String) -> Bool {
        guard !id.isEmpty, id.utf8.count <= RevokedTokens.mostBytes else { return false }
        return ids.withLock { ids in
            guard ids.named.count < RevokedTokens.mostIDs.named || ids.named.contains(id) else { return false }
            ids.named.insert(id)
            return true
        }
    }
}

extension AccessPolicy {
    /// The `jti` of a verified token; nil for a token without one, and where there are no tokens.
    func identifier(of token: String?) -> String? {
        guard keys != nil, let token, case .success(let grant) = TokenKeys.read(token) else { return nil }
        return grant.id
    }
}
