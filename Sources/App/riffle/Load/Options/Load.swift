import ArgumentParser
import FoundationEssentials
import LoadTesting
import Scripting
import WebSocketLoop

struct Load: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Play a script with many users against a server, and measure its latency.",
        discussion: """
            Examples:
              riffle load talk.riffle.yaml --target ws://127.0.0.1:7420/rooms/talk
              riffle load talk.riffle.yaml --target ws://127.0.0.1:7420/rooms/talk \\
                --users 2000 --workers 2 \\
                --threshold "deliver.p95 < 100ms" --out html=talk.html
              riffle load talk.riffle.yaml --target ws://127.0.0.1:7420/rooms/talk \\
                --stage 30s:500
              riffle load talk.riffle.yaml --target ws://127.0.0.1:7420/rooms/talk \\
                --find-max "deliver.p95 < 100ms"
              riffle load talk.riffle.yaml --sim --users 10000
              riffle load --compare old.json new.json
              riffle load talk.riffle.yaml --target ws://10.0.0.5:7420/rooms/talk \\
                --agents nats://127.0.0.1:4222 --agents-count 2
              riffle load agent --join nats://127.0.0.1:4222

            Latency counts from the intended time of each action, so the stalls of a server count in full although its \
            users waited. The naive latency counts from the time when the user acted, and is reported next to it.

            Ends with 0 when every threshold and expectation held, with 99 when one did not, with 98 when the generator \
            itself was late and the figures are void, with 97 when --at-least does not hold, with 65 when the script \
            does not parse, with 69 without a server, \
            with 77 when no user could join, and with 130 or 143 when interrupted. An interrupted run lets all users \
            leave and prints its measures first.
            """)

    @Argument(
        help: "Path of a script, NAME.riffle.yaml; - is standard input. With --compare a report, --profiles a name.")
    var script = ""

    @Option(
        help:
            "URL of the server, ws://HOST:PORT or ws://HOST:PORT/rooms/NAME; wss:// for TLS. Repeat for the nodes of a cluster: users take them in turn, and the next one after a lost connection."
    )
    var target: [String] = []

    @Option(
        help:
            "Number of users of the script's population, or NAME=500 for that actor; the most at one time for an open population. Repeat for more.",
        transform: LoadArguments.users)
    var users: [LoadOverrides.Named<Int>] = []

    @Option(
        help: "Rate of new users during the whole run, 20/s or NAME=90/m. Repeat for more.",
        transform: LoadArguments.rate)
    var rate: [LoadOverrides.Named<LoadOverrides.Rate>] = []

    @Option(help: "End of the run, such as 2m, even when users have steps left.", transform: LoadArguments.time)
    var duration: Milliseconds?

    @Option(
        help:
            "Ramp of the number of users: 30s:500 goes evenly to 500 users within 30 s, up or down, from the end of the stage before; NAME=30s:500 is for that actor. Repeat for more.",
        transform: LoadArguments.stage)
    var stage: [LoadOverrides.Named<LoadOverrides.Ramp>] = []

    @Option(
        help:
            "Search for the most users, or the highest rate, for which a condition such as \"deliver.p95 < 100ms\" holds. --stage sets the length of each trial. --trials says how often values at the edge are tried; --out writes the last run that held.",
        transform: { try Threshold($0) })
    var findMax: Threshold?

    @Option(
        help: "Condition to check in addition to those of the script, such as \"gaps == 0\". Repeat for more.",
        transform: { try Threshold($0) })
    var threshold: [Threshold] = []

    @Option(help: "Seed for random numbers. By default that of the script, else 1.", transform: LoadArguments.seed)
    var seed: UInt64?

    @Flag(help: "Simulate the server on a virtual clock, without sockets. The same seed gives the same figures.")
    var sim = false

    @Flag(help: "Run the commands of the script's chaos on this machine, as you. Read the script first.")
    var allowRun = false

    @Flag(help: "Print the plan and the resources it needs, without running it.")
    var dryRun = false

    @Option(
        help:
            "Report to write, json=FILE, jsonl=FILE (a line for each second, while it runs), csv=FILE, html=FILE, hdr=FILE, junit=FILE, tap=FILE, markdown=FILE or github=FILE (annotations of GitHub Actions); - is standard output. Repeat for more.",
        transform: LoadArguments.report)
    var out: [ReportFile] = []

    @Option(help: "Number of processes that share the users. By default 1.", transform: LoadArguments.number)
    var workers = 1

    @Option(help: "Address of this machine to connect from. Repeat for more; users take them in turn.")
    var source: [String] = []

    @Option(help: "File with the token for a room that needs one.")
    var tokenFile: String?

    @OptionGroup var agents: AgentOptions
    @OptionGroup var course: CourseOptions
    @OptionGroup var watching: WatchOptions
    @OptionGroup var variables: VariableOptions
    @OptionGroup var profiles: ProfileOptions
    @OptionGroup var comparison: ComparisonOptions
    @OptionGroup var trust: TrustOptions

    @Option(
        help: "Lateness of the generator at the 99th percentile above which the figures are void. By default 10ms.",
        transform: LoadArguments.time)
    var lateness = Milliseconds(10)

    func validate() throws {
        if profiles.areListed { return }
        guard !script.isEmpty else { throw ValidationError("Missing expected argument '<script>'") }
        guard !comparison.isGiven || target.isEmpty && !sim && out.isEmpty else {
            throw ValidationError("--compare: expected two JSON reports and no --target, --sim or --out with it")
        }
        guard comparison.isGiven || sim || dryRun || !target.isEmpty else {
            throw ValidationError("expected --target URL or --sim, got neither")
        }
        try watching.check(isSimulated: sim)
        guard (1...64).contains(workers) else {
            throw ValidationError("--workers: expected 1 to 64, got \(workers)")
        }
        guard !sim || workers == 1 else { throw ValidationError("--workers: expected 1 with --sim, got \(workers)") }
        try agents.check(isSimulated: sim, sources: source)
        try course.check(findsMaximum: findMax != nil, hasThresholds: !threshold.isEmpty || findMax != nil)
        try checkStandardInput("script", script)
        try checkStandardInput("--token-file", tokenFile)
        guard stage.isEmpty || users.isEmpty && rate.isEmpty && duration == nil else {
            throw ValidationError(
                "--stage: expected no --users, --rate or --duration with it: a stage sets the users and the duration")
        }
        guard findMax == nil || stage.count <= 1 else {
            throw ValidationError(
                "--stage: expected at most one with --find-max, got \(stage.count): it sets the length of each trial "
                    + "and the users of the first")
        }
        guard Set(stage.map(\.actor)).count <= 1 else {
            throw ValidationError("--stage: expected stages of one actor, got several actors")
        }
        guard duration?.value != 0 else { throw ValidationError("--duration: expected more than 0s, got 0s") }
        try checkReports()
        for address in source where !Reachability.isNumeric(address) {
            throw ValidationError(
                "--source: expected a numeric address of this machine such as 127.0.0.2, got \(address)")
        }
        if !target.isEmpty { _ = try LoadTargets(urls: target, sources: source) }
        _ = try trust.authorities()
        if let tokenFile, tokenFile != "-" { _ = try TextFile.token(in: tokenFile) }
    }

    private func checkReports() throws {
        guard out.count(where: \.isStandardOutput) <= 1 else {
            throw ValidationError("--out: expected at most one report on standard output, got several")
        }
        guard out.count(where: \.isLive) <= 1 else {
            throw ValidationError("--out: expected at most one jsonl=FILE, got several")
        }
        let files = out.filter { !$0.isStandardOutput }
        for (number, report) in files.enumerated() where files[..<number].contains(where: { $0.path == report.path }) {
            throw ValidationError("--out: expected a file for each report, got \(report.path) for several")
        }
        for report in files where !report.isWritable {
            throw ValidationError("--out \(report.path): the file cannot be written; check its folder and permissions")
        }
    }

    /// Workers and trials each read the script and the token, and standard input can be read once.
    private func checkStandardInput(_ name: String, _ path: String?) throws {
        guard path == "-", workers > 1 || findMax != nil || agents.agents != nil else { return }
        let option = agents.agents != nil ? "--agents" : workers > 1 ? "--workers" : "--find-max"
        throw ValidationError(
            "\(name): expected a file with \(option), got standard input, which can be read only once")
    }

    func run() throws {
        if profiles.areListed { return try ProfileFile.show(script) }
        if let old = comparison.compare { return try compare(old) }
        let order = order
        let scene = try read(order)
        if let problem = findMax?.problem(in: scene.script) { throw ValidationError("--find-max: \(problem)") }
        guard !sim || scene.script.load.plain == nil else {
            throw ValidationError("--sim: expected a script for a Riffle server, got \(script) with a plain target")
        }
        guard !sim || !scene.makesRequests else {
            throw ValidationError(
                "--sim: expected a script without `before`, for the answers of HTTP servers are not simulated, got \(script)"
            )
        }
        let isSecure = try !target.isEmpty && LoadTargets(urls: target, sources: source).isSecure
        let preflight = Preflight(
            scene, workers: agents.processes(workers), sources: source.count, isSecure: isSecure)
        guard !dryRun else { return printPlan(scene, preflight) }
        if let command = scene.script.load.commands.first { try check(command) }
        if !sim, agents.agents == nil { try check(preflight) }
        for note in scene.notes { StandardStreams.printError("riffle load: \(note)") }
        let session = try playing {
            try LoadSession(workers: workers, agents: agents, isSimulated: sim) { try runWatch(of: scene) }
        }
        defer { session.close() }
        if let findMax {
            try search(findMax, order, session)
        } else {
            try play(order, scene, session)
        }
    }

    private var order: LoadOrder {
        let overrides = LoadOverrides(
            users: users, rates: rate, stages: stage, durationMilliseconds: duration?.value,
            thresholds: threshold.map(\.text), abortAfterMilliseconds: course.abortAfter?.value,
            warmupSeconds: course.warmup.map { Int($0.value / 1_000) })
        return LoadOrder(
            script: script, overrides: overrides, seed: seed, targets: target, sources: source,
            tokenFile: tokenFile, profile: profiles.profile, authorities: trust.tlsCa, variables: variables.byName)
    }

    func read(_ order: LoadOrder) throws -> LoadScene {
        do {
            return try order.scene()
        } catch let problem as LoadOverrides.Problem {
            throw ValidationError(problem.description)
        } catch {
            StandardStreams.printError("riffle load: \(error)")
            throw ExitStatus.unreadable
        }
    }

    private func printPlan(_ scene: LoadScene, _ preflight: Preflight) {
        let text = PlanText(scene, file: script, target: targetText(scene) ?? "none", preflight: preflight)
        text.lines.forEach(StandardStreams.print)
    }

    /// The servers as one text, with the path of a script for any server; nil without any.
    func targetText(_ scene: LoadScene) -> String? {
        if sim { return "simulated" }
        return target.isEmpty ? nil : LoadTargets.shown(target, path: scene.script.load.plain?.path)
    }
}
