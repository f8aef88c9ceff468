import CWebSockets

/// Host names and addresses for which a server's certificate is valid.
package struct CertificateNames: Hashable, Sendable {
    /// Limit far above the names of any real certificate.
    private static let mostBytes = 65_536

    /// Host names and IPv4 addresses in their order; a name with a `*` matches several hosts.
    package let all: [String]

    /// Reads the first certificate of a file (PEM). Names that could not stand in a URL are left out, and so are IPv6
    /// addresses, which `wss` does not take; no name at all is no error.
    package init(file: String) throws(TLSError) {
        let certificates = try PEMFile.read(file)
        var buffer = [CChar](repeating: 0, count: Self.mostBytes)
        let used = riffle_tls_names(certificates, Int32(certificates.count), &buffer, Int32(buffer.count))
        let text = String(decoding: buffer.prefix(Int(used)).map(UInt8.init(bitPattern:)), as: UTF8.self)
        all = text.split(separator: "\n").map(String.init).filter { name in
            name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ".-_*".contains($0)) }
        }
    }

    /// Names and addresses without a `*`, each for a single host.
    package var hosts: [String] { all.filter { !$0.contains("*") } }
}
