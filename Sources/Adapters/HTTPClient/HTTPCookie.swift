/// A cookie as libcurl lists it.
package struct HTTPCookie: Hashable, Sendable {
    private let domain: String
    /// Whether hosts below the domain get it, too.
    private let hasSubdomains: Bool
    private let path: String
    private let isSecure: Bool
    /// Seconds since 1970; 0 for the end of the session.
    private let expires: Int64
    private let name: String
    private let value: String

    /// Reads a line of the format of Netscape: domain, subdomains, path, secure, expires, name and value between tabs.
    package init?(line: String) {
        let prefix = "#HttpOnly_"
        let text = line.hasPrefix(prefix) ? line.dropFirst(prefix.count) : line[...]
        let parts = text.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 7, let expires = Int64(parts[4]) else { return nil }
        domain = String(parts[0].drop { $0 == "." }).lowercased()
        (hasSubdomains, path, isSecure) = (parts[1] == "TRUE", parts[2], parts[3] == "TRUE")
        (self.expires, name, value) = (expires, parts[5], parts[6])
    }

    /// Whether a request gets it (RFC 6265 §5.4).
    ///
    /// - Parameters:
    ///   - path: with or without a query.
    ///   - now: seconds since 1970.
    package func isSent(toHost host: String, path request: String, isSecure: Bool, now: Int64) -> Bool {
        let host = host.lowercased()
        let isHost = host == domain || hasSubdomains && host.hasSuffix("." + domain)
        let requested = request.prefix { $0 != "?" }
        let isPath =
            requested == path
            || requested.hasPrefix(path) && (path.hasSuffix("/") || requested.dropFirst(path.count).first == "/")
        return isHost && isPath && (isSecure || !self.isSecure) && (expires == 0 || expires > now)
    }

    /// The value of the header `Cookie`; nil without cookies. Cookies with longer paths come first.
    package static func header(_ cookies: [HTTPCookie]) -> String? {
        let sorted = cookies.enumerated().sorted { left, right in
            let (first, second) = (left.element.path.utf8.count, right.element.path.utf8.count)
            return first == second ? left.offset < right.offset : first > second
        }
        let text = sorted.map { "\($0.element.name)=\($0.element.value)" }.joined(separator: "; ")
        return text.isEmpty || text.utf8.contains { $0 < 0x20 || $0 == 0x7F } ? nil : text
    }
}
