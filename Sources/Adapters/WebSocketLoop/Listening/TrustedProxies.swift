/// Proxies whose word about the address of their clients is taken.
package struct TrustedProxies: Hashable, Sendable {
    package var ranges: [AddressRange]
    /// Whether connections from these addresses begin with a PROXY header (`ProxyHeader`).
    package var usesProxyProtocol: Bool

    package init(_ ranges: [AddressRange] = [], usesProxyProtocol: Bool = false) {
        self.ranges = ranges
        self.usesProxyProtocol = usesProxyProtocol
    }

    package var isEmpty: Bool { ranges.isEmpty }

    package func contains(_ address: IPAddress) -> Bool { ranges.contains { $0.contains(address) } }

    /// The address of the client of a request.
    ///
    /// Each proxy appends the address that it saw to `X-Forwarded-For`, so the list is read from its end: the first
    /// address that is no trusted proxy is the client's. What stands before it was written by the client. An entry that
    /// is no address ends the search too: the proxy after it then counts as the client.
    ///
    /// - Parameters:
    ///   - peer: the other side of the connection.
    ///   - forwardedFor: the header's value, repeated headers joined by commas.
    package func client(of peer: IPAddress, forwardedFor: String?) -> IPAddress {
        var client = peer
        for entry in (forwardedFor ?? "").split(separator: ",", omittingEmptySubsequences: false).reversed() {
            guard contains(client), let address = Self.address(in: entry) else { return client }
            client = address
        }
        return client
    }

    /// The address in one entry. Some proxies add a port, and then brackets around IPv6.
    private static func address(in entry: Substring) -> IPAddress? {
        let text = entry.drop { $0 == " " || $0 == "\t" }.trimmingSuffix { $0 == " " || $0 == "\t" }
        if let address = IPAddress(text) { return address }
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            let rest = text[end...].dropFirst()
            guard rest.isEmpty || rest.hasPrefix(":") && isPort(rest.dropFirst()) else { return nil }
            let address = IPAddress(text[..<end].dropFirst())
            return address?.isFourthVersion == false ? address : nil
        }
        guard let colon = text.lastIndex(of: ":") else { return nil }
        guard isPort(text[colon...].dropFirst()), let address = IPAddress(text[..<colon]) else { return nil }
        return address.isFourthVersion ? address : nil
    }

    private static func isPort(_ text: Substring) -> Bool {
        (1...5).contains(text.utf8.count) && text.utf8.allSatisfy { (48...57).contains($0) } && UInt16(text) != nil
    }
}

extension Substring {
    fileprivate func trimmingSuffix(while isRemoved: (Character) -> Bool) -> Substring {
        var rest = self
        while let last = rest.last, isRemoved(last) { rest.removeLast() }
        return rest
    }
}
