import ArgumentParser
import Foundation
import Platform

struct Demo: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Play a short scene between real processes and check that they end in step.",
        discussion: """
            Starts a server on a free port, and a process with a connection for every actor of the script. Shows the \
            window as another member sees it, then compares the final states of all actors.

            Ends with 0 when all are in step, else with 1 and the difference.
            """)

    @Option(help: "Deck of the room.")
    var deck = "Examples/decks/tour.md"

    @Option(help: "Script of the scene; every actor plays in its own process.")
    var script = "Examples/scripts/demo.riffle.yaml"

    @Option(help: "Size of the window, COLUMNSxROWS.")
    var size = WindowSize(columns: 72, rows: 16)

    /// Limit for the whole scene; a slow machine needs less, start included.
    private static let seconds = 60.0

    func run() throws {
        let scene = try ExitStatus.orEnd("riffle demo", with: ExitStatus.unreadable) { try ScriptFile(path: script) }
        let cast = Cast()
        defer { cast.dismiss() }
        let problem = try play(scene, cast)
        // The processes a signal ended are not reported as failures.
        cast.waitIfInterrupted()
        StandardStreams.print(problem ?? "in step")
        if problem != nil { throw ExitStatus.failure }
    }

    /// Plays the scene; returns the difference, or nil when all are in step.
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
            return "\(actor.words) did not finish: \(actor.complaints)"
        }
        // The last event may still be on its way, so ask until all agree or the time is over.
        let outcome = compare(actors, before: Date(timeIntervalSinceNow: 3))
        window.end()
        if case .results(let results, _) = outcome { StandardStreams.print("\n" + ActorResult.table(results)) }
        return outcome.problem
    }

    private enum Outcome {
        case results([ActorResult], divergence: String?)
        case noAnswer(String)

        var problem: String? {
            switch self {
            case .results(_, let divergence): divergence.map { "diverged: \($0)" }
            case .noAnswer(let complaints): "an actor does not answer: \(complaints)"
            }
        }
    }

    private func compare(_ actors: [ChildProcess], before end: Date) -> Outcome {
        while true {
            for actor in actors { actor.say("report") }
            let results = actors.compactMap { $0.nextLine(before: end).flatMap(ActorResult.init(json:)) }
            guard results.count == actors.count else { return .noAnswer("\(actors.map(\.complaints))") }
            let divergence = ActorResult.divergence(results)
            if divergence == nil || Date() >= end { return .results(results, divergence: divergence) }
        }
    }

    /// Starts another member that draws, and shows its frames.
    private func showWindow(of url: String, _ cast: Cast, in view: SceneView) throws -> ChildProcess {
        let words = ["join", url, "--name", "audience", "--frames", "--size", "\(size.columns)x\(size.rows)"]
        let window = try cast.start(words + ["--fps", view.isRedrawn ? "30" : "4"])
        window.forward(view.add)
        return window
    }
}
