import ArgumentParser
import FoundationEssentials

struct Demo: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Play a short scene between real processes and check that they end in step.",
        discussion: """
            Starts a server on a free port, and a process with a connection for every actor of the script. Shows the \
            window as another member sees it, then compares the final states of all actors.

            With --cluster it starts three servers that share the room, with a database and a NATS server of their own. \
            The server that owns the room is killed in the middle of a drag; another one takes the room. This needs \
            nats-server and PostgreSQL.

            Ends with 0 when all are in step, else with 1 and the difference.
            """)

    @Flag(help: "Three servers that share the room; the one that owns it is killed.")
    var cluster = false

    @Option(help: "Deck of the room. By default decks/tour.md of the examples.")
    var deck: String?

    @Option(
        help:
            "Script of the scene; every actor plays in its own process. By default scripts/demo or cluster of the examples."
    )
    var script: String?

    @Option(help: "Size of the window, COLUMNSxROWS.")
    var size = WindowSize(columns: 72, rows: 16)

    /// Limit for the whole scene; a slow machine needs less, start included.
    private static let seconds = 120.0

    func run() throws {
        let path = script ?? ExampleFile.path("scripts/\(cluster ? "cluster" : "demo").riffle.yaml")
        let deck = deck ?? ExampleFile.path("decks/tour.md")
        let file = try ExitStatus.orEnd("riffle demo", with: ExitStatus.unreadable) { try ScriptFile(path: path) }
        let cast = Cast()
        defer { cast.dismiss() }
        let scene = DemoScene(path, file, size, cast, before: Date(timeIntervalSinceNow: Demo.seconds))
        var problem: String?
        do {
            if cluster {
                try ClusterDemo(scene, cast, deck: deck).play()
            } else {
                try playOnOneServer(scene, cast, deck)
            }
        } catch let failure as DemoFailure {
            problem = failure.description
        }
        // The processes a signal ended are not reported as failures.
        cast.waitIfInterrupted()
        StandardStreams.print(problem ?? "in step")
        if problem != nil { throw ExitStatus.failure }
    }

    private func playOnOneServer(_ scene: DemoScene, _ cast: Cast, _ deck: String) throws {
        let (server, url) = try cast.startServer(deck: deck, before: scene.end)
        StandardStreams.print("server \(server.processID) at \(url)")
        try scene.play(window: [url]) { _ in [url] }
    }
}
