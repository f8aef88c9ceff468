import ArgumentParser
import FoundationEssentials
import Glibc
import PagingClient
import PagingWire
import TerminalDevice
import WebSocketLoop

/// Runs a member's session from beginning to end, for `join` and `present`.
struct JoinRunner {
    let addresses: RoomAddresses
    let join: PagingWire.Join
    var attempts: Int?
    /// The authorities trusted for wss://; nil trusts the system's.
    var authorities: TLSAuthorities?
    let drawing: DrawingOptions
    let settings: RoomSessionSettings

    /// The signals that a session handles. Create it before any thread exists.
    static func signals() throws -> SignalDescriptor {
        signal(SIGPIPE, SIG_IGN)
        return try SignalDescriptor([SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGTSTP, SIGCONT])
    }

    /// Runs until the person leaves or the server ends the session; throws an exit code unless it ended well.
    ///
    /// - Parameter atEnd: called once the terminal is restored.
    func run(
        signals: SignalDescriptor, deck: WatchedDeck? = nil, tap: RecordingTap? = nil,
        atEnd: (RoomSession) -> Void = { _ in }
    ) throws {
        let environment = ProcessInfo.processInfo.environment
        let isTyped = TerminalDevice.isTerminal(STDIN_FILENO)
        let isDrawn = isTyped && TerminalDevice.isTerminal(STDOUT_FILENO) && drawing.isDrawn(environment)
        var settings = settings
        if isDrawn { settings.pictureStyle = drawing.pictureStyle(environment) }
        // Frames are text, in which half blocks of two colours show nothing.
        if drawing.frames, drawing.pictures != .off { settings.pictureStyle = .letters }
        let display: any Display = isDrawn ? try openTerminal(environment) : linearDisplay
        let session: RoomSession
        do {
            session = try RoomSession(
                addresses,
                client: ClientSettings(join: join, attempts: attempts ?? 8, attemptsToReturn: attempts),
                display: display, signals: signals, settings: settings, authorities: authorities, deck: deck, tap: tap)
        } catch {
            display.finish()
            throw error
        }
        let takesLines = isTyped && !drawing.frames && !drawing.json
        session.run(keys: isDrawn || takesLines ? STDIN_FILENO : nil)
        atEnd(session)
        try finish(session)
    }

    private func openTerminal(_ environment: [String: String]) throws -> TerminalDisplay {
        let device = try TerminalDevice(input: STDIN_FILENO, output: STDOUT_FILENO)
        return TerminalDisplay(
            device: device, borders: drawing.border.borders, colours: drawing.colours(environment),
            size: drawing.size, pixels: PixelPictures(drawing.pixels(environment)),
            titles: ScaledTitles(drawing.titleChoice(environment)))
    }

    private var linearDisplay: any Display {
        if drawing.json { return JSONDisplay() }
        if drawing.frames {
            return FramesDisplay(size: drawing.size ?? .standard, borders: drawing.border.borders)
        }
        return LinearDisplay(isQuiet: settings.isQuiet)
    }

    private func finish(_ session: RoomSession) throws {
        if let signal = session.signal { throw ExitCode(128 + signal) }
        guard let end = session.end, end != .left else { return }
        StandardStreams.printError("\(settings.command): \(end.sentence)")
        if !end.isInOrder { throw end.exitCode }
    }
}
