import Foundation

/// A server in a process of its own for the length of one talk.
///
/// A process of its own goes on serving while the presenter's is stopped by Ctrl-Z. It ends when its standard input
/// does, and so with the presenter whatever ends that, a kill included.
final class OwnServer {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private static let patienceSeconds = 10.0

    private let process: CastProcess
    /// HOST:PORT as bound.
    let address: String

    /// Serves `deck` as the only room; where `listen` is nil, at the usual port of this machine or at a free one.
    init(deck: String, room: String, listen: ListenAddress?, isOpen: Bool) throws {
        let addresses = listen.map { [$0.description] } ?? ["127.0.0.1:7420", "127.0.0.1:0"]
        var complaints = ""
        for place in addresses {
            let source = deck.contains("/") ? deck : "./\(deck)"
            let process = try CastProcess(
                ["serve", "--until-input-ends", "--listen", place, "--room", "\(room)=\(source)", "--drain", "100ms"]
                    + (isOpen ? ["--open"] : []))
            let line = process.nextLine(before: Date(timeIntervalSinceNow: OwnServer.patienceSeconds))
            if let line, let start = line.range(of: "ws://") {
                self.process = process
                address = String(line[start.upperBound...])
                return
            }
            process.end()
            complaints = process.complaints
        }
        throw Failure(description: "cannot serve: \(complaints.isEmpty ? "no word from the server" : complaints)")
    }

    /// How others join, as they would type it: one line for each address of this machine they may reach.
    func invitations(room: String) -> [String] {
        let port = address.split(separator: ":").last.map(String.init) ?? ""
        let isEverywhere = address.hasPrefix("0.0.0.0:") || address.hasPrefix("[::]:")
        let hosts = isEverywhere ? MachineAddress.all + ["127.0.0.1"] : [String(address.dropLast(port.count + 1))]
        return hosts.map { "riffle join ws://\($0):\(port)/rooms/\(room)" }
    }

    func end() {
        process.end()
    }
}
