/// How people come to a room that is served here.
struct Invitation {
    /// HOST:PORT as bound.
    let address: String
    let room: String
    /// Secrets of tokens, one of which everybody then needs.
    var secretFile: String?
    /// With TLS what the server's certificate calls it, which is all that others may call it then.
    var certified: [String]?

    /// How whoever sits at this machine reaches it.
    var ownURL: String {
        guard let certified else { return url(near[0]) }
        return url(near.first(where: certified.contains) ?? certified.first ?? near[0])
    }

    /// What others type: one line for each address or name by which they may reach the server, and with secrets one
    /// more that says where tokens come from.
    ///
    /// - Parameter hosts: this machine's addresses as others see them.
    func lines(hosts: [String]) -> [String] {
        let token = secretFile == nil ? "" : " --token-file TOKEN"
        let bound = isEverywhere ? hosts + ["127.0.0.1"] : [host]
        let lines = known(bound).map { "riffle join \(url($0))\(token)" }
        guard let secretFile else { return lines }
        let issue = "riffle token --secret-file \(secretFile) --room \(room) --role viewer --expires 8h"
        return lines + ["TOKEN is a file made by: \(issue) > TOKEN"]
    }

    /// Of the addresses bound those the certificate has, and where it has none of them, its names.
    private func known(_ bound: [String]) -> [String] {
        guard let certified, !certified.isEmpty else { return bound }
        let fitting = isEverywhere ? [] : bound.filter(certified.contains)
        guard fitting.isEmpty else { return fitting }
        // What leads others to themselves comes last, as without a certificate.
        return certified.filter { !Invitation.isLoopback($0) } + certified.filter(Invitation.isLoopback)
    }

    /// What this machine calls itself, the most direct first.
    private var near: [String] {
        guard isEverywhere || Invitation.isLoopback(host) else { return [host] }
        return [isEverywhere ? address.hasPrefix("[") ? "[::1]" : "127.0.0.1" : host, "127.0.0.1", "localhost"]
    }

    private static func isLoopback(_ host: String) -> Bool { ["127.0.0.1", "[::1]", "localhost"].contains(host) }

    private func url(_ host: String) -> String {
        "\(certified == nil ? "ws" : "wss")://\(host):\(port)/rooms/\(room)"
    }

    private var port: Substring { address.split(separator: ":").last ?? "" }

    private var host: String { String(address.dropLast(port.count + 1)) }

    private var isEverywhere: Bool { ["0.0.0.0", "[::]"].contains(host) }
}
