import PagingServer
import WebSocketLoop

/// The rules of `--web`: which paths have the page, and which page may connect.
struct WebAccess: Sendable {
    /// The names of all rooms; nil where rooms are created or come from a cluster, so that every name may have one.
    let rooms: Set<String>?
    /// Hosts that no stranger can point at this machine.
    let hosts: HostRule
    let isSecure: Bool
    /// Whether `--origin` names pages that may connect, so that a proxy may stand in front, with any `Host`.
    var hasOrigins = false
    let documents = PageDocuments()
    private let page = WebPage.standard

    /// The answer to a browser; nil for all paths but `/rooms/NAME` and `/NAME` of a room.
    func answer(_ request: HTTPGet) -> HTTPResponse? {
        guard let name = Self.room(at: request.path), rooms?.contains(name) != false else { return nil }
        guard mayConnect(from: request.host) else {
            var refusal = Self.misdirected
            refusal.isHead = request.isHead
            return refusal
        }
        return page.response(to: request)
    }

    /// The answer to a browser whose page could not connect: a sentence in place of a page that waits for ever.
    private static let misdirected = HTTPResponse(
        status: 421,
        text: "expected an address or localhost as the host, got another name; open the page with the server's "
            + "address, or start the server with --origin and the origin of this page, such as http://talk.example:7420"
    )

    /// Whether a page that came from this host may connect, as far as `Host` tells.
    private func mayConnect(from host: String?) -> Bool {
        guard let host else { return true }
        return isSecure || hasOrigins || hosts.allows(host)
    }

    /// Paths that have another meaning than the short address of a room: the server answers them itself, or browsers and
    /// their robots ask for them everywhere.
    private static let reserved: Set = ["/healthz", "/readyz", Echo.path, "/favicon.ico", "/robots.txt"]

    /// The name in `/rooms/NAME` or `/NAME`; nil where it can be no room's.
    static func room(at path: String) -> String? {
        let name = AccessPolicy.room(at: path) ?? String(path.dropFirst())
        guard path.hasPrefix("/"), RoomSpec.isValid(name: name), !reserved.contains(path) else { return nil }
        return name
    }

    /// Whether a page of this origin is the server's own.
    ///
    /// A stranger's page can point its own name at this server (DNS rebinding); then `Origin` and `Host` are equal, too. So
    /// without TLS the host must be one that strangers cannot redirect. Further names stand in `--origin`.
    func isOwn(origin: String, host: String?) -> Bool {
        guard let host, origin.lowercased() == (isSecure ? "https://" : "http://") + host.lowercased() else {
            return false
        }
        return isSecure || hosts.allows(host)
    }
}
