import ArgumentParser
import PagingClient
import Scripting
import WebSocketLoop

struct Replay: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show a recording again, or play a script: offline on a virtual clock, or into a room.",
        discussion: """
            Examples:
              riffle replay rehearsal.riffle.jsonl
              riffle replay rehearsal.riffle.jsonl --seek 2:30 --speed 4
              riffle replay --times rehearsal.riffle.jsonl
              riffle replay Examples/scripts/two-hands.riffle.yaml
              riffle replay Examples/scripts/two-hands.riffle.yaml --frames --every 50ms
              riffle replay Examples/scripts/same-next.riffle.yaml --into ws://127.0.0.1:7420/rooms/talk

            A recording is shown as it was seen. On a terminal Space pauses, Left and Right go 10 s, . and , go event by
            event, n and p page by page, [ and ] from mark to mark, + and - change the speed, ? shows all keys; without
            one its frames are printed, or with --plain its pages as they came to rest.

            A script: without --into, one room and everybody's connection are simulated: the same script and seed give the
            same run to the last line. On a terminal the window moves in real time; --speed changes that.
            Ends with 0 when every expectation held, with 1 when one did not, with 65 when the file does not parse,
            with 77 when the room let nobody in, with 69 without a server.
            """)

    @Argument(help: "A recording, NAME.riffle.jsonl, or a script, NAME.riffle.yaml.")
    var file: String

    @Option(help: "The room to play into, ws://HOST:PORT/rooms/NAME; a real connection per actor.")
    var into: String?

    @Option(name: .customLong("as"), help: "Play only this actor; repeat for more. Needs --into.")
    var only: [String] = []

    @Option(help: "A file with the token that lets the actors into a closed room.")
    var tokenFile: String?

    @OptionGroup var trust: TrustOptions

    @Option(help: "Randomness; by default the script's own, else 1.")
    var seed: UInt64?

    @Flag(help: "Print frames of the window as text (offline).")
    var frames = false

    @Option(help: "Time of the run between frames.")
    var every = Milliseconds(50)

    @Option(help: "How many times faster than life it is shown on a terminal.")
    var speed = 1.0

    @Option(help: "Where to begin in a recording, such as 2:30 or 90s.")
    var seek: ClockTime?

    @Option(help: "Where to end in a recording.")
    var until: ClockTime?

    @Flag(help: "Begin a recording anew at its end.")
    var loop = false

    @Flag(help: "Print how long each page of a recording took, and end.")
    var times = false

    @Flag(help: "Print the pages of a recording as they came to rest, as text.")
    var plain = false

    @Flag(help: "Borders in Unicode instead of ASCII (recordings).")
    var unicode = false

    @Option(help: "Size of the window, COLUMNSxROWS.")
    var size: WindowSize?

    @Flag(
        help:
            "Print JSON: of a script one object per actor at the end, of a recording one whenever the pager rests.")
    var json = false

    @Flag(
        help:
            "Stay in the room after the last step: print the result then, again for each line on standard input, and leave at its end."
    )
    var hold = false

    @Flag(name: [.short, .long], help: "Do not print what happens, only the end.")
    var quiet = false

    func validate() throws {
        if into == nil, !only.isEmpty || hold { throw ValidationError("--as and --hold need --into") }
        guard RecordingPlayer.speeds.contains(speed) else { throw ValidationError("--speed: from 0.01 to 1000") }
        guard [plain, frames, json, times].count(where: \.self) <= 1 else {
            throw ValidationError("--plain, --frames, --json and --times exclude each other")
        }
        if let seek, let until, until.milliseconds < seek.milliseconds {
            throw ValidationError("--until: not before --seek")
        }
        guard every.value > 0 else { throw ValidationError("--every: more than 0ms") }
    }

    func run() throws {
        guard !RecordingFile.isRecording(file) else {
            guard into == nil, seed == nil else {
                throw ValidationError("--into and --seed are for scripts; \(file) is a recording")
            }
            return try playRecording()
        }
        guard seek == nil, until == nil, !loop, !times, !plain, !unicode else {
            throw ValidationError(
                "--seek, --until, --loop, --times, --plain and --unicode are for recordings; \(file) is a script")
        }
        try playScript()
    }

    private func playScript() throws {
        let script = try ExitStatus.orEnd("riffle replay", with: ExitStatus.unreadable) { try ScriptFile(path: file) }
        if let word = script.script.loadWord {
            StandardStreams.say("riffle replay: \(file) has `\(word)`, which takes a load run: riffle load \(file)")
            throw ExitStatus.usage
        }
        let seed = seed ?? script.script.seed ?? 1
        if let into {
            try play(script, seed: seed, into: Endpoint.parse(into))
        } else {
            try playOffline(script, seed: seed)
        }
    }

    private func play(_ file: ScriptFile, seed: UInt64, into endpoint: Endpoint) throws {
        let player: ScriptPlayer
        let token = try TextFile.token(in: tokenFile)
        let authorities = try trust.authorities()
        do {
            player = try ScriptPlayer(
                script: file.script, decks: file.decks, only: only.isEmpty ? nil : only, seed: seed, endpoint: endpoint,
                token: token, authorities: authorities)
        } catch {
            StandardStreams.say("riffle replay: \(error)")
            throw error is ScriptError ? ExitStatus.usage : ExitStatus.failure
        }
        let clock = LineClock(isQuiet: quiet)
        player.log = { clock.say($0) }
        if hold { stay(player) }
        player.play()
        try finish(hold ? [] : player.results, player.failures, player.end)
    }

    private func stay(_ player: ScriptPlayer) {
        player.finished = { player in
            report(player.results)
            player.listen(to: 0)
        }
        player.heard = { player, line in
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
        let showing = OfflineShow(
            frames: frames, everyMilliseconds: every.value, speed: speed, size: size, isQuiet: quiet)
        showing.play(&stage)
        let results = stage.script.actors.indices.map { actor in
            ActorResult(name: stage.script.actors[actor].name, replica: stage.replica(of: actor))
        }
        try finish(results, stage.failures)
    }

    /// - Parameter end: why the room was out of reach or said no, which counts before what failed because of it.
    private func finish(_ results: [ActorResult], _ failures: [ScriptFailure], _ end: ClientEnd? = nil) throws {
        if !results.isEmpty { report(results) }
        for failure in failures { StandardStreams.say("riffle replay: \(failure)") }
        if !failures.isEmpty { throw end?.exitCode ?? ExitStatus.failure }
    }
}
