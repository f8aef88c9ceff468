import PagingClient
import QRCodes
import TerminalView

extension Lobby {
    /// The lobby with its QR code.
    var coded: Lobby {
        var lobby = self
        lobby.code = QREncoder.code(of: target)
        return lobby
    }

    /// The lobby of a room that serves somebody else: with the address that was given, without its query.
    init(title: String, address: RoomAddress) {
        let url = String(address.url.prefix { $0 != "?" })
        self = Lobby(title: title, url: url, page: address.page).coded
    }
}
