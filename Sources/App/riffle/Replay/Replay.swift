import ArgumentParser
import Glibc
import PagingClient
import Scripting
import TerminalDevice
import TerminalView
import WebSocketLoop

struct Replay: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show a recording, or play a script offline or into a room.",
        discussion: """
            Examples:
              riffle replay rehearsal.riffle.jsonl
              riffle replay rehearsal.riffle.jsonl --seek 2:30 --speed 4
              riffle replay --times rehearsal.riffle.jsonl
              riffle replay Examples/scripts/two-hands.riffle.yaml
              riffle replay Examples/scripts/two-hands.riffle.yaml --frames
              riffle replay scene.riffle.yaml --into ws://127.0.0.1:7420/rooms/talk

            A recording is shown as the members saw it. On a terminal, Space pauses, Left and Right move by 10 s, . and , \
            move by one event, n and p by one page, [ and ] by one mark, + and - change the speed, and ? shows all keys. \
            Without a terminal its frames are printed, or with --plain its pages when they come to rest.

            A script without --into is played offline: one room and all connections are simulated in virtual time. The \
            same script and seed give the same run to the last line. On a terminal the window moves in real time, or at \
            --speed.

            Ends with 0 when every expectation held, with 1 when one did not, with 65 when the file does not parse, \
            with 77 when the room refused the join, and with 69 without a server.
            """)

    @Argument(help: "Path of a recording, NAME.riffle.jsonl, or of a script, NAME.riffle.yaml.")
    var file: String

    @Option(
        help:
            "URL of a room to play into, ws://HOST:PORT/rooms/NAME, with one connection for each actor; repeat for more addresses of the room."
    )
    var into: [String] = []

    @Option(name: .customLong("as"), help: "Play only this actor; repeat for more. Needs --into.")
    var only: [String] = []

    @Option(help: "File with the token for a room that needs one.")
    var tokenFile: String?

    @OptionGroup var trust: TrustOptions

    @Option(help: "Seed for random numbers. By default that of the script, else 1.")
    var seed: UInt64?

    @Flag(help: "Print frames of the window as text (offline).")
    var frames = false

    @Option(help: "Time between two frames.")
    var every = Milliseconds(50)

    @Option(help: "Speed on a terminal; 1 is real time.")
    var speed = 1.0

    @Option(help: "Start in a recording, such as 2:30 or 90s.")
    var seek: ClockTime?

    @Option(help: "End in a recording.")
    var until: ClockTime?

    @Flag(help: "Repeat the recording.")
    var loop = false

    @Flag(help: "Print the time spent on each page of a recording, and end.")
    var times = false

    @Flag(help: "Print the pages of a recording as text when they come to rest.")
    var plain = false

    @OptionGroup var border: BorderOptions

    @OptionGroup var text: TextWidthOption

    @Option(help: "Size of the window, COLUMNSxROWS.")
    var size: WindowSize?

    @Flag(
        help:
            "Print JSON: for a script one object per actor at the end, for a recording one whenever the pager rests.")
    var json = false

    @Flag(
        help:
            "Stay in the room after the last step, print the result again for each line of standard input, and leave at its end."
    )
    var hold = false

    @Flag(name: [.short, .long], help: "Print only the result.")
    var quiet = false

    func validate() throws {
        if into.isEmpty, !only.isEmpty || hold { throw ValidationError("--as and --hold need --into") }
        guard RecordingPlayer.speeds.contains(speed) else {
            throw ValidationError("--speed \(speed): expected a number from 0.01 to 1000")
        }
        guard [plain, frames, json, times].count(where: \.self) <= 1 else {
            throw ValidationError("--plain, --frames, --json and --times exclude each other")
        }
        if let seek, let until, until.milliseconds < seek.milliseconds {
            throw ValidationError("--until \(until): expected a time after --seek \(seek)")
        }
        guard every.value > 0 else { throw ValidationError("--every \(every): expected more than 0ms") }
    }

    func run() throws {
        guard !RecordingFile.isRecording(file) else {
            guard into.isEmpty, seed == nil else {
                throw ValidationError("--into and --seed are for scripts; \(file) is a recording")
            }
            return try playRecording()
        }
        guard seek == nil, until == nil, !loop, !times, !plain, border.borderStyle == nil else {
            throw ValidationError(
                "--seek, --until, --loop, --times, --plain, --ascii and --unicode are for recordings; \(file) is a script"
            )
        }
        try playScript()
    }

    private func playScript() throws {
        let script = try ExitStatus.orEnd("riffle replay", with: ExitStatus.unreadable) { try ScriptFile(path: file) }
        if let word = script.script.loadWord {
            StandardStreams.printError(
                "riffle replay: \(file) has `\(word)`, which only a load run supports: riffle load \(file)")
            throw ExitStatus.usage
        }
        let seed = seed ?? script.script.seed ?? 1
        if into.isEmpty {
            try playOffline(script, seed: seed)
        } else {
            try play(script, seed: seed, into: RoomAddresses.parse(into))
        }
    }

    private func play(_ file: ScriptFile, seed: UInt64, into addresses: RoomAddresses) throws {
        let player: ScriptPlayer
        let token = try TextFile.token(in: tokenFile)
        let authorities = try trust.authorities()
        do {
            player = try ScriptPlayer(
                script: file.script, decks: file.decks, only: only.isEmpty ? nil : only, seed: seed,
                addresses: addresses, token: token, authorities: authorities)
        } catch {
            StandardStreams.printError("riffle replay: \(error)")
            throw error is ScriptError ? ExitStatus.usage : ExitStatus.failure
        }
        let clock = LineClock(isQuiet: quiet)
        player.log = { clock.print($0) }
        if hold { stay(player) }
        player.play()
        try finish(hold ? [] : player.results, player.failures, player.end)
    }

    private func stay(_ player: ScriptPlayer) {
        player.finished = { player in
            report(player.results)
            player.listen(to: 0)
        }
        player.lineRead = { player, line in
            if line == nil { player.stop() } else { report(player.results) }
        }
    }

    private func report(_ results: [ActorResult]) {
        if json {
            for result in results { StandardStreams.print(result.json) }
        } else {
            StandardStreams.print(ActorResult.table(results))
        }
    }

    private func playOffline(_ file: ScriptFile, seed: UInt64) throws {
        var stage = try ExitStatus.orEnd("riffle replay", with: ExitStatus.unreadable) {
            try OfflineStage(script: file.script, decks: file.decks, seed: seed)
        }
        offlineShow.play(&stage)
        let results = stage.script.actors.indices.map { actor in
            ActorResult(name: stage.script.actors[actor].name, replica: stage.replica(of: actor))
        }
        try finish(results, stage.failures)
    }

    var offlineShow: OfflineShow {
        OfflineShow(
            frames: frames, everyMilliseconds: every.value, speed: speed, size: size, measure: text.width,
            isQuiet: quiet)
    }

    /// - Parameter end: why the room was unreachable or refused; it decides the exit code before failed expectations.
    private func finish(_ results: [ActorResult], _ failures: [ScriptFailure], _ end: ClientEnd? = nil) throws {
        if !results.isEmpty { report(results) }
        for failure in failures { StandardStreams.printError("riffle replay: \(failure)") }
        if !failures.isEmpty { throw end?.exitCode ?? ExitStatus.failure }
    }
}
