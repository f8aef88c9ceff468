import Foundation
import TestPeers

/// A server with one room, a gate in front of it, and terminals that run a real SSH client. All processes end with the
/// test.
final class GateFixture {
    static let talk = """
        # Alpha
        The apple falls.
        <!-- notes: a secret of the speaker -->
        ---
        # Beta
        The boat floats.
        ---
        # Gamma
        The goat climbs.
        """ + (4...300).map { "\n---\n# Page \($0)\nLine \($0)." }.joined()

    /// Whether a client of SSH is installed.
    static let isPossible = ["ssh", "ssh-keygen", "sftp"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
    }

    private let folder: URL
    private let server: ServedRooms
    private var gate: RunningProgram
    private(set) var port: UInt16
    private let gateArguments: [String]
    private var terminals: [Terminal] = []
    private var programs: [RunningProgram] = []

    /// - Parameters:
    ///   - talk: the deck of the room.
    ///   - files: files beside the deck.
    ///   - serverWords: more options of the server, with FOLDER for the folder of the test.
    ///   - gateWords: the same of the gate.
    private init(talk: String, files: [URL], server serverWords: [String], gate gateWords: [String]) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("gate-\(UUID().uuidString)")
        self.folder = folder
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(talk.utf8).write(to: folder.appendingPathComponent("talk.md"))
        for file in files {
            try FileManager.default.copyItem(at: file, to: folder.appendingPathComponent(file.lastPathComponent))
        }
        func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
        for name in ["key", "other"] {
            let made = try RunningProgram(
                URL(fileURLWithPath: "/usr/bin/ssh-keygen"),
                arguments: ["-q", "-t", "ed25519", "-N", "", "-C", name, "-f", path(name)])
            _ = try made.exitCode()
        }
        let key = try String(contentsOfFile: path("key.pub"), encoding: .utf8)
        try Data("presenter \(key)".utf8).write(to: folder.appendingPathComponent("keys"))
        try Data("presenter-key-of-this-server\n".utf8).write(to: folder.appendingPathComponent("presenter-key"))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path("presenter-key"))
        let askpass = path("askpass")
        try ScriptProgram.write("echo \"$GATE_TOKEN\"", to: askpass)
        func filled(_ words: [String]) -> [String] { words.map { $0.replacing("FOLDER", with: folder.path) } }
        server = try ServedRooms(
            arguments: ["--loops", "1", "--room", "talk=\(path("talk.md"))"] + filled(serverWords))
        gateArguments =
            [
                "gate", "--server", "ws://127.0.0.1:\(server.port)", "--host-key", path("host_key"),
                "--authorized-keys", path("keys"),
            ] + filled(gateWords)
        do {
            (gate, port) = try Self.startGate(gateArguments, port: 0)
        } catch {
            server.end()
            throw error
        }
    }

    static func with(
        talk: String = talk, files: [URL] = [], server serverWords: [String] = [], gate gateWords: [String] = [],
        _ play: (GateFixture) throws -> Void
    ) throws {
        let fixture = try GateFixture(talk: talk, files: files, server: serverWords, gate: gateWords)
        defer { fixture.end() }
        try play(fixture)
    }

    private static func startGate(_ arguments: [String], port: UInt16) throws -> (RunningProgram, UInt16) {
        let gate = try RunningProgram(arguments: arguments + ["--listen", "127.0.0.1:\(port)"])
        let line = try gate.nextLine()
        guard let port = line.split(separator: ":").last.flatMap({ UInt16($0) }) else {
            throw ExpectationError("a port of the gate", instead: "\(line) \(gate.complaints)")
        }
        return (gate, port)
    }

    /// The line of a gate with the fingerprint of its host key.
    func fingerprint() throws -> String { try gate.nextLine() }

    /// Ends the gate and starts it again at the same port.
    func restartGate() throws {
        gate.end()
        (gate, port) = try Self.startGate(gateArguments, port: port)
    }

    func stopGate() { gate.signal(SIGTERM) }

    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    var url: String { "ws://127.0.0.1:\(server.port)/rooms/talk" }

    /// The words of an SSH client that uses no file of the user who runs the tests.
    func client(_ user: String, key: String? = nil, _ more: [String] = []) -> [String] {
        var words = [
            "/usr/bin/ssh", "-F", "/dev/null", "-p", "\(port)", "-o", "StrictHostKeyChecking=accept-new", "-o",
            "UserKnownHostsFile=\(path("known_hosts"))", "-o", "IdentitiesOnly=yes", "-o",
            "IdentityFile=\(key.map(path) ?? "none")",
        ]
        // The first of several values counts.
        words += more + ["-o", "LogLevel=ERROR"]
        return words + ["\(user)@127.0.0.1"]
    }

    /// Opens a terminal with an SSH client.
    ///
    /// - Parameter setting: a command that changes the terminal before the client starts.
    func open(
        _ user: String, key: String? = nil, columns: Int = 80, rows: Int = 24, more: [String] = [],
        before setting: String? = nil
    ) throws -> Terminal {
        var words = client(user, key: key, more)
        if let setting { words = ["/bin/sh", "-c", "\(setting); exec \"$@\"", "sh"] + words }
        let terminal = try Terminal(words, columns: columns, rows: rows)
        terminals.append(terminal)
        return terminal
    }

    /// Opens a terminal of a viewer; returns when it shows the first page.
    func watch(columns: Int = 80, rows: Int = 24, page title: String = "Alpha") throws -> Terminal {
        let terminal = try open("talk", columns: columns, rows: rows)
        try terminal.wait(for: title, "page 1")
        return terminal
    }

    /// A member of the room without a gate, on a terminal.
    func present() throws -> Terminal {
        let terminal = try Terminal([
            ServedRooms.executable.path, "join", url, "--role", "presenter", "--name", "Ann", "--token-file",
            path("presenter-key"),
        ])
        terminals.append(terminal)
        try terminal.wait(for: "Alpha", "page 1")
        return terminal
    }

    /// Runs an SSH client without a terminal.
    ///
    /// - Parameter token: the answer to its question for a token.
    func run(_ words: [String], token: String? = nil) throws -> RunningProgram {
        let answers = token.map {
            ["SSH_ASKPASS": path("askpass"), "SSH_ASKPASS_REQUIRE": "force", "GATE_TOKEN": $0]
        }
        let program = try RunningProgram(
            URL(fileURLWithPath: words[0]), arguments: Array(words.dropFirst()), environment: answers ?? [:])
        programs.append(program)
        return program
    }

    private func end() {
        for terminal in terminals { terminal.end() }
        for program in programs { program.end() }
        gate.end()
        server.end()
        try? FileManager.default.removeItem(at: folder)
    }
}
