import ArgumentParser
import Foundation
import LoadTesting
import Scripting
import WebSocketLoop

struct Load: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Play a script with many users against a server, and measure how it does.",
        discussion: """
            Examples:
              riffle load talk.riffle.yaml --target ws://127.0.0.1:7420/rooms/talk
              riffle load talk.riffle.yaml --target ws://127.0.0.1:7420/rooms/talk --users 2000 --workers 2 \\
                --threshold "deliver.p95 < 100ms" --out html=talk.html
              riffle load talk.riffle.yaml --target ws://127.0.0.1:7420/rooms/talk --stage 30s:500
              riffle load talk.riffle.yaml --target ws://127.0.0.1:7420/rooms/talk \\
                --find-max "deliver.p95 < 100ms"
              riffle load talk.riffle.yaml --sim --users 10000

            Everything has a moment at which it is due, and latency counts from there: a server that stalls is not spared
            because its users had to wait. The naive latency, from when the user came to it, stands beside it.
            Ends with 0 when every threshold and expectation held, with 99 when one did not, with 98 when the generator
            itself was late and the figures say nothing, with 65 when the script does not parse, with 69 without a server,
            with 77 when nobody is let in, with 130 or 143 when interrupted, after everybody has left and what was measured is
            printed.
            """)

    @Argument(help: "A script, NAME.riffle.yaml; - is standard input.")
    var script: String

    @Option(help: "The server, ws://HOST:PORT or ws://HOST:PORT/rooms/NAME, or with TLS wss://.")
    var target: String?

    @Option(
        help:
            "Users of the script's population, or NAME=500 of that actor; of an open one: at a time. Repeat for more.",
        transform: LoadArguments.users)
    var users: [LoadOverrides.Named<Int>] = []

    @Option(
        help: "New users in a time, 20/s or NAME=90/m, as long as the run lasts. Repeat for more.",
        transform: LoadArguments.rate)
    var rate: [LoadOverrides.Named<LoadOverrides.Rate>] = []

    @Option(help: "When the run ends, such as 2m, whatever is left to do.")
    var duration: Milliseconds?

    @Option(
        help:
            "30s:500 goes evenly to 500 users in 30 s, up or down, from where the stage before ended. Repeat for more.",
        transform: LoadArguments.stage)
    var stage: [LoadOverrides.Named<LoadOverrides.Ramp>] = []

    @Option(
        help:
            "Look for the most users, or the highest rate, with which this holds, such as \"deliver.p95 < 100ms\"; each trial as long as --stage.",
        transform: { try Threshold($0) })
    var findMax: Threshold?

    @Option(
        help: "What must hold besides what the script says, such as \"gaps == 0\". Repeat for more.",
        transform: { try Threshold($0) })
    var threshold: [Threshold] = []

    @Option(help: "Randomness; by default the script's own, else 1.")
    var seed: UInt64?

    @Flag(help: "Without sockets, on a virtual clock: the same seed gives the same figures.")
    var sim = false

    @Flag(help: "Say what would be done, and what it needs, and do nothing.")
    var dryRun = false

    @Option(
        help: "A report: json=FILE, csv=FILE, html=FILE or hdr=FILE; - is standard output. Repeat for more.",
        transform: LoadArguments.report)
    var out: [ReportFile] = []

    @Option(help: "Where the run stands: a line that changes, a line every 10 s, nothing.")
    var progress = ProgressUse.auto

    @Option(help: "Processes that share the users.")
    var workers = 1

    @Option(help: "An address of this machine to connect from; repeat for more, the users take them in turn.")
    var source: [String] = []

    @Option(help: "A file with the token that lets the users into a closed room.")
    var tokenFile: String?

    @OptionGroup var trust: TrustOptions

    @Option(help: "How late the generator may be at the 99th percentile before the figures mean nothing.")
    var lateness = Milliseconds(10)

    func validate() throws {
        guard sim || dryRun || target != nil else { throw ValidationError("--target: where the server is, or --sim") }
        guard (1...64).contains(workers) else { throw ValidationError("--workers: 1 to 64") }
        guard !sim || workers == 1 else { throw ValidationError("--sim has no workers") }
        guard script != "-" || workers == 1 else { throw ValidationError("workers cannot read standard input") }
        guard script != "-" || findMax == nil else { throw ValidationError("a search reads the script more than once") }
        guard tokenFile != "-" || findMax == nil else {
            throw ValidationError("a search reads the token more than once")
        }
        guard tokenFile != "-" || workers == 1 else { throw ValidationError("workers cannot read standard input") }
        guard stage.isEmpty || users.isEmpty && rate.isEmpty && duration == nil else {
            throw ValidationError(
                "--stage says how many users there are and for how long: no --users, --rate, --duration")
        }
        guard findMax == nil || stage.count <= 1 else {
            throw ValidationError("--find-max: one --stage at most, the length of each trial and the first one's users")
        }
        guard Set(stage.map(\.actor)).count <= 1 else { throw ValidationError("--stage: all of the same actor") }
        guard out.count(where: \.isStandardOutput) <= 1 else { throw ValidationError("--out: one at most to -") }
        for report in out where !report.isWritable { throw ValidationError("--out \(report.path): cannot be written") }
        for address in source where !Reachability.isNumeric(address) {
            throw ValidationError("--source \(address): an address of this machine in numbers, such as 127.0.0.2")
        }
        if let target { _ = try LoadTarget(url: target, sources: source) }
        _ = try trust.authorities()
        if let tokenFile, tokenFile != "-" { _ = try TextFile.token(in: tokenFile) }
    }

    func run() throws {
        let order = order
        let scene = try read(order)
        guard !sim || scene.script.load.plain == nil else {
            throw ValidationError("--sim simulates Riffle's server, and \(script) is for another one")
        }
        let isSecure = try target.map { try LoadTarget(url: $0, sources: source).isSecure } ?? false
        let preflight = Preflight(scene.plan, workers: workers, sources: source.count, isSecure: isSecure)
        guard !dryRun else { return say(scene, preflight) }
        if !sim { try prepare(preflight) }
        let session = try LoadSession(workers: workers, isSimulated: sim, progress: progress)
        if let findMax {
            try search(findMax, order, session)
        } else {
            try play(order, scene, session)
        }
    }

    private var order: LoadOrder {
        let overrides = LoadOverrides(
            users: users, rates: rate, stages: stage, durationMilliseconds: duration?.value)
        return LoadOrder(
            script: script, overrides: overrides, seed: seed, target: target ?? "", sources: source,
            tokenFile: tokenFile, authorities: trust.tlsCa)
    }

    func read(_ order: LoadOrder) throws -> LoadScene {
        do {
            return try order.scene()
        } catch let problem as LoadOverrides.Problem {
            throw ValidationError(problem.description)
        } catch {
            StandardStreams.say("riffle load: \(error)")
            throw ExitStatus.unreadable
        }
    }

    private func say(_ scene: LoadScene, _ preflight: Preflight) {
        let thresholds = scene.script.load.thresholds + threshold
        let text = PlanText(
            scene, file: script, target: sim ? "simulated" : target ?? "none", preflight: preflight,
            thresholds: thresholds)
        text.lines.forEach(StandardStreams.print)
    }

    /// Whether the machine can do it and the server is there.
    private func prepare(_ preflight: Preflight) throws {
        if let refusal = preflight.refusal {
            StandardStreams.say("riffle load: \(refusal)")
            throw ExitStatus.failure
        }
        let place = try LoadTarget(url: target ?? "", sources: source)
        for address in source.isEmpty ? [nil] : source.map(Optional.some) {
            let trouble = Reachability.trouble(host: place.host, port: place.port, source: address)
            guard let trouble else { continue }
            StandardStreams.say("riffle load: no server at \(place.host):\(place.port): \(trouble)")
            throw ExitStatus.unreachable
        }
    }
}
