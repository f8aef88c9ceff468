import Glibc
import PagingClient
import QRCodes
import TerminalDevice
import TerminalView

/// The addresses of a room for a wall or a slide, and a QR code of the first one.
struct AddressSign {
    private let addresses: [RoomAddress]

    /// - Parameter addresses: those of one room.
    init(_ addresses: [RoomAddress]) {
        self.addresses = addresses
    }

    /// Prints the addresses, the command and the code. The code is in half blocks, with colours on a terminal.
    func print() {
        for address in addresses {
            if let page = address.page { StandardStreams.print(page) }
            StandardStreams.print(address.url)
            StandardStreams.print("riffle join \(RoomAddress.shortest(of: address.url))")
        }
        guard let first = addresses.first else { return }
        let isTerminal = TerminalDevice.isTerminal(STDOUT_FILENO)
        guard let code = QREncoder.code(of: first.page ?? first.url) else {
            return StandardStreams.printError("riffle send: the address is too long for a QR code")
        }
        let columns = isTerminal ? HelpText.columns : Int.max
        guard let lines = code.lines(columns: columns, isColoured: isTerminal) else {
            return StandardStreams.printError(
                "riffle send: no QR code: expected a terminal of \(code.leastColumns) columns or more, got \(columns)")
        }
        // The lines hold commands of the terminal, which `print` would escape.
        StandardStreams.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: STDOUT_FILENO)
    }
}
