import Tokens

/// The token that operators send with actions on the admin endpoint.
struct AdminToken: Sendable {
    static let leastBytes = 16

    private let text: String
    /// Warnings for the log, such as a file that others may read.
    let warnings: [String]

    /// The first word in the file at `path`.
    init(path: String) throws(FileError) {
        let word = try TextFile.read(path).split(whereSeparator: \.isWhitespace).first ?? ""
        guard word.utf8.count >= AdminToken.leastBytes else {
            throw FileError(
                path,
                "expected a token of at least \(AdminToken.leastBytes) bytes, got \(word.utf8.count); "
                    + "make one with `riffle admin new-token`", .content)
        }
        self.init(String(word), warnings: [FileMode.warning(about: path)].compactMap(\.self))
    }

    init(_ token: String, warnings: [String] = []) {
        text = token
        self.warnings = warnings
    }

    /// Whether an `Authorization` header holds the token.
    func matches(_ authorization: String?) -> Bool {
        let scheme = "bearer "
        guard let authorization, authorization.lowercased().hasPrefix(scheme) else { return false }
        return Secret.equals(authorization.utf8.dropFirst(scheme.utf8.count), text.utf8)
    }
}
