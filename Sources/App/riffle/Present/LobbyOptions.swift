import ArgumentParser
import PagingClient

/// The options of the lobby.
struct LobbyOptions: ParsableArguments {
    @Flag(help: "Begin with the lobby: title, address, QR code and people (key A). Others see the first page.")
    var lobby = false

    @Option(help: "Gate that lets people into the room over SSH, HOST or HOST:PORT; others are shown its command.")
    var ssh: GateAddress?
}

extension GateAddress: ExpressibleByArgument {
    package init?(argument: String) { self.init(argument) }
}
