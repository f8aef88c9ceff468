import ArgumentParser
import Foundation
import PagingClient
import PagingWire
import TerminalDevice
import WebSocketLoop

/// Being in a room from beginning to end, as `join` and `present` are.
struct JoinRunner {
    let endpoint: Endpoint
    let join: PagingWire.Join
    var attempts: Int?
    /// Whose word counts for a server's name; nil is the system's.
    var authorities: TLSAuthorities?
    let drawing: DrawingOptions
    let settings: RoomSessionSettings

    /// The signals a member handles; make it before any thread exists.
    static func signals() throws -> SignalDescriptor {
        signal(SIGPIPE, SIG_IGN)
        return try SignalDescriptor([SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGTSTP, SIGCONT])
    }

    /// Stays until the person leaves or the server says no; throws an exit code unless it ended well.
    func run(signals: SignalDescriptor, deck: WatchedDeck? = nil, tap: RecordingTap? = nil) throws {
        let environment = ProcessInfo.processInfo.environment
        let isTyped = TerminalDevice.isTerminal(STDIN_FILENO)
        let isDrawn = isTyped && TerminalDevice.isTerminal(STDOUT_FILENO) && drawing.isDrawn(environment)
        let display: any Display = isDrawn ? try openTerminal(environment) : linearDisplay
        let follower: RoomSession
        do {
            follower = try RoomSession(
                endpoint,
                client: ClientSettings(join: join, attempts: attempts ?? 8, attemptsToReturn: attempts),
                display: display, signals: signals, settings: settings, authorities: authorities)
        } catch {
            display.finish()
            throw error
        }
        follower.deck = deck
        follower.tap = tap
        defer { tap?.finish(follower.core, at: ClientLoop.now) }
        let takesLines = isTyped && !drawing.frames && !drawing.json
        follower.follow(keys: isDrawn || takesLines ? STDIN_FILENO : nil)
        try finish(follower)
    }

    private func openTerminal(_ environment: [String: String]) throws -> TerminalDisplay {
        let device = try TerminalDevice(input: STDIN_FILENO, output: STDOUT_FILENO)
        return TerminalDisplay(
            device: device, borders: drawing.borders, hasColour: drawing.hasColour(environment), size: drawing.size)
    }

    private var linearDisplay: any Display {
        if drawing.json { return JSONDisplay() }
        if drawing.frames { return FramesDisplay(size: drawing.size ?? .standard, borders: drawing.borders) }
        return LinearDisplay(isQuiet: settings.isQuiet)
    }

    private func finish(_ follower: RoomSession) throws {
        if let signal = follower.signal { throw ExitCode(128 + signal) }
        guard let end = follower.end, end.exitCode != .success else { return }
        StandardStreams.say("\(settings.command): \(end.sentence)")
        throw end.exitCode
    }
}
