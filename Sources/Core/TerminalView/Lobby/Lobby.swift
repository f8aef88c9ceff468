import PagingClient

/// How people get into a room: its title, its address and the ways in. It is shown before a talk begins.
package struct Lobby: Hashable, Sendable {
    package var title: String
    /// The address to type, in large letters.
    package var address: String
    /// Commands and addresses, the one that needs the least first.
    package var ways: [String]
    /// Why others may not get in that way.
    package var note: String?
    /// The address in the QR code: of the page for browsers, otherwise of the room.
    package var target: String
    /// The code of `target`, if it fits into one.
    package var code: QRCode?

    /// - Parameters:
    ///   - url: the URL of the room.
    ///   - page: the address of its page for browsers, if there is one.
    ///   - ssh: the command that leads into the room through a gate.
    package init(title: String, url: String, page: String? = nil, ssh: String? = nil, needsToken: Bool = false) {
        let short = RoomAddress.shortest(of: url)
        let plain = "http://"
        self.title = title
        // A browser adds http:// itself.
        address = page.map { $0.hasPrefix(plain) ? String($0.dropFirst(plain.count)) : $0 } ?? short
        ways = [page, "riffle join \(short)\(needsToken ? " --token-file TOKEN" : "")", ssh].compactMap(\.self)
        target = page ?? url
        if Lobby.isLoopback(url) { note = "this address is for this machine only" }
    }

    private static func isLoopback(_ url: String) -> Bool {
        let authority = url.drop { $0 != "/" }.drop { $0 == "/" }.prefix { $0 != "/" }
        return ["127.", "localhost", "[::1]"].contains { authority.hasPrefix($0) }
    }
}
