import ArgumentParser
import Foundation

struct Demo: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "A short scene between real processes, and whether they end in step.",
        discussion: """
            Starts a server on a free port and a process for every actor of the script, each with a connection of its
            own; shows the window as a further member sees it; then compares what each of them ended with.
            Ends with 0 when all are in step, with 1 and what diverged when not.
            """)

    @Option(help: "The deck of the room.")
    var deck = "Examples/decks/tour.md"

    @Option(help: "The scene; every actor plays in a process of its own.")
    var script = "Examples/scripts/demo.riffle.yaml"

    @Option(help: "Size of the window, COLUMNSxROWS.")
    var size = WindowSize(columns: 72, rows: 16)

    /// Longer than the scene and the slowest machine's start together.
    private static let seconds = 60.0

    func run() throws {
        let scene = try ExitStatus.orEnd("riffle demo", with: ExitStatus.unreadable) { try ScriptFile(path: script) }
        let cast = Cast()
        defer { cast.dismiss() }
        let verdict = try play(scene, cast)
        // The processes a signal ended are not reported as failures.
        cast.waitIfInterrupted()
        StandardStreams.print(verdict ?? "in step")
        if verdict != nil { throw ExitStatus.failure }
    }

    /// What diverged, or nil.
    private func play(_ scene: ScriptFile, _ cast: Cast) throws -> String? {
        let end = Date(timeIntervalSinceNow: Demo.seconds)
        let server = try cast.start(["serve", "--listen", "127.0.0.1:0", "--room", "demo=\(deck)"])
        guard let greeting = server.nextLine(before: end), greeting.hasPrefix("listening on ") else {
            return "the server did not start: \(server.complaints)"
        }
        let url = greeting.dropFirst("listening on ".count) + "/rooms/demo"
        StandardStreams.print("server \(server.processID) at \(url)")
        let view = SceneView(rows: size.rows)
        let window = try showWindow(of: String(url), cast, in: view)
        let actors = try scene.script.actors.map { actor in
            let words = ["replay", script, "--into", String(url), "--as", actor.name, "--hold", "--json"]
            let process = try cast.start(words)
            StandardStreams.print(
                "\(actor.name.padding(toLength: 8, withPad: " ", startingAt: 0)) process \(process.processID)")
            process.forwardErrors(view.narrate)
            return process
        }
        for actor in actors where actor.nextLine(before: end) == nil {
            return "\(actor.words) did not come to its end: \(actor.complaints)"
        }
        // Everybody has seen the last event once nothing moves any more; ask until all agree, or time is up.
        let verdict = verdict(of: actors, before: Date(timeIntervalSinceNow: 3))
        window.end()
        if case .results(let results, _) = verdict { StandardStreams.print("\n" + ActorResult.table(results)) }
        return verdict.trouble
    }

    private enum Verdict {
        case results([ActorResult], divergence: String?)
        case silence(String)

        var trouble: String? {
            switch self {
            case .results(_, let divergence): divergence.map { "diverged: \($0)" }
            case .silence(let words): words
            }
        }
    }

    private func verdict(of actors: [CastProcess], before end: Date) -> Verdict {
        while true {
            for actor in actors { actor.say("report") }
            let results = actors.compactMap { $0.nextLine(before: end).flatMap(ActorResult.init(json:)) }
            guard results.count == actors.count else {
                return .silence("an actor fell silent: \(actors.map(\.complaints))")
            }
            let divergence = ActorResult.divergence(results)
            if divergence == nil || Date() >= end { return .results(results, divergence: divergence) }
        }
    }

    /// Another member draws; its frames are shown here as they come.
    private func showWindow(of url: String, _ cast: Cast, in view: SceneView) throws -> CastProcess {
        let words = ["join", url, "--name", "audience", "--frames", "--size", "\(size.columns)x\(size.rows)"]
        let window = try cast.start(words + ["--fps", view.isRedrawn ? "30" : "4"])
        window.forward(view.add)
        return window
    }
}
