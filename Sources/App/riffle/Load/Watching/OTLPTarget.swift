/// Where metrics go by OpenTelemetry's protocol: `http://HOST[:PORT][/PATH]`, or `https://…`.
struct OTLPTarget: CustomStringConvertible, Sendable {
    private let scheme: String
    private let address: ListenAddress
    private let path: String

    /// The port and the path that OpenTelemetry gives receivers of metrics over HTTP.
    private static let (standardPort, standardPath) = (UInt16(4_318), "/v1/metrics")

    init(_ text: String) throws(LoadArguments.Problem) {
        let scheme = text.hasPrefix("https://") ? "https://" : "http://"
        let rest = text.dropFirst(scheme.count)
        let authority = String(rest.prefix { $0 != "/" })
        let path = String(rest.dropFirst(authority.count))
        let hasPort = authority.last?.isNumber == true && authority.split(separator: "]").last?.contains(":") == true
        let whole = hasPort ? authority : "\(authority):\(OTLPTarget.standardPort)"
        guard !authority.contains("@") else {
            throw LoadArguments.Problem(
                description:
                    "expected a collector without user and password, got some; \(OTLPHeaders.variable) takes a token")
        }
        guard text.hasPrefix(scheme), text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
            !authority.contains(where: "?#\\".contains),
            let address = ListenAddress(hostAndPort: whole)
        else {
            throw LoadArguments.Problem(
                description:
                    "expected a collector such as http://127.0.0.1:4318 or https://HOST:PORT/PATH, got `\(text)`")
        }
        (self.scheme, self.address) = (scheme, address)
        self.path = path.isEmpty || path == "/" ? OTLPTarget.standardPath : path
    }

    /// The whole URL.
    var description: String { "\(scheme)\(address)\(path)" }
}
