import ArgumentParser
import Foundation
import PagingContent
import PagingServer
import PagingWire
import WebSocketLoop

struct Present: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show a deck to a room, and present it.",
        discussion: """
            Examples:
              riffle present Examples/decks/tour.md
              riffle present talk.md --notes --duration 30m
              riffle present talk.md --listen 0.0.0.0:7420 --open
              riffle present talk.md --listen 0.0.0.0:7420 --secret-file secret
              riffle present talk.md --listen 0.0.0.0:7420 --secret-file secret --tls-cert chain.pem --tls-key key.pem
              riffle present talk.md --server ws://HOST:7420/rooms/talk --token-file ann.token

            Without --server it serves the deck itself, as long as it runs, and prints how others join. A server that
            ends is restarted, and everybody returns to the same page. The deck's file is watched: whenever it is saved,
            everybody gets the new pages and stays on the current page.
            """)

    @Argument(help: "The deck, a Markdown file.")
    var deck: String

    @Option(help: "A room of a server that runs already, ws://HOST:PORT/rooms/NAME; it gets the deck's pages.")
    var server: String?

    @Option(help: "The room's name; by default that of the file.")
    var room: String?

    @OptionGroup var own: OwnServerOptions

    @Option(help: "Your name, as the others see it.")
    var name: String?

    @Option(help: "A file with the token that lets you into a closed room; - is standard input.")
    var tokenFile: String?

    @OptionGroup var trust: TrustOptions

    @Flag(help: "Begin with the presenter's view: notes, next page, time and people (key s).")
    var notes = false

    @Option(help: "How long the talk may take, such as 30m; by default what the deck says.")
    var duration: Milliseconds?

    @OptionGroup var rehearsal: RehearsalOption

    @Option(help: "Record the talk into a new file, NAME.riffle.jsonl, without the notes.")
    var record: String?

    @Flag(inversion: .prefixedNo, help: "Look after the deck's file.")
    var watch = true

    @Option(help: "auto, on or off (key m).")
    var mouse = MouseUse.auto

    @OptionGroup var drawing: DrawingOptions
    @OptionGroup var speech: SpeechOptions

    func validate() throws {
        guard server == nil || !own.isGiven else {
            throw ValidationError(
                "--server: somebody else serves then; --listen, --open, --secret-file, --tls-cert and --tls-key are "
                    + "for one's own server")
        }
        try own.check()
        if let room, !RoomSpec.isValid(name: room) {
            throw ValidationError("--room \(room): 1 to 64 of A-Z a-z 0-9 . _ -")
        }
        if let room, let server, server.contains("/rooms/"), !server.hasSuffix("/rooms/\(room)") {
            throw ValidationError("--room \(room): --server names another room")
        }
    }

    func run() throws {
        let (talk, bytes) = try readDeck()
        let signals = try JoinRunner.signals()
        let watched = try WatchedDeck(talk, path: deck, isWatched: watch)
        var settings = RoomSessionSettings(drawing, speech)
        settings.command = "riffle present"
        settings.hasPresenterView = notes
        settings.mouse = mouse
        settings.durationMilliseconds = duration?.value ?? talk.duration.map { $0.components.seconds * 1_000 }
        settings.pace = try rehearsal.pace(durationMilliseconds: settings.durationMilliseconds)
        let token = try token()
        let certificate = try own.certificate()
        let authorities = try trust.authorities() ?? certificate?.authorities
        let ownServer = server == nil ? try serve(bytes, certificate) : nil
        defer { if let ownServer { end(ownServer) } }
        let url = ownServer?.url ?? serverURL
        let endpoint = try Endpoint.parse(url)
        settings.invitation = ownServer?.invitations ?? ["riffle join \(url)"]
        for line in settings.invitation { StandardStreams.print(line) }
        let join = PagingWire.Join(name: name, role: .presenter, token: token)
        let runner = JoinRunner(
            endpoint: endpoint, join: join, authorities: authorities, drawing: drawing, settings: settings)
        try runner.run(signals: signals, deck: watched, tap: tap(endpoint, title: talk.title))
    }

    private func tap(_ endpoint: Endpoint, title: String?) throws -> RecordingTap? {
        guard let record else { return nil }
        do {
            return try RecordingTap(path: record, endpoint: endpoint, title: title)
        } catch {
            guard !error.isUsage else { throw ValidationError("--record \(error)") }
            StandardStreams.say("riffle present: \(error)")
            throw ExitStatus.failure
        }
    }

    /// The address of the room, or with --room of that room of the server.
    private var serverURL: String {
        guard let server else { return "" }
        guard !server.contains("/rooms/") else { return server }
        return "\(server.hasSuffix("/") ? String(server.dropLast()) : server)/rooms/\(roomName)"
    }

    /// The deck and its bytes.
    private func readDeck() throws -> (Deck, [UInt8]) {
        do {
            let bytes = try TextFile.bytes(of: deck)
            let talk = try Deck(utf8: bytes)
            for warning in talk.warnings { StandardStreams.say("riffle present: \(deck):\(warning)") }
            return (talk, bytes)
        } catch let error as DeckError {
            StandardStreams.say("riffle present: \(deck):\(error)")
            throw ExitStatus.unreadable
        } catch {
            throw ValidationError("\(error)")
        }
    }

    private func serve(_ deck: [UInt8], _ certificate: OwnCertificate?) throws -> OwnServer {
        let plan = OwnServer.Plan(
            room: roomName, listen: own.listen, isOpen: own.open, secretFile: own.secretFile, certificate: certificate)
        return try ExitStatus.orEnd("riffle present") { try OwnServer(plan, deck: deck) }
    }

    private func end(_ server: OwnServer) {
        server.end()
        guard server.restarts > 0, !speech.quiet else { return }
        let count = server.restarts == 1 ? "" : " (\(server.restarts) times)"
        StandardStreams.say("riffle present: the server ended unexpectedly and was restarted\(count)")
    }

    /// The token given, or for an own server with secrets a token made from them.
    private func token() throws -> String? {
        guard tokenFile == nil, let secretFile = own.secretFile else { return try TextFile.token(in: tokenFile) }
        return try ExitStatus.orEnd("riffle present", with: ExitStatus.unreadable) {
            try TokenIssue.presenterToken(secretFile: secretFile, room: roomName)
        }
    }

    /// The name given, or the file's name with other characters replaced.
    private var roomName: String {
        if let room { return room }
        let file = URL(fileURLWithPath: deck).deletingPathExtension().lastPathComponent
        let name = String(file.map { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) ? $0 : "-" })
        return RoomSpec.isValid(name: name) ? name : "talk"
    }
}
