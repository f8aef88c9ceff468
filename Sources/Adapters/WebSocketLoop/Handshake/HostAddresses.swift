import Glibc

/// The numeric addresses of hosts.
package enum HostAddresses {
    /// Reason why a host has no address.
    package struct LookupFailure: Error, Hashable, CustomStringConvertible {
        package let description: String

        package init(_ description: String) {
            self.description = description
        }
    }

    /// The addresses of `host` in the order of the system's resolver, at least one. Looking up a name blocks; a numeric
    /// address is not looked up.
    package static func of(_ host: String) throws(LookupFailure) -> [String] {
        guard IPAddress(host) == nil else { return [host] }
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, nil, &hints, &found)
        defer { freeaddrinfo(found) }
        guard code != EAI_NONAME else { throw LookupFailure("no such host: \(host)") }
        guard code == 0 else { throw LookupFailure("cannot look up \(host): \(String(cString: gai_strerror(code)))") }
        var addresses: [String] = []
        var next = found
        while let entry = next?.pointee {
            if let address = text(of: entry), !addresses.contains(address) { addresses.append(address) }
            next = entry.ai_next
        }
        guard !addresses.isEmpty else { throw LookupFailure("no such host: \(host)") }
        return addresses
    }

    private static func text(of entry: addrinfo) -> String? {
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let code = getnameinfo(
            entry.ai_addr, entry.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
        return code == 0 ? String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
    }
}
