import ArgumentParser
import Foundation
import Glibc
import PagingServer
import Support

struct Admin: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Look at the rooms of a running server and act on them, as its operator.",
        discussion: """
            URL is the address of `riffle serve --admin`, such as http://127.0.0.1:7421. All actions, and the lists of \
            members and nodes, need the token of --admin-token-file.

            Examples:
              riffle admin new-token admin.token
              riffle admin rooms http://127.0.0.1:7421
              riffle admin unlock http://127.0.0.1:7421 talk --token-file admin.token
              riffle admin kick http://127.0.0.1:7421 talk 3 --token-file admin.token

            Ends with 0 when it is done, with 69 without a server, and with 77 when the server refuses.
            """,
        subcommands: [
            AdminRooms.self, AdminMembers.self, AdminCluster.self, AdminUnlock.self, AdminKick.self, AdminClose.self,
            AdminRevoke.self, AdminDrain.self, AdminNewToken.self,
        ])
}

/// The options of all admin commands.
struct AdminOptions: ParsableArguments {
    @Argument(help: "Address of the admin endpoint: http://HOST:PORT.")
    var url: String

    @Option(help: "File with the token of `riffle serve --admin-token-file`.")
    var tokenFile: String?

    @Flag(help: "Print the answer of the server, one JSON object.")
    var json = false

    /// Sends the request and returns the body of the answer, one line. Ends the command with a message when it fails.
    func send(_ method: String, _ path: String) throws -> String {
        let client = try AdminClient(url: url)
        let token = try TextFile.token(in: tokenFile)
        let answer = try ExitStatus.orEnd("riffle admin", with: ExitStatus.unreachable) {
            try client.send(method, path, token: token)
        }
        guard answer.status == 200 else {
            let error = try? JSONDecoder().decode([String: String].self, from: Data(answer.body.utf8))["error"]
            let reason = error ?? "expected status 200, got \(answer.status)"
            StandardStreams.printError("riffle admin: \(reason)")
            throw ExitStatus.refused
        }
        return answer.body.hasSuffix("\n") ? String(answer.body.dropLast()) : answer.body
    }

    /// Sends an action and prints its result.
    func act(_ path: String) throws {
        let body = try send("POST", path)
        if json { return StandardStreams.print(body) }
        let result = try? JSONDecoder().decode([String: String].self, from: Data(body.utf8))["result"]
        StandardStreams.print(result ?? body)
    }

    /// Prints a list of an answer of the form `{name: […]}`, or with `--json` the answer.
    func printList<Row: Decodable>(
        _ name: String, of body: String, as: Row.Type, heading: [String], numbers: Set<Int>,
        cells: (Row) -> [String]
    ) throws {
        if json { return StandardStreams.print(body) }
        guard let rows = try? JSONDecoder().decode([String: [Row]].self, from: Data(body.utf8))[name] else {
            StandardStreams.printError("riffle admin: expected a list of \(name), got something else")
            throw ExitStatus.failure
        }
        let cells = rows.map { cells($0).map(\.printableLine) }
        TextTable.lines([heading] + cells, numbers: numbers).forEach(StandardStreams.print)
    }
}

/// The options of admin commands about one room.
struct AdminRoomOptions: ParsableArguments {
    @OptionGroup var options: AdminOptions

    @Argument(help: "Name of the room.")
    var room: String

    /// The path of an action.
    func path(_ verb: String) throws -> String {
        guard RoomSpec.isValid(name: room) else {
            throw ValidationError("\(room): expected the name of a room, 1 to 64 of A-Z a-z 0-9 . _ -")
        }
        return "/admin/rooms/\(room)/\(verb)"
    }

    /// Sends an action and prints its result.
    func act(_ verb: String) throws { try options.act(path(verb)) }
}

struct AdminRooms: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "rooms", abstract: "List the rooms.")

    private struct Row: Decodable {
        let name: String
        let members: Int
        let seq: Int64
        let phase: String
        let locked: Bool
    }

    @OptionGroup var options: AdminOptions

    func run() throws {
        let body = try options.send("GET", "/rooms")
        try options.printList(
            "rooms", of: body, as: Row.self, heading: ["ROOM", "MEMBERS", "NEWEST EVENT", "PHASE", "LOCK"],
            numbers: [1, 2]
        ) { [$0.name, "\($0.members)", "\($0.seq)", $0.phase, $0.locked ? "locked" : "-"] }
    }
}

struct AdminMembers: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "members", abstract: "List the members of a room.")

    private struct Row: Decodable {
        let number: UInt32
        let name: String
        let role: String
        let away: Bool
    }

    @OptionGroup var room: AdminRoomOptions

    func run() throws {
        let body = try room.options.send("POST", try room.path("members"))
        try room.options.printList(
            "members", of: body, as: Row.self, heading: ["NUMBER", "NAME", "ROLE", "STATE"], numbers: [0]
        ) { ["\($0.number)", $0.name, $0.role, $0.away ? "away" : "-"] }
    }
}

struct AdminUnlock: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlock", abstract: "Let new members into a locked room.")

    @OptionGroup var room: AdminRoomOptions

    func run() throws {
        try room.act("unlock")
    }
}

struct AdminKick: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kick", abstract: "Remove a member from a room.",
        discussion: "Its session ends with 4106. Revoke its token too, or it may join again as a new member.")

    @OptionGroup var room: AdminRoomOptions

    @Argument(help: "Number of the member; see riffle admin members.")
    var member: UInt32

    func run() throws {
        try room.act("kick?member=\(member)")
    }
}

struct AdminClose: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "close", abstract: "End all connections of a room and remove it, from the store too.",
        discussion: "A room of --room exists again after a restart.")

    @OptionGroup var room: AdminRoomOptions

    func run() throws {
        try room.act("close")
    }
}

struct AdminRevoke: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Refuse a token from now on and end its connections.",
        discussion: """
            A server with --store remembers it until the token expires. Without, it forgets it when it ends: add the \
            identifier to --revoked-file too. The other nodes of a cluster refuse it within two seconds.
            """)

    @OptionGroup var options: AdminOptions

    @Argument(help: "Identifier of the token (jti); see riffle token inspect.")
    var id: String

    func run() throws {
        try options.act("/admin/revoke?jti=\(Self.escaped(id))")
    }

    /// Percent escapes for all bytes but letters, digits and a few marks.
    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-._~")))
            ?? ""
    }
}

struct AdminDrain: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drain", abstract: "End the server in good order, as SIGTERM does.")

    @OptionGroup var options: AdminOptions

    func run() throws {
        try options.act("/admin/drain")
    }
}

struct AdminNewToken: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new-token", abstract: "Write a new file for `riffle serve --admin-token-file`.")

    @Argument(help: "Path of the new file; it must not exist.")
    var file: String

    func run() throws {
        try ExitStatus.orEnd("riffle admin") {
            let descriptor = open(file, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw FileError.system(file) }
            defer { close(descriptor) }
            let text = Secret.make(bytes: 24) + "\n"
            guard StandardStreams.write(Array(text.utf8), to: descriptor) else { throw FileError.system(file) }
        }
    }
}
