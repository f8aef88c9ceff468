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
    private let arguments: [String]

    private init(deck: String, _ more: [String]) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("venue-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        deckPath = folder.appendingPathComponent("talk.md").path
        try Data(deck.utf8).write(to: URL(fileURLWithPath: deckPath))
        let store = folder.appendingPathComponent("rooms.store").path
        arguments = ["--loops", "2", "--room", "talk=\(deckPath)", "--store", store] + more
        server = try ServedRooms(arguments: arguments)
    }

    /// - Parameter words: further options of the server.
    static func with(deck: String = talk, server words: [String] = [], _ play: (Venue) throws -> Void) throws {
        let venue = try Venue(deck: deck, words)
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

    /// Waits until these texts stand on the screen of each of `terminals`. Keys go to a terminal that shows already what
    /// they are about.
    static func wait(on terminals: [Terminal], for texts: String...) throws {
        for terminal in terminals { try terminal.wait("\(texts)") { screen in texts.allSatisfy(screen.shows) } }
    }

    /// Waits until each of `terminals` has noticed that its connection is lost, if only for a moment.
    ///
    /// - Parameter deed: what ends the connections.
    static func awaitLoss(on terminals: [Terminal], after deed: () -> Void) throws {
        let lookouts = terminals.map { $0.lookout() }
        deed()
        for lookout in lookouts { try lookout.wait(for: "connection lost") }
    }

    /// A file of this test.
    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    /// Puts `text` in the place of a file, as an editor that saves does.
    @discardableResult
    func write(_ text: String, to name: String = "talk.md") throws -> String {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)), options: .atomic)
        return path(name)
    }

    /// Somebody presents the deck with a server of their own; returns when they see it, with how others join.
    func present(
        _ more: [String] = [], deck: String? = nil, columns: Int = 100, rows: Int = 24,
        environment: [String: String] = [:]
    ) throws -> (presenter: Terminal, url: String) {
        let words = [Venue.riffle, "present", deck ?? deckPath, "--listen", "127.0.0.1:0"] + more
        let terminal = try open(words, columns: columns, rows: rows, environment: environment)
        try terminal.wait(for: "page 1 of")
        // What the terminal said before it was taken.
        let said = String(decoding: terminal.bytesWritten, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        guard said.starts(with: ["riffle", "join"]), said.count > 2, said[2].firstMatch(of: /^wss?:/) != nil else {
            throw Terminal.Failure(description: "no invitation in \(said)")
        }
        return (terminal, String(said[2]))
    }

    /// A member at a terminal of their own, in any room.
    func join(
        _ name: String, at url: String, columns: Int = 80, rows: Int = 24, more words: [String] = []
    ) throws -> Terminal {
        let words = [Venue.riffle, "join", url, "--name", name, "--role", "member"] + words
        let terminal = try open(words, columns: columns, rows: rows)
        try terminal.wait(for: "page ")
        return terminal
    }

    /// Runs this build's program to its end and returns what it printed.
    static func run(_ words: [String]) throws -> (code: Int32, lines: [String], complaints: String) {
        let (process, output, errors) = (Process(), Pipe(), Pipe())
        process.executableURL = ServedRooms.executable
        process.arguments = words
        (process.standardInput, process.standardOutput, process.standardError) = (FileHandle.nullDevice, output, errors)
        try process.run()
        let printed = output.fileHandleForReading.readDataToEndOfFile()
        let said = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let lines = String(decoding: printed, as: UTF8.self).split(separator: "\n").map(String.init)
        return (process.terminationStatus, lines, String(decoding: said, as: UTF8.self))
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
