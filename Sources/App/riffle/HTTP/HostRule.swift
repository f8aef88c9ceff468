import Glibc
import WebSocketLoop

/// The hosts that a request may name: to the admin listener, and for the page of `--web`.
///
/// A web page can point its own name at this machine (DNS rebinding) and then read the answer, but that name is in the
/// `Host` of the request. So the rule allows only hosts that an attacker cannot redirect: addresses, the names of this
/// machine, and the name given for the listener.
struct HostRule {
    /// The host of `--admin`, `--listen` or `--metrics-address`.
    let configured: String

    /// The answer to a `Host` that the rule forbids.
    static let refusal = HTTPResponse(
        status: 403, text: "ask for an address, for localhost, or for the name that the server listens on")

    /// - Parameter header: the value of `Host`; nil without one.
    func allows(_ header: String?) -> Bool {
        guard let header, let host = Self.host(in: header) else { return false }
        return host == "localhost" || host.hasSuffix(".localhost") || Self.isAddress(host)
            || host == Self.plain(configured)
    }

    /// The host in `HOST[:PORT]`, an IPv6 address without its brackets; nil when it is neither.
    private static func host(in header: String) -> String? {
        var rest = header[...]
        let host: Substring
        if rest.hasPrefix("[") {
            guard let end = rest.firstIndex(of: "]") else { return nil }
            host = rest[..<end].dropFirst()
            guard host.contains(":") else { return nil }
            rest = rest[rest.index(after: end)...]
        } else {
            host = rest.prefix { $0 != ":" }
            rest = rest.dropFirst(host.count)
        }
        let port = rest.dropFirst()
        guard rest.isEmpty || rest.first == ":" && port.allSatisfy({ $0.isASCII && $0.isNumber }), !host.isEmpty
        else { return nil }
        return plain(String(host))
    }

    /// The name in lower case and without the dot of the root.
    private static func plain(_ name: String) -> String {
        let name = name.lowercased()
        return name.hasSuffix(".") ? String(name.dropLast()) : name
    }

    private static func isAddress(_ host: String) -> Bool {
        var four = in_addr()
        var six = in6_addr()
        return inet_pton(AF_INET, host, &four) == 1 || inet_pton(AF_INET6, host, &six) == 1
    }
}
