import ArgumentParser
import PagingWire
import WebSocketLoop

struct Join: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Follow a room, or take part.",
        discussion: """
            Examples:
              riffle join ws://127.0.0.1:7420/rooms/talk
              riffle join ws://127.0.0.1:7420/rooms/talk --name Ann --role member
              riffle join ws://127.0.0.1:7420/rooms/talk | less

            On a terminal: Space or → goes on, ← goes back, a drag with the mouse is the drag everybody sees, f reads on
            alone, ? shows all keys, q quits. A lost connection is
            reopened by itself.
            Without a terminal, and with --plain, each page is written as it comes to rest; typed lines are keys then.
            """)

    @Argument(help: "The room, ws://HOST:PORT/rooms/NAME, or with TLS wss://HOST/rooms/NAME.")
    var url: String

    @OptionGroup var member: MemberOptions

    @Flag(inversion: .prefixedNo, help: "Go where the others go, or read on alone from the beginning.")
    var follow = true

    @Flag(help: "Begin with the presenter's view: notes, next page, time and people (key s).")
    var notes = false

    @Option(help: "auto (for those who may move the pages), on or off (key m).")
    var mouse = MouseUse.auto

    @Option(help: "How long the talk may take, such as 30m; shown with the time.")
    var duration: Milliseconds?

    @OptionGroup var rehearsal: RehearsalOption
    @OptionGroup var drawing: DrawingOptions
    @OptionGroup var speech: SpeechOptions

    @Option(
        help: "Connection attempts in a row before giving up; by default 8 to join, and no limit to reconnect.")
    var attempts: Int?

    func run() throws {
        let endpoint = try Endpoint.parse(url)
        let signals = try JoinRunner.signals()
        let join = PagingWire.Join(name: member.name, role: member.role ?? .viewer, token: try member.token())
        var settings = RoomSessionSettings(drawing, speech)
        settings.beginsAlone = !follow
        settings.hasPresenterView = notes
        settings.mouse = mouse
        settings.durationMilliseconds = duration?.value
        settings.pace = try rehearsal.pace(durationMilliseconds: duration?.value)
        let runner = JoinRunner(
            endpoint: endpoint, join: join, attempts: attempts, authorities: try member.trust.authorities(),
            drawing: drawing, settings: settings)
        try runner.run(signals: signals)
    }
}

extension RoomSessionSettings {
    /// The settings from the options that several commands share.
    init(_ drawing: DrawingOptions, _ speech: SpeechOptions) {
        self.init()
        framesPerSecond = drawing.fps
        reducesMotion = drawing.reduceMotion
        isVerbose = speech.verbose
        isQuiet = speech.quiet
    }
}
