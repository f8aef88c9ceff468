import ArgumentParser
import Glibc
import PagingClient
import PagingWire
import SocketLoop
import TerminalDevice

struct Join: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Follow a room, or take part.",
        discussion: """
            Examples:
              riffle join ws://127.0.0.1:7420/rooms/talk
              riffle join ws://127.0.0.1:7420/rooms/talk --name Ann --role member
              riffle join ws://127.0.0.1:7420/rooms/talk | less

            On a terminal: Space or → turns the page, ← turns back, . and , drag it, ? shows all keys, q quits.
            A lost connection comes back by itself.
            """)

    @Argument(help: "The room, ws://HOST:PORT/rooms/NAME, or with TLS wss://HOST/rooms/NAME.")
    var url: String

    @OptionGroup var member: MemberOptions
    @OptionGroup var drawing: DrawingOptions

    @Option(
        help: "Connection attempts in a row before giving up; by default 8 to get in, and no end of them to come back.")
    var attempts: Int?

    func run() throws {
        let endpoint = try Endpoint.parse(url)
        signal(SIGPIPE, SIG_IGN)
        let signals = try SignalDescriptor([SIGINT, SIGTERM, SIGHUP, SIGWINCH])
        let join = PagingWire.Join(
            name: member.name, role: member.role ?? .viewer, token: try member.token())
        let authorities = try member.trust.authorities()
        let isTerminal = TerminalDevice.isTerminal(STDIN_FILENO) && TerminalDevice.isTerminal(STDOUT_FILENO)
        let isDrawn = isTerminal && !drawing.plain && !drawing.frames && !drawing.json
        let display: any Display = isDrawn ? try openTerminal() : linearDisplay
        let follower: Follower
        do {
            follower = try Follower(
                endpoint,
                settings: ClientSettings(join: join, attempts: attempts ?? 8, attemptsToReturn: attempts),
                display: display, signals: signals,
                framesPerSecond: drawing.fps, authorities: authorities)
        } catch {
            display.finish()
            throw error
        }
        follower.follow(keys: isDrawn ? STDIN_FILENO : nil)
        try finish(follower)
    }

    private func openTerminal() throws -> TerminalDisplay {
        let device = try TerminalDevice(input: STDIN_FILENO, output: STDOUT_FILENO)
        return TerminalDisplay(device: device, borders: drawing.borders, size: drawing.size)
    }

    private var linearDisplay: any Display {
        if drawing.json { return JSONDisplay() }
        if drawing.frames { return FramesDisplay(size: drawing.size ?? .standard, borders: drawing.borders) }
        return LinearDisplay()
    }

    private func finish(_ follower: Follower) throws {
        if let signal = follower.signal { throw ExitCode(128 + signal) }
        guard let end = follower.end, end.exitCode != .success else { return }
        StandardStreams.say("riffle join: \(end.sentence)")
        throw end.exitCode
    }
}
