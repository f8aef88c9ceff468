import Foundation
import Platform
import TestPeers

/// A server with one room, and the terminals of its members. All processes end with the test.
final class TerminalFixture {
    /// A deck whose pages are told apart by one word each. The second page has three steps.
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
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("fixture-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        deckPath = folder.appendingPathComponent("talk.md").path
        try Data(deck.utf8).write(to: URL(fileURLWithPath: deckPath))
        let store = folder.appendingPathComponent("rooms.store").path
        arguments = ["--loops", "2", "--room", "talk=\(deckPath)", "--store", store] + more
        server = try ServedRooms(arguments: arguments, port: Loopback.freePort())
    }

    /// - Parameter words: more options of the server.
    static func with(deck: String = talk, server words: [String] = [], _ play: (TerminalFixture) throws -> Void) throws
    {
        let fixture = try TerminalFixture(deck: deck, words)
        defer { fixture.end() }
        try play(fixture)
    }

    var url: String { TerminalFixture.url(port: server.port) }

    static func url(port: UInt16) -> String { "ws://127.0.0.1:\(port)/rooms/talk" }

    /// Opens a terminal that runs a program.
    func open(
        _ words: [String], columns: Int = 80, rows: Int = 24, environment: [String: String] = [:],
        scaling: ModelTerminal.Scaling = .unknown
    ) throws -> Terminal {
        let variables = ["XDG_STATE_HOME": path("state")].merging(environment) { $1 }
        // Tests read in the status line what the room does.
        let drawsRoom =
            words.first == TerminalFixture.riffle
            && (words[1].hasSuffix(".md") || ["join", "present"].contains(words[1]))
        let words = words + (drawsRoom ? ["--status", "full"] : [])
        let terminal = try Terminal(words, columns: columns, rows: rows, environment: variables, scaling: scaling)
        terminals.append(terminal)
        return terminal
    }

    /// Opens a terminal for a new member; returns when it shows a page.
    func join(
        _ name: String, role: String = "member", columns: Int = 80, rows: Int = 24, port: UInt16? = nil,
        more words: [String] = []
    ) throws -> Terminal {
        let url = port.map(TerminalFixture.url) ?? url
        let terminal = try open(
            [TerminalFixture.riffle, "join", url, "--role", role, "--name", name] + words, columns: columns, rows: rows)
        try terminal.wait(for: "page ")
        return terminal
    }

    /// Waits until all texts are on the screen of each terminal. Keys are sent only to a terminal that shows the state they
    /// apply to.
    static func wait(on terminals: [Terminal], for texts: String...) throws {
        for terminal in terminals { try terminal.wait("\(texts)") { screen in texts.allSatisfy(screen.shows) } }
    }

    /// Waits until each terminal has shown that its connection is lost, even if only briefly.
    ///
    /// - Parameter action: ends the connections.
    static func awaitLoss(on terminals: [Terminal], after action: () -> Void) throws {
        let lookouts = terminals.map { $0.lookout() }
        action()
        for lookout in lookouts { try lookout.wait(for: "connection lost") }
    }

    /// A file of this test.
    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    /// Replaces a file by `text`, as editors do when they save.
    @discardableResult
    func write(_ text: String, to name: String = "talk.md") throws -> String {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)), options: .atomic)
        return path(name)
    }

    /// Presents the deck with an own server; returns the terminal when it shows the deck, and the URL for others.
    func present(
        _ more: [String] = [], deck: String? = nil, columns: Int = 100, rows: Int = 24,
        environment: [String: String] = [:]
    ) throws -> (presenter: Terminal, url: String) {
        let words = [TerminalFixture.riffle, "present", deck ?? deckPath, "--listen", "127.0.0.1:0"] + more
        let terminal = try open(words, columns: columns, rows: rows, environment: environment)
        try terminal.wait(for: "page 1 of")
        // Text printed before the program took over the terminal.
        let printed = String(decoding: terminal.bytesWritten, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        guard printed.starts(with: ["riffle", "join"]), printed.count > 2, printed[2].firstMatch(of: /^wss?:/) != nil
        else {
            throw Terminal.Failure(description: "expected an invitation, got \(printed)")
        }
        return (terminal, String(printed[2]))
    }

    /// Opens a terminal for a member of any room.
    func join(
        _ name: String, at url: String, columns: Int = 80, rows: Int = 24, more words: [String] = []
    ) throws -> Terminal {
        let words = [TerminalFixture.riffle, "join", url, "--name", name, "--role", "member"] + words
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
        try process.start()
        let printed = output.fileHandleForReading.readDataToEndOfFile()
        let said = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let lines = String(decoding: printed, as: UTF8.self).split(separator: "\n").map(String.init)
        return (process.terminationStatus, lines, String(decoding: said, as: UTF8.self))
    }

    static var riffle: String { ServedRooms.executable.path }

    /// Ends the server at once.
    func killServer() { server.end() }

    /// Starts another server with the same room at the same address.
    func restartServer() throws { server = try ServedRooms(arguments: arguments, port: server.port) }

    private func end() {
        for terminal in terminals { terminal.end() }
        server.end()
        try? FileManager.default.removeItem(at: folder)
    }
}
