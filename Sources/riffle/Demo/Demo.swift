import ArgumentParser
import Foundation
import TerminalDevice

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
        let scene: ScriptFile
        do {
            scene = try ScriptFile(path: script)
        } catch {
            StandardStreams.say("riffle demo: \(error)")
            throw ExitStatus.unreadable
        }
        let cast = Cast()
        defer { cast.dismiss() }
        let verdict = try play(scene, cast)
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
        try showWindow(of: String(url), cast)
        let actors = try scene.script.actors.map { actor in
            let words = ["replay", script, "--into", String(url), "--as", actor.name, "--hold", "--json"]
            let process = try cast.start(words)
            StandardStreams.print("\(actor.name.padding(toLength: 8, withPad: " ", startingAt: 0)) process \(process.processID)")
            return process
        }
        for actor in actors where actor.nextLine(before: end) == nil {
            return "\(actor.words) did not come to its end: \(actor.complaints)"
        }
        // Everybody has seen the last event once nothing moves any more; ask until all agree, or time is up.
        return verdict(of: actors, before: Date(timeIntervalSinceNow: 3))
    }

    private func verdict(of actors: [CastProcess], before end: Date) -> String? {
        var results: [ActorResult] = []
        var divergence: String?
        repeat {
            for actor in actors { actor.say("report") }
            results = actors.compactMap { $0.nextLine(before: end).flatMap(ActorResult.init(json:)) }
            guard results.count == actors.count else { return "an actor fell silent: \(actors.map(\.complaints))" }
            divergence = ActorResult.divergence(results)
        } while divergence != nil && Date() < end
        StandardStreams.print("\n" + ActorResult.table(results))
        return divergence.map { "diverged: \($0)" }
    }

    /// Another member draws; its frames are shown here as they come.
    private func showWindow(of url: String, _ cast: Cast) throws {
        let isTerminal = TerminalDevice.isTerminal(STDOUT_FILENO)
        let words = ["join", url, "--name", "audience", "--frames", "--size", "\(size.columns)x\(size.rows)"]
        let window = try cast.start(words + ["--fps", isTerminal ? "30" : "4"])
        let picture = MovingPicture(isRedrawn: isTerminal)
        var lines: [String] = []
        var isFirst = true
        let rows = size.rows
        window.forward { line in
            lines.append(line)
            guard lines.count > rows else { return }
            picture.show(text: lines.joined(separator: "\n"), rows: rows, isFirst: isFirst)
            isFirst = false
            lines = []
        }
    }
}
