import ArgumentParser
import Glibc
import PagingClient
import PagingWire
import TerminalDevice
import TerminalView
import WebSocketLoop

struct Join: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Follow a room, or take part in it.",
        discussion: """
            Examples:
              riffle join
              riffle join 192.0.2.7/talk
              riffle join ws://127.0.0.1:7420/rooms/talk --name Ann --role member
              riffle join ws://one:7420/rooms/talk ws://two:7420/rooms/talk
              riffle join ws://127.0.0.1:7420/rooms/talk | less

            On a terminal, Space and → show the next page, ← shows the previous page, a drag with the mouse is visible to \
            all members while it moves, f reads alone, ? shows all keys, and q quits. A lost connection is reopened \
            automatically.

            HOST/NAME is short for ws://HOST:7420/rooms/NAME, and HOST:PORT/NAME for another port; NAME alone is a room of \
            this machine. The address of a page for browsers, http://HOST:PORT/NAME, leads to its room. Without an address the \
            command lists the talks on this network (where Avahi runs) and those joined before, and lets you choose.

            Several URLs are addresses of the same room, such as two proxies of one server or two nodes of a cluster. When \
            one does not answer or ends the connection, the next one is tried, and behind the last one the first; so are \
            all addresses of a host.

            Without a terminal, and with --plain, each page is printed when it comes to rest, and typed lines are read as \
            keys.
            """)

    @Argument(
        help:
            "Address of the room: HOST/NAME, ws://HOST:PORT/rooms/NAME, or with TLS wss://HOST/rooms/NAME; or several.")
    var url: [String] = []

    @OptionGroup var member: MemberOptions

    @Flag(inversion: .prefixedNo, help: "Follow the others, or begin by reading alone.")
    var follow = true

    @Flag(help: "Begin with the presenter's view: notes, next page, time and people (key s).")
    var notes = false

    @Option(help: "Mouse reports: auto (on for members that may move the pages), on or off (key m).")
    var mouse = MouseUse.auto

    @Option(help: "Planned duration of the talk, such as 30m, shown with the time.")
    var duration: Milliseconds?

    @OptionGroup var rehearsal: RehearsalOption
    @OptionGroup var drawing: DrawingOptions
    @OptionGroup var speech: SpeechOptions

    @Option(
        help: "Connection attempts in a row before giving up; default: 8 when joining, unlimited when reconnecting.")
    var attempts: Int?

    func run() throws {
        let recent = RecentFile()
        let urls = try url.isEmpty ? TalkMenu(recent: recent.talks).address().map { [$0] } ?? [] : url
        guard let first = try urls.first.map(RoomAddress.parse) else { return }
        let addresses = try RoomAddresses.parse(urls)
        let signals = try JoinRunner.signals()
        let join = PagingWire.Join(name: member.name, role: member.role ?? .viewer, token: try member.token())
        var settings = try RoomSessionSettings(drawing, speech)
        settings.beginsAlone = !follow
        settings.hasPresenterView = notes
        settings.mouse = mouse
        settings.durationMilliseconds = duration?.value
        settings.role = join.role
        settings.lobby = Lobby(title: addresses.room, address: first)
        settings.pace = try rehearsal.pace(durationMilliseconds: duration?.value)
        let runner = JoinRunner(
            addresses: addresses, join: join, attempts: attempts, authorities: try member.trust.authorities(),
            drawing: drawing, settings: settings)
        try runner.run(signals: signals) { session in
            // Scripts read rooms in pipes; what they join is not what the person would like to find again.
            if session.mostPeople > 0, TerminalDevice.isTerminal(STDOUT_FILENO) { recent.note(first.url) }
        }
    }
}

extension RoomSessionSettings {
    /// The settings from the options that several commands share.
    ///
    /// - Throws: a `ValidationError` for a theme that there is not.
    init(_ drawing: DrawingOptions, _ speech: SpeechOptions) throws {
        self.init()
        theme = try drawing.theme.map { try ThemeFile.theme(named: $0) }
        framesPerSecond = drawing.fps
        reducesMotion = drawing.reduceMotion
        hasBorders = drawing.borders
        measure = drawing.text.width
        keys = KeyTable.standard.binding(drawing.key.map(\.binding))
        hasFullStatus = drawing.status == .full
        isVerbose = speech.verbose
        isQuiet = speech.quiet
    }
}
