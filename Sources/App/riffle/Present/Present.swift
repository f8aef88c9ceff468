import ArgumentParser
import FoundationEssentials
import Glibc
import PagingClient
import PagingContent
import PagingServer
import PagingWire
import Platform
import Scripting
import TerminalView
import WebSocketLoop

struct Present: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Present a deck to a room.",
        discussion: """
            Examples:
              riffle present Examples/decks/tour.md
              riffle present talk.md --notes --duration 30m
              riffle present talk.md --listen 0.0.0.0:7420 --open --lobby
              riffle present talk.md --listen 0.0.0.0:7420 --secret-file secret
              riffle present talk.md --listen 0.0.0.0:7420 --secret-file secret \\
                --tls-cert chain.pem --tls-key key.pem
              riffle present talk.md --server ws://HOST/rooms/talk --token-file ann.token

            Without --server, the command serves the deck while it runs, and prints how others join. If the server ends, \
            it is restarted, and all members return to the same page. The command watches the deck's file: when it is \
            saved, all members get the new pages and stay on the current page.
            """)

    @Argument(help: "Path of the deck, a Markdown file.")
    var deck: String

    @Option(
        help: """
            Address of a room of a running server, HOST/NAME or ws://HOST:PORT/rooms/NAME. It gets the deck's pages. \
            Repeat it for further addresses of the same room.
            """)
    var server: [String] = []

    @Option(help: "Name of the room; by default that of the file.")
    var room: String?

    @OptionGroup var own: OwnServerOptions

    @Option(help: "Your name, shown to the others.")
    var name: String?

    @Option(help: "File with the token for a room that needs one; - is standard input.")
    var tokenFile: String?

    @OptionGroup var trust: TrustOptions

    @Flag(help: "Begin with the presenter's view: notes, next page, time and people (key s).")
    var notes = false

    @Option(help: "Planned duration of the talk, such as 30m; by default that of the deck.")
    var duration: Milliseconds?

    @OptionGroup var lobby: LobbyOptions
    @OptionGroup var rehearsal: RehearsalOption
    @OptionGroup var recording: RecordOption

    @Flag(inversion: .prefixedNo, help: "Reload the deck whenever its file is saved.")
    var watch = true

    @Option(help: "Bytes of one picture as it is sent, 1024 to 1048576; larger ones are made smaller.")
    var maxPictureBytes = DeckPictures.standardBytes

    @Option(help: "Mouse reports: auto, on or off (key m).")
    var mouse = MouseUse.auto

    @OptionGroup var programs: ProgramOptions

    @Option(help: "Colours of code: builtin, auto, chroma or pygments.")
    var highlighter = Highlighter.builtin

    @OptionGroup var drawing: DrawingOptions
    @OptionGroup var speech: SpeechOptions

    func validate() throws {
        guard server.isEmpty || !own.isGiven else {
            throw ValidationError(
                "--server: expected no --listen, --open, --web, --secret-file, --announce, --max-asset-bytes, --tls-cert or --tls-key "
                    + "with it: they configure the server that riffle present starts without --server")
        }
        try own.check()
        let range = DeckPictures.leastBytes...DeckPictures.mostBytes
        guard range.contains(maxPictureBytes) else {
            throw ValidationError(
                "--max-picture-bytes \(maxPictureBytes): expected a number from \(range.lowerBound) to \(range.upperBound)"
            )
        }
        if let room, !RoomSpec.isValid(name: room) {
            throw ValidationError("--room: expected 1 to 64 of A-Z a-z 0-9 . _ -, got \(room)")
        }
        if let room, server.contains(where: { $0.contains("/rooms/") && !$0.hasSuffix("/rooms/\(room)") }) {
            throw ValidationError("--room: expected the room of --server, got \(room); omit --room")
        }
    }

    func run() throws {
        let loader = programs.loader("riffle present", highlighter)
        let (talk, file, ready) = try readDeck(loader)
        let signals = try JoinRunner.signals()
        let watched = try WatchedDeck(
            talk, file, ready, path: deck, isWatched: watch, place: TalkPlace(deck: deck), loader: loader,
            mostPictureBytes: maxPictureBytes)
        var settings = try RoomSessionSettings(drawing, speech)
        settings.command = "riffle present"
        settings.hasPresenterView = notes
        settings.mouse = mouse
        settings.durationMilliseconds = duration?.value ?? talk.duration.map { $0.components.seconds * 1_000 }
        settings.pace = try rehearsal.pace(durationMilliseconds: settings.durationMilliseconds)
        settings.role = .presenter
        let presenterKey = own.needsPresenterKey ? PresenterKey.make() : nil
        let token = try token() ?? presenterKey
        let certificate = try own.certificate()
        let authorities = try trust.authorities() ?? certificate?.authorities
        let ownServer = server.isEmpty ? try serve(Array(file.text.utf8), certificate, presenterKey) : nil
        defer { if let ownServer { end(ownServer) } }
        let urls = ownServer.map { [$0.url] } ?? server.map(roomURL)
        let addresses = try RoomAddresses.parse(urls)
        let warnings = file.warnings.count + ready.warnings.count + (sizeWarning(ready) == nil ? 0 : 1)
        settings.openingNote = openingNote(ownServer, warnings: warnings)
        settings.invitation = ownServer?.invitations ?? ["riffle join \(urls.joined(separator: " "))"]
        settings.lobby = try shownLobby(ownServer, urls, title: talk.title)
        settings.beginsInLobby = lobby.lobby
        settings.invitation += [lobby.ssh?.command(room: addresses.room)].compactMap(\.self)
        for line in settings.invitation { StandardStreams.print(line) }
        if let presenterKey { StandardStreams.print("presenter key \(presenterKey)") }
        settings.presenterKey = presenterKey
        let join = PagingWire.Join(name: name, role: .presenter, token: token)
        let runner = JoinRunner(
            addresses: addresses, join: join, authorities: authorities, drawing: drawing, settings: settings)
        let start = MonotonicClock.milliseconds
        defer { watched.end() }
        let tap = try recording.tap("riffle present", room: addresses.room, title: talk.title)
        try runner.run(signals: signals, deck: watched, tap: tap) { session in
            // A closed terminal is an accident; the next start goes on from the same page.
            if session.signal != SIGHUP { watched.forgetPlace() }
            guard !speech.quiet, session.mostPeople > 0 else { return }
            let time = ClockTime(milliseconds: MonotonicClock.milliseconds - start)
            let people = session.mostPeople == 1 ? "1 person" : "\(session.mostPeople) people at most"
            let pages = watched.pages == 1 ? "1 page" : "\(watched.pages) pages"
            StandardStreams.printError("riffle present: \(roomName): \(pages), \(time), \(people)")
        }
    }

    /// The lobby with the title of the talk, or else the name of the room.
    private func shownLobby(_ server: OwnServer?, _ urls: [String], title: String) throws -> Lobby {
        let title = title.isEmpty ? roomName : title
        if let server { return server.lobby(title: title, gate: lobby.ssh).coded }
        let address = try RoomAddress.parse(urls[0])
        let room = try RoomAddresses.parse(urls).room
        return Lobby(title: title, url: address.url, page: address.page, ssh: lobby.ssh?.command(room: room)).coded
    }

    /// The note for the first picture: texts printed before the window opens are covered by it.
    private func openingNote(_ server: OwnServer?, warnings: Int) -> String? {
        var notes: [String] = []
        if let server, let taken = server.takenAddress {
            StandardStreams.printError("riffle present: \(taken) is in use, using \(server.address)")
            notes.append("\(taken) is in use, using \(server.address)")
        }
        if lobby.lobby { notes.append("Space begins the talk; A shows this again") }
        if let note = DeckFile.warningNote(warnings, path: deck) { notes.append(note) }
        return notes.isEmpty ? nil : notes.joined(separator: "; ")
    }

    /// URL of the room: that of `--server`, or with `--room` that room of the server.
    private func roomURL(_ server: String) -> String {
        guard !server.contains("/rooms/") else { return server }
        let base = server.hasSuffix("/") ? String(server.dropLast()) : server
        if server.hasPrefix("ws") && server.contains("://") { return "\(base)/rooms/\(roomName)" }
        // The short forms: a host, or a host with its room.
        let rest = base.firstRange(of: "://").map { base[$0.upperBound...] } ?? base[...]
        return rest.contains("/") ? base : "\(base)/\(roomName)"
    }

    /// The deck, its file, and its pages as rooms get them.
    private func readDeck(_ loader: DeckLoader) throws -> (Deck, DeckFile, DeckPages) {
        do {
            let file = try loader.load(deck)
            for warning in file.warnings { StandardStreams.printError("riffle present: \(warning)") }
            let talk = try file.deck()
            let ready = DeckPages(
                talk, path: deck, highlighting: loader.highlighting, mostPictureBytes: maxPictureBytes)
            for warning in ready.warnings + [sizeWarning(ready)].compactMap(\.self) {
                StandardStreams.printError("riffle present: \(deck): \(warning)")
            }
            return (talk, file, ready)
        } catch {
            guard error.kind == .content else { throw ValidationError("\(error)") }
            StandardStreams.printError("riffle present: \(error)")
            throw ExitStatus.unreadable
        }
    }

    /// The limit of another server is not known here; it answers.
    private func sizeWarning(_ ready: DeckPages) -> String? {
        guard server.isEmpty else { return nil }
        return ready.sizeWarning(limit: own.maxAssetBytes ?? ServerSettings.standardAssetBytes)
    }

    private func serve(_ deck: [UInt8], _ certificate: OwnCertificate?, _ presenterKey: String?) throws -> OwnServer {
        let plan = OwnServer.Plan(
            room: roomName, listen: own.listen, isOpen: own.open, hasWebPage: own.web, secretFile: own.secretFile,
            presenterKey: presenterKey, announcesInto: own.announcesInto, certificate: certificate,
            assetBytes: own.maxAssetBytes)
        return try ExitStatus.orEnd("riffle present") { try OwnServer(plan, deck: deck) }
    }

    private func end(_ server: OwnServer) {
        server.end()
        guard server.restarts > 0, !speech.quiet else { return }
        let count = server.restarts == 1 ? "" : " (\(server.restarts) times)"
        StandardStreams.printError("riffle present: the server ended unexpectedly and was restarted\(count)")
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
