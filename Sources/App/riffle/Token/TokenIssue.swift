import ArgumentParser
import Foundation
import PagingRoom
import PagingWire
import Tokens

struct TokenIssue: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "issue", abstract: "Print a new token.")

    @Option(help: "The server's secret file; see `riffle token new-secret --help`.")
    var secretFile: String

    @Option(help: "The room it is for; a * at the end stands for anything: talk-*, or * for every room.")
    var room: String

    @Option(help: "What its bearer may be: presenter, member or viewer.")
    var role: Role

    @Option(help: "The name its bearer goes by; free to choose when left out.")
    var name: String?

    @Flag(help: "Its bearer may open rooms that do not exist yet.")
    var create = false

    @Option(help: "How long it is good: 30m, 8h, 7d.")
    var expires: Lifetime

    func validate() throws {
        if RoomPattern(room) == nil { throw ValidationError("--room \(room): a name, with a * at its end at most") }
        if let name, name.isEmpty || name.utf8.count > Limits.nameBytes {
            throw ValidationError("--name: 1 to \(Limits.nameBytes) bytes")
        }
    }

    func run() throws {
        guard let pattern = RoomPattern(room) else { throw ExitStatus.usage }
        let (token, warnings) = try ExitStatus.orEnd("riffle token", with: ExitStatus.unreadable) {
            try TokenIssue.token(
                secretFile: secretFile, room: pattern, role: role, name: name, mayCreate: create, expires: expires)
        }
        warnings.forEach { StandardStreams.say("riffle token: \($0)") }
        StandardStreams.print(token)
    }

    /// A new token, and what is odd about the secret file.
    private static func token(
        secretFile: String, room: RoomPattern, role: Role, name: String?, mayCreate: Bool, expires: Lifetime
    ) throws -> (token: String, warnings: [String]) {
        let now = UnixTime.now
        let grant = Grant(
            room: room, role: role, name: name, mayCreate: mayCreate,
            expires: UnixTime(seconds: now.seconds + expires.seconds), issued: now, id: Secret.make(bytes: 16))
        return try Awaited.result {
            let keys = try await TokenKeys(path: secretFile)
            return (try await keys.issue(grant), keys.warnings)
        }
    }

    /// For whoever serves a room and presents in it: longer than any talk, and nobody else gets to see it.
    static func presenterToken(secretFile: String, room: String) throws -> String {
        guard let pattern = RoomPattern(room), let expires = Lifetime(argument: "7d") else { throw ExitStatus.usage }
        return try token(
            secretFile: secretFile, room: pattern, role: .presenter, name: nil, mayCreate: false, expires: expires
        ).token
    }
}

extension UnixTime {
    /// By the clock of the wall.
    static var now: UnixTime { UnixTime(seconds: Int64(Date().timeIntervalSince1970)) }
}
