import ArgumentParser
import Glibc

struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run the authority: rooms that people join.",
        discussion: """
            Examples:
              riffle serve --room talk=Examples/decks/tour.md
              riffle serve --room count=threePage:numbers --listen 127.0.0.1:0
              riffle serve --room fruit=carousel:items:apple,banana,cherry --room zoo=majority:animals:7

            Presets: threePage, threePagePredicted, carousel, tabs, buttons, majority, continuous.
            Suppliers: numbers, items[:NAME,…], tabs, contents, animals[:SEED]; each preset has one of its own.

            Prints `listening on ws://HOST:PORT` (with TLS wss) when it is ready. SIGTERM or SIGINT tells everybody to come back
            later and ends with 0. SIGHUP reads --secret-file, --tls-cert and --tls-key anew; connections stay.
            """)

    @Option(help: "Where to listen, HOST:PORT; port 0 takes a free one. By default 127.0.0.1:7420.")
    var listen: ListenAddress?

    @Flag(help: "Listen beyond this machine without --secret-file: everybody may then join and turn pages.")
    var open = false

    @Option(
        help: ArgumentHelp(
            "Answer /metrics, /rooms, /healthz and /readyz over HTTP there, a PORT of this machine or HOST:PORT.",
            discussion: "Off unless given. Nobody is asked who they are.", valueName: "port"))
    var admin: String?

    @Flag(help: "Let other machines reach --admin: whoever does reads the rooms' names and all counts.")
    var adminOpen = false

    @Option(help: "Web pages that may connect, as their origin; repeat for more. Terminals always may.")
    var origin: [String] = []

    @Option(help: "Secrets of `riffle token`; every join then needs a token.")
    var secretFile: String?

    @OptionGroup var certificate: CertificateOptions

    @Option(
        name: .customLong("room"),
        help: "A room as NAME=SOURCE: a deck's file, PRESET, or PRESET:SUPPLIER. Repeat for more.")
    var rooms: [String] = []

    @Option(help: "Who moves the pager until a presenter decides otherwise: open (the default), baton or presenters.")
    var policy: String?

    @Option(
        help: ArgumentHelp(
            "Whether a join to an unknown room makes it: none (the default), token (one that says so) or any.",
            discussion: "A room made so has pages of numbers until a presenter changes them."))
    var create: String?

    @Option(
        help: ArgumentHelp(
            "How long a room made by --create stays without anybody in it; by default 10m.",
            discussion: "Then it is forgotten, by the --store too. Rooms given with --room stay."))
    var keepEmpty: Milliseconds?

    @Option(help: "Event loops, one thread each; by default one per core.")
    var loops: Int?

    @Flag(help: "Keep rooms in memory only; so it is without --store.")
    var memory = false

    @Option(
        help: ArgumentHelp(
            "Keep pages, settings, members and places in this file, over every end of the server.",
            discussion: "A room the file remembers is served as it was, whatever --room says of it.",
            valueName: "file"))
    var store: String?

    @Option(help: "Connections at one time; by default 16000.")
    var maxConnections: Int?

    @Option(help: "Rooms at one time, those of --room included; by default 1000.")
    var maxRooms: Int?

    @Option(
        help: "Connections at one time from one address (IPv6: one /64); by default 1000, on loopback and with 0 any.")
    var maxConnectionsPerAddress: Int?

    @Option(help: "New connections a second; by default 1000, on loopback and with 0 any.")
    var maxConnectionRate: Int?

    @Option(help: "Connections at one time that have not joined yet; by default 4096, on loopback and with 0 any.")
    var maxHandshakes: Int?

    @Option(help: "Members of one room; by default 10000, which is the most.")
    var maxMembers: Int?

    @Option(help: "Bytes of one ordinary message; by default 4096.")
    var maxMessageBytes: Int?

    @Option(help: "Bytes of new pages in one message; by default 1048576.")
    var maxContentBytes: Int?

    @Option(help: "Messages a second from one connection; by default 240.")
    var maxInputRate: Int?

    @Option(help: "Bytes of answers that may wait for a member that does not read them; by default 262144.")
    var maxOutboxBytes: Int?

    @Option(help: "How long a member may read nothing of what is due to it; by default 60s.")
    var maxOutboxAge: Milliseconds?

    @Option(help: "Within what time everybody is sent away when the server ends; by default 1s.")
    var drain: Milliseconds?

    @Option(help: "How the log on standard error is written, text or json; by default text.")
    var logFormat: LogFormat?

    @Flag(name: [.short, .long], help: "Log every join and leave.")
    var verbose = false

    @Option(help: "A YAML file with any of these options by the same names; flags and RIFFLE_* count before it.")
    var config: String?

    @Flag(help: ArgumentHelp("Open /echo, to check how frames are treated.", visibility: .hidden))
    var conformance = false

    @Flag(
        help: ArgumentHelp(
            "End with the program that holds standard input, whatever ends that.", visibility: .hidden))
    var untilInputEnds = false

    @Option(
        help: ArgumentHelp(
            "With --until-input-ends: a folder of that program, which goes with it.", visibility: .hidden))
    var scratch: String?

    func run() throws {
        // What stops the program that started this one, or is meant for it, is not meant for the rooms.
        if untilInputEnds { setpgid(0, 0) }
        let settings = try configuration()
        try checkAdmin(settings)
        let listen = settings.address(.listen) ?? ListenAddress(host: "127.0.0.1", port: 7420)
        let signals = try ServerProcess.signals()
        let files = try doorFiles(settings)
        let door = try frontDoor(settings, files, isLoopback: listen.isLoopback)
        try checkDoor(settings, door, listen)
        let (plans, memory) = try openRooms(settings)
        let log = ServerLogger(
            format: settings[.logFormat].flatMap(LogFormat.init(rawValue:)) ?? .text, isVerbose: settings.isOn(.verbose)
        )
        let loops = settings.integer(.loops) ?? ServerProcess.cores
        if let warning = DescriptorLimit.set(connections: door.limits.connections, loops: loops) { log.warn(warning) }
        let server = try ExitStatus.orEnd("riffle serve") {
            try ServerProcess(
                listen: listen, rooms: plans, memory: memory, loops: loops,
                adjust: settings.apply, signals: signals, log: log, door: door)
        }
        let admin = try openAdmin(settings, server, log)
        defer { admin?.stop() }
        let url = "\(door.identity == nil ? "ws" : "wss")://\(server.address)"
        StandardStreams.print("listening on \(url)")
        if let admin { StandardStreams.print("admin on http://\(admin.address)") }
        for plan in plans { log.serving(room: plan.name, at: "\(url)/rooms/\(plan.name)") }
        try ExitStatus.orEnd("riffle serve") {
            try serve(server, renewing: files, drain: settings.milliseconds(.drain) ?? 1_000, log)
        }
    }

    /// Serves until it is told to end, and sends everybody away then.
    private func serve(
        _ server: ServerProcess, renewing files: CredentialFiles, drain drainMilliseconds: Int64, _ log: ServerLogger
    ) throws {
        let isInputOver = try server.waitForSignal(
            renewing: files, orEndOf: untilInputEnds ? STDIN_FILENO : nil, log: log)
        defer { if isInputOver, let scratch { TalkFolder.remove(scratch) } }
        log.ending(drainMilliseconds: drainMilliseconds)
        try server.stop(drainMilliseconds: drainMilliseconds)
    }
}
