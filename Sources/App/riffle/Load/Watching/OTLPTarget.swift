/// Where metrics go by OpenTelemetry's protocol: `http://HOST[:PORT][/PATH]`.
struct OTLPTarget: CustomStringConvertible, Sendable {
    let host: String
    let port: UInt16
    let path: String

    /// The port and the path that OpenTelemetry gives receivers of metrics over HTTP.
    private static let (standardPort, standardPath) = (UInt16(4_318), "/v1/metrics")

    /// TLS is for a collector on this machine to add.
    init(_ text: String) throws(LoadArguments.Problem) {
        let scheme = "http://"
        let rest = text.dropFirst(scheme.count)
        let authority = String(rest.prefix { $0 != "/" })
        let path = String(rest.dropFirst(authority.count))
        let hasPort = authority.last?.isNumber == true && authority.split(separator: "]").last?.contains(":") == true
        let whole = hasPort ? authority : "\(authority):\(OTLPTarget.standardPort)"
        guard !authority.contains("@") else {
            throw LoadArguments.Problem(description: "expected a collector without user and password, got some")
        }
        guard text.hasPrefix(scheme), text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
            let address = ListenAddress(hostAndPort: whole)
        else {
            throw LoadArguments.Problem(
                description: "expected a collector without TLS such as http://127.0.0.1:4318, got `\(text)`")
        }
        host = address.host
        port = address.port
        self.path = path.isEmpty || path == "/" ? OTLPTarget.standardPath : path
    }

    var description: String { "http://\(ListenAddress(host: host, port: port))\(path)" }
}
