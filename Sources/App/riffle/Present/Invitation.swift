import PagingClient
import TerminalView

/// The commands with which people join a room that is served here.
struct Invitation {
    /// The bound HOST:PORT.
    let address: String
    let room: String
    /// The file of token secrets; with it everybody needs a token.
    var secretFile: String?
    /// With TLS, the names in the server's certificate; clients accept no other names.
    var certified: [String]?
    /// Whether browsers get a page.
    var hasWebPage = false

    /// The URL for clients on this machine.
    var ownURL: String {
        guard let certified else { return url(near[0]) }
        return url(near.first(where: certified.contains) ?? certified.first ?? near[0])
    }

    /// The commands for others: one line for each address or name of the server, and with secrets one more about
    /// tokens.
    ///
    /// - Parameter hosts: this machine's addresses in its networks.
    func lines(hosts: [String]) -> [String] {
        let token = secretFile == nil ? "" : " --token-file TOKEN"
        let bound = isEverywhere ? hosts + ["127.0.0.1"] : [host]
        let hosts = known(bound)
        var lines = hosts.map { "riffle join \(url($0))\(token)" }
        if hasWebPage { lines += hosts.map { "or open \(pageURL($0))\(secretFile == nil ? "" : "#TOKEN")" } }
        guard let secretFile else { return lines }
        let issue = "riffle token --secret-file \(secretFile) --room \(room) --role viewer --expires 8h"
        return lines + ["TOKEN is a file made by: \(issue) > TOKEN"]
    }

    /// The lobby of the room, with the first of these addresses.
    ///
    /// - Parameter gate: the gate for SSH, if there is one.
    func lobby(title: String, hosts: [String], gate: GateAddress? = nil) -> Lobby {
        let best = known(isEverywhere ? hosts + ["127.0.0.1"] : [host]).first ?? host
        var lobby = Lobby(
            title: title, url: url(best), page: hasWebPage ? pageURL(best) : nil, ssh: gate?.command(room: room),
            needsToken: secretFile != nil)
        if lobby.note != nil {
            lobby.note = "this machine only: present with --listen 0.0.0.0:7420 --open to let others in"
        }
        return lobby
    }

    /// The bound addresses that are in the certificate, or all of its names when none is.
    private func known(_ bound: [String]) -> [String] {
        guard let certified, !certified.isEmpty else { return bound }
        let fitting = isEverywhere ? [] : bound.filter(certified.contains)
        guard fitting.isEmpty else { return fitting }
        // Loopback comes last, as without a certificate: it leads other machines to themselves.
        return certified.filter { !Invitation.isLoopback($0) } + certified.filter(Invitation.isLoopback)
    }

    /// This machine's names for itself, the most direct first.
    private var near: [String] {
        guard isEverywhere || Invitation.isLoopback(host) else { return [host] }
        return [isEverywhere ? address.hasPrefix("[") ? "[::1]" : "127.0.0.1" : host, "127.0.0.1", "localhost"]
    }

    private static func isLoopback(_ host: String) -> Bool { ["127.0.0.1", "[::1]", "localhost"].contains(host) }

    private func url(_ host: String) -> String {
        "\(certified == nil ? "ws" : "wss")://\(host):\(port)/rooms/\(room)"
    }

    private func pageURL(_ host: String) -> String {
        "\(certified == nil ? "http" : "https")://\(host):\(port)/\(room)"
    }

    private var port: Substring { address.split(separator: ":").last ?? "" }

    private var host: String { String(address.dropLast(port.count + 1)) }

    private var isEverywhere: Bool { ["0.0.0.0", "[::]"].contains(host) }
}
