import Glibc

/// Which hosts a request to the admin listener may name.
///
/// A page in a browser reaches this machine under a name of its own that it lets point here (DNS rebinding), and then
/// may read the answer; but the name it came by stands in the request's `Host`. So only what no stranger can make point
/// elsewhere passes: addresses, the names of the own machine, and the name the listener was given.
struct HostRule {
    /// The host of `--admin`.
    let configured: String

    /// - Parameter header: the value of `Host`; nil when there was none.
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

    /// Letters' case means nothing in a name, nor does the dot of the root behind it.
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
