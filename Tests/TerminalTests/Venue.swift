import Foundation
import TestPeers

/// A server with one room and those who sit at terminals in it; all of it ends with the test.
final class Venue {
    /// Every page by a word of its own; the second page has three steps.
    static let talk = """
        ---
        title: A talk
        ---
        # Alpha
        The apple falls.

        <!-- notes: whisper one -->
        ---
        # Beta
        The boat floats.

        <!-- pause -->
        A second boat.

        <!-- pause -->
        A third boat.

        <!-- notes: whisper two -->
        ---
        # Gamma
        The goat climbs.
        ---
        # Delta
        The dog barks.
        ---
        # Epsilon
        The elk stands.
        ---
        # Zeta
        The zebra runs.
        """

    private let folder: URL
    private(set) var server: ServedRooms
    private var terminals: [Terminal] = []
    let deckPath: String

    private var arguments: [String] {
        ["--loops", "2", "--room", "talk=\(deckPath)", "--store", folder.appendingPathComponent("rooms.store").path]
    }

    private init(deck: String) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("venue-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        deckPath = folder.appendingPathComponent("talk.md").path
        try Data(deck.utf8).write(to: URL(fileURLWithPath: deckPath))
        let store = folder.appendingPathComponent("rooms.store").path
        server = try ServedRooms(arguments: ["--loops", "2", "--room", "talk=\(deckPath)", "--store", store])
    }

    static func with(deck: String = talk, _ play: (Venue) throws -> Void) throws {
        let venue = try Venue(deck: deck)
        defer { venue.end() }
        try play(venue)
    }

    var url: String { Venue.url(port: server.port) }

    static func url(port: UInt16) -> String { "ws://127.0.0.1:\(port)/rooms/talk" }

    /// Opens a terminal with a program of this build, or another one, in it.
    func open(
        _ words: [String], columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]
    ) throws -> Terminal {
        let terminal = try Terminal(words, columns: columns, rows: rows, environment: environment)
        terminals.append(terminal)
        return terminal
    }

    /// Somebody joins at a terminal of their own; returns when they see a page.
    func join(
        _ name: String, role: String = "member", columns: Int = 80, rows: Int = 24, port: UInt16? = nil,
        more words: [String] = []
    ) throws -> Terminal {
        let url = port.map(Venue.url) ?? url
        let terminal = try open(
            [Venue.riffle, "join", url, "--role", role, "--name", name] + words, columns: columns, rows: rows)
        try terminal.wait(for: "page ")
        return terminal
    }

    static var riffle: String { ServedRooms.executable.path }

    /// Ends the server in the middle of whatever it does.
    func killServer() { server.end() }

    /// Another server with the same room where the last one was.
    func restartServer() throws { server = try ServedRooms(arguments: arguments, port: server.port) }

    private func end() {
        for terminal in terminals { terminal.end() }
        server.end()
        try? FileManager.default.removeItem(at: folder)
    }
}
