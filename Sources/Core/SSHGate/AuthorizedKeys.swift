package import PagingRoom

/// The public keys that make members and presenters, in the form of OpenSSH's `authorized_keys` with a role in front:
/// `presenter ssh-ed25519 AAAA… ann@laptop`.
package struct AuthorizedKeys: Hashable, Sendable {
    /// A line that is not as expected.
    package struct LineError: Error, CustomStringConvertible {
        package let line: Int
        package let description: String
    }

    private var roles: [String: Role] = [:]

    package init() {}

    /// Reads a file; empty lines and lines that begin with `#` mean nothing.
    package init(parsing text: String) throws(LineError) {
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
            guard let first = words.first, !first.hasPrefix("#") else { continue }
            guard let role = Role(rawValue: first), role != .viewer else {
                throw LineError(
                    line: number + 1,
                    description: "expected member or presenter, got \(first.prefix(40)): write a role before each key")
            }
            guard words.count >= 3, words[1].contains("-"), words[2].hasPrefix("AAAA") else {
                throw LineError(
                    line: number + 1, description: "expected ROLE TYPE KEY, such as presenter ssh-ed25519 AAAA…")
            }
            roles[words[2]] = role
        }
    }

    package var count: Int { roles.count }

    /// The role of a key in base64; nil for a key that is not listed.
    package func role(of key: String) -> Role? { roles[key] }
}
